"""Recovery codes as text: creates them, reads typed ones, and makes the encrypted digest that the database stores."""

import hmac
import re
import secrets
from hashlib import sha256

from accounts.credentials import encryption

HOW_MANY = 10
# No two characters look alike. A code has 15 characters, so it is never mistaken for a factor's six digits.
SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
GROUP, GROUPS = 5, 3
WORD = re.compile(rf"[{SIGNS}]{{{GROUP * GROUPS}}}")


def fresh() -> str:
    """A random code of 74 bits, in groups."""
    return "-".join("".join(secrets.choice(SIGNS) for _ in range(GROUP)) for _ in range(GROUPS))


def typed(text: str) -> str | None:
    """The characters of a typed code without its separators, or None if the text is no recovery code."""
    signs = re.sub(r"[\s-]", "", text.lower())
    return signs if WORD.fullmatch(signs) else None


def sealed(*, user_id: object, code: str) -> str:
    """What the database stores: a digest, encrypted, so that it reveals nothing without the server's key."""
    return encryption.seal({"digest": _digest(user_id, code.replace("-", ""))})


def is_it(kept: str, *, user_id: object, signs: str) -> bool:
    """Whether `signs` (from `typed`) are the characters of the code that `sealed` returned `kept` for."""
    return hmac.compare_digest(encryption.unseal(kept)["digest"], _digest(user_id, signs))


def _digest(user_id: object, signs: str) -> str:
    return sha256(f"{user_id}:{signs}".encode()).hexdigest()
