"""The port for personal data: each app's part of a user's export, and of a user's erasure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet


@dataclass(frozen=True, slots=True)
class Part:
    """A file of an export: its name in the zip, and a function that yields its bytes in small pieces."""

    name: str
    pieces: Callable[[], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class RowsToDelete:
    """Rows of one table that are deleted with a user.

    `before` is called with each row, in the transaction that deletes it.
    """

    rows: QuerySet[Any]
    before: Callable[[Any], None] | None = None


def do_nothing(user_id: UUID) -> None:
    """Does nothing: for an app that has nothing to check and no external service to notify."""


@dataclass(frozen=True, slots=True)
class PersonalData:
    """One app's export and erasure of the user `user_id`.

    `export` yields files while the zip is sent, in a database thread. `rows_to_delete` lists tables in the order in
    which their rows can be deleted. `check` raises an error that forbids the erasure. `notify_external` notifies
    external services (payments, file storage) outside a transaction, and may be called again.
    """

    export: Callable[[UUID], Iterable[Part]]
    rows_to_delete: Callable[[UUID], Iterable[RowsToDelete]]
    check: Callable[[UUID], None] = do_nothing
    notify_external: Callable[[UUID], None] = do_nothing


class PersonalDataPort:
    """The apps that hold personal data, in the order in which they start: an app starts after those it depends on.

    Erasure runs in reverse, because rows that refer to others are deleted first.
    """

    def __init__(self) -> None:
        self._apps: list[PersonalData] = []

    def register(self, app: PersonalData) -> None:
        self._apps.append(app)

    def export(self, user_id: UUID) -> Iterator[Part]:
        for app in self._apps:
            yield from app.export(user_id)

    def check(self, user_id: UUID) -> None:
        """Raises an app's error if it forbids the erasure of this user."""
        for app in self._apps:
            app.check(user_id)

    def notify_external(self, user_id: UUID) -> None:
        for app in reversed(self._apps):
            app.notify_external(user_id)

    def rows_to_delete(self, user_id: UUID) -> Iterable[RowsToDelete]:
        """The rows to delete, app by app, starting with the app that registered last."""
        for app in reversed(self._apps):
            yield from app.rows_to_delete(user_id)
