"""Recovery codes as text: how they are made, what a typed one means, and what the database keeps."""

import hmac
import re
import secrets
from hashlib import sha256

from accounts.credentials import encryption

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


def sealed(*, user_id: object, code: str) -> str:
    """What the database keeps: a digest, and sealed, so that it tells nothing without the server's key."""
    return encryption.seal({"digest": _digest(user_id, code.replace("-", ""))})


def is_it(kept: str, *, user_id: object, signs: str) -> bool:
    """Whether these are the signs of the code that was `sealed`."""
    return hmac.compare_digest(encryption.unseal(kept)["digest"], _digest(user_id, signs))


def _digest(user_id: object, signs: str) -> str:
    return sha256(f"{user_id}:{signs}".encode()).hexdigest()
