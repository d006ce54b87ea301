"""Creates refresh tokens, computes their digest, and derives a token from its parent."""

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode

WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{12,128}")


def random_token() -> str:
    """A new random token of 256 bits. Salts are created with this function too."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """The SHA-256 of a token, which the database stores. The token is random, so no key is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def child(token: str, salt: str) -> str:
    """The only successor of `token`. Deriving it needs both the token and the salt in its row."""
    mac = hmac.digest(token.encode(), salt.encode(), "sha256")
    return urlsafe_b64encode(mac).rstrip(b"=").decode()


def is_well_formed(token: str) -> bool:
    return WELL_FORMED.fullmatch(token) is not None
