"""Keeps secrets that have to be read again unreadable for whoever has the database without the server's key."""

import json
from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken
from django.utils.crypto import salted_hmac


class CannotOpen(Exception):
    """It was sealed with another key: SECRET_KEY has changed since, or it is another room's."""


class Seal:
    """What one room seals, no other can open: each has a key of its own, made from SECRET_KEY."""

    def __init__(self, room: str) -> None:
        self._room = room

    def seal(self, facts: dict[str, str]) -> str:
        return self._box().encrypt(json.dumps(facts).encode()).decode()

    def unseal(self, sealed: str) -> dict[str, str]:
        """What `seal` was given. Raises CannotOpen."""
        try:
            facts: dict[str, str] = json.loads(self._box().decrypt(sealed.encode()))
        except InvalidToken as error:
            raise CannotOpen from error
        return facts

    def _box(self) -> Fernet:
        return Fernet(urlsafe_b64encode(salted_hmac(f"{self._room}.sealing", "the key", algorithm="sha256").digest()))
