"""What counts as text: something that can be seen."""

import re

# Blanks, control characters, and what Unicode has shown as nothing (Default_Ignorable_Code_Point): joiners, marks of
# direction, fillers, variation selectors; and the empty Braille pattern. pwa/src/lib/text/visible.ts has the same.
NOTHING = re.compile(
    "[\\s\\x00-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f"
    "\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]*"
)


def is_visible(text: str) -> bool:
    """Whether there is anything in it to see."""
    return NOTHING.fullmatch(text) is None


def printable(text: str, most: int) -> str:
    """So much of a stranger's text as can be stored and shown anywhere: one line, without control characters and halves
    of signs, which PostgreSQL and UTF-8 refuse."""
    plain = text if text.isprintable() else "".join(sign for sign in " ".join(text.split()) if sign.isprintable())
    return plain[:most]
