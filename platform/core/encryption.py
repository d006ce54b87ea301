"""Keeps secrets that have to be read again unreadable for whoever has the database without the server's key."""

import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils.crypto import salted_hmac


class CannotOpen(Exception):
    """It was sealed with another key: SECRET_KEY has changed since, or it is another room's."""


@dataclass(frozen=True, slots=True)
class Resealed:
    """How many secrets are sealed with the present key by now, and how many no key opens."""

    open: int = 0
    closed: int = 0

    def __add__(self, other: "Resealed") -> "Resealed":
        return Resealed(self.open + other.open, self.closed + other.closed)


def secret_keys() -> list[str]:
    """The present key, and the former one while a change of it is under way."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


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

    def reseal(self, rows: QuerySet[Any], column: str) -> Resealed:
        """Seal a column of these rows with the present key; what cannot be opened stays as it is."""
        count = Resealed()
        for row in rows.exclude(**{column: ""}).select_for_update().order_by("pk"):
            count += self._resealed(row, column)
        return count

    def _resealed(self, row: Model, column: str) -> Resealed:
        try:
            setattr(row, column, self._box().rotate(getattr(row, column).encode()).decode())
        except InvalidToken:
            return Resealed(closed=1)
        row.save(update_fields=[column])
        return Resealed(open=1)

    def _box(self) -> MultiFernet:
        """Seals with the first of its keys, and opens with any."""
        made = (salted_hmac(f"{self._room}.sealing", "the key", key, algorithm="sha256") for key in secret_keys())
        return MultiFernet([Fernet(urlsafe_b64encode(one.digest())) for one in made])
