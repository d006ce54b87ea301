"""Ports of the files app: other apps decide who may read their files, and the workflows read the file storage."""

from typing import Protocol
from uuid import UUID

from core.actor import Actor
from sync.ports import Port


class MayRead(Protocol):
    def __call__(self, *, actor: Actor, row_id: UUID) -> bool:
        """Whether `actor` may read the row and its files."""


class MayReadPort:
    """Holds one implementation for each app whose rows claim files."""

    def __init__(self) -> None:
        self._checks: dict[str, MayRead] = {}

    def register(self, app: str, check: MayRead) -> None:
        self._checks[app] = check

    def check(self, app: str, *, actor: Actor, row_id: UUID) -> bool:
        check = self._checks.get(app)
        return check is not None and check(actor=actor, row_id=row_id)


may_read = MayReadPort()


class ReadStored(Protocol):
    def __call__(self, key: str, start: int, size: int) -> bytes:
        """Up to `size` bytes of a stored file from `start`. Raises FileNotFoundError."""


read_stored: Port[ReadStored] = Port("files.read_stored")
