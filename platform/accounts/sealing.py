"""Keeps secrets that have to be read again unreadable for whoever has the database without the server's key."""

import json
from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken
from django.utils.crypto import salted_hmac


class CannotOpen(Exception):
    """It was sealed with another key: SECRET_KEY has changed since."""


def seal(facts: dict[str, str]) -> str:
    return _box().encrypt(json.dumps(facts).encode()).decode()


def unseal(sealed: str) -> dict[str, str]:
    """What `seal` was given. Raises CannotOpen."""
    try:
        facts: dict[str, str] = json.loads(_box().decrypt(sealed.encode()))
    except InvalidToken as error:
        raise CannotOpen from error
    return facts


def _box() -> Fernet:
    return Fernet(urlsafe_b64encode(salted_hmac("accounts.sealing", "the key", algorithm="sha256").digest()))
