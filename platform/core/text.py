"""Checks that text is visible, and cleans untrusted text."""

import re
from unicodedata import combining

# Whitespace, control characters, the invisible characters of Unicode (Default_Ignorable_Code_Point): joiners, direction
# marks, fillers, variation selectors; and the empty Braille pattern. pwa/src/lib/text/visible.ts has the same list.
INVISIBLE = re.compile(
    "[\\s\\x00-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f"
    "\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]*"
)

# Characters that a name must not contain: control characters, line separators, and characters that change the direction
# of the text around them. They change how other text reads: the file `bill\u202efdp.zip` is shown as `billpiz.pdf`.
DISRUPTIVE = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]")

# Marks after one character. Languages need at most six, and Unicode's Stream-Safe Text Format allows thirty.
MARKS_MAX = 30
# Characters that normalization turns into marks.
BECOME_MARKS = frozenset("\u0f73\u0f75\u0f81\uff9e\uff9f")


def is_visible(text: str) -> bool:
    """Whether `text` has a visible character."""
    return INVISIBLE.fullmatch(text) is None


def without_nul(text: str) -> str:
    """Return `text`, for pydantic's `AfterValidator`. Raises ValueError for NUL, which PostgreSQL does not store."""
    if "\x00" in text:
        raise ValueError("NUL characters are not text")
    return text


def storable(text: str) -> str:
    """Untrusted text in a form that both databases and UTF-8 accept.

    Removes NUL and joins the halves of surrogate pairs. A single half becomes `\ufffd`; it comes from a program that
    cut the text inside an emoji.
    """
    if text.isascii():
        return text.replace("\x00", "")
    return text.replace("\x00", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def printable(text: str, max_length: int) -> str:
    """The first `max_length` characters of untrusted text, made safe to store and show.

    The result is one line without control characters and lone surrogates, which PostgreSQL and UTF-8 reject.
    """
    cleaned = text if text.isprintable() else "".join(char for char in " ".join(text.split()) if char.isprintable())
    return cleaned[:max_length]


def with_few_marks(text: str) -> str:
    """`text` without the combining marks that exceed MARKS_MAX after one character; for text that is normalized next.

    Normalization sorts the marks of a character in quadratic time: 20,000 of them stop the whole process for seconds.
    """
    if len(text) <= MARKS_MAX or text.isascii():
        return text
    result, run = [], 0
    for char in text:
        run = run + 1 if combining(char) or char in BECOME_MARKS else 0
        if run <= MARKS_MAX:
            result.append(char)
    return "".join(result)
