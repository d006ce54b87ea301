"""Creates recovery codes, parses typed ones, and computes the encrypted digest that the database stores."""

import hmac
import re
import secrets
from hashlib import sha256

from accounts.credentials import encryption

COUNT = 10
# No two characters look alike. A code has 15 characters, so it is never mistaken for a factor's six digits.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
GROUP, GROUPS = 5, 3
CODE = re.compile(rf"[{ALPHABET}]{{{GROUP * GROUPS}}}")


def fresh_code() -> str:
    """A random code of 74 bits, in groups."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))


def parse(text: str) -> str | None:
    """The characters of a typed code without its separators, or None if the text is no recovery code."""
    characters = re.sub(r"[\s-]", "", text.lower())
    return characters if CODE.fullmatch(characters) else None


def sealed_digest(*, user_id: object, code: str) -> str:
    """The value to store for `code`: an encrypted digest, which reveals nothing without the server's key."""
    return encryption.seal({"digest": _digest(user_id, code.replace("-", ""))})


def matches(encrypted: str, *, user_id: object, characters: str) -> bool:
    """Whether `characters` (a result of `parse`) match the code of `encrypted` (a result of `sealed_digest`)."""
    return hmac.compare_digest(encryption.unseal(encrypted)["digest"], _digest(user_id, characters))


def _digest(user_id: object, characters: str) -> str:
    return sha256(f"{user_id}:{characters}".encode()).hexdigest()
