"""Recovery codes as text: how they are made, what a typed one means, and what the database keeps."""

import re
import secrets

from django.utils.crypto import salted_hmac

HOW_MANY = 10
# No sign that looks like another, and never six digits: no such code is taken for a factor's.
SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
GROUP, GROUPS = 5, 3
WORD = re.compile(rf"[{SIGNS}]{{{GROUP * GROUPS}}}")


def fresh() -> str:
    """A code of 74 bits, in groups."""
    return "-".join("".join(secrets.choice(SIGNS) for _ in range(GROUP)) for _ in range(GROUPS))


def typed(text: str) -> str | None:
    """The signs of a typed code, None for what is none."""
    signs = re.sub(r"[\s-]", "", text.lower())
    return signs if WORD.fullmatch(signs) else None


def digest(*, user_id: object, signs: str) -> str:
    """What the database keeps; without the server's key it tells nothing."""
    return salted_hmac("accounts.recovery", f"{user_id}:{signs.replace('-', '')}", algorithm="sha256").hexdigest()
