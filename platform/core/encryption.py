"""Encrypts stored secrets that the server must read again. Without the server's key, nobody can decrypt them."""

import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils.crypto import salted_hmac


class CannotUnseal(Exception):
    """The value was sealed with another key: SECRET_KEY has changed since, or another app sealed it."""


@dataclass(frozen=True, slots=True)
class Resealed:
    """How many secrets were sealed again with the present key, and how many cannot be opened with any key."""

    resealed: int = 0
    unreadable: int = 0

    def __add__(self, other: "Resealed") -> "Resealed":
        return Resealed(self.resealed + other.resealed, self.unreadable + other.unreadable)


def secret_keys() -> list[str]:
    """The present SECRET_KEY, and the former one while an operator replaces the key."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


class Seal:
    """Seals (encrypts) the secrets of one app. No other app can open them, because each app has its own key.

    The keys are derived from SECRET_KEY.
    """

    def __init__(self, app: str) -> None:
        self._app = app

    def seal(self, fields: dict[str, str]) -> str:
        return self._cipher().encrypt(json.dumps(fields).encode()).decode()

    def unseal(self, sealed: str) -> dict[str, str]:
        """The fields that were given to `seal`. Raises CannotUnseal."""
        try:
            fields: dict[str, str] = json.loads(self._cipher().decrypt(sealed.encode()))
        except InvalidToken as error:
            raise CannotUnseal from error
        return fields

    def reseal(self, rows: QuerySet[Any], column: str) -> Resealed:
        """Seal a column of these rows with the present key; a value that cannot be opened stays as it is."""
        count = Resealed()
        for row in rows.exclude(**{column: ""}).select_for_update().order_by("pk"):
            count += self._resealed(row, column)
        return count

    def _resealed(self, row: Model, column: str) -> Resealed:
        try:
            setattr(row, column, self._cipher().rotate(getattr(row, column).encode()).decode())
        except InvalidToken:
            return Resealed(unreadable=1)
        row.save(update_fields=[column])
        return Resealed(resealed=1)

    def _cipher(self) -> MultiFernet:
        """A cipher that seals with the present key and opens with any key."""
        hmacs = (salted_hmac(f"{self._app}.sealing", "the key", key, algorithm="sha256") for key in secret_keys())
        return MultiFernet([Fernet(urlsafe_b64encode(one.digest())) for one in hmacs])
