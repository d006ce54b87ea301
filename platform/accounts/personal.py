"""What rooms have of a person: what goes into their export, and what goes when they are erased."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Part:
    """A file of an export: its name in the zip, and what gives its bytes piece by piece; by then no database is asked."""

    name: str
    pieces: Callable[[], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class Going:
    """Rows of one table that go with a person; `before` is called with each of them, in the transaction that takes it."""

    rows: QuerySet[Any]
    before: Callable[[Any], None] | None = None


def table(name: str, rows: QuerySet[Row], fields: Sequence[str]) -> Part:
    """These fields of some rows, read now, as one file of JSON."""
    found = json.dumps(list(rows.values(*fields)), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return Part(f"{name}.json", lambda: [found.encode()])


def nothing(user_id: UUID) -> None:
    """A room that has nothing to check, or nobody to tell."""


@dataclass(frozen=True, slots=True)
class Personal:
    """One room's answers about the person `user_id`.

    `export` reads all that it gives; `goes` names tables in the order in which their rows can go. `check` raises what
    speaks against erasing; `leave` tells others outside (a payment service, a shelf of files), in no transaction, and
    may be called again.
    """

    export: Callable[[UUID], Iterable[Part]]
    goes: Callable[[UUID], Iterable[Going]]
    check: Callable[[UUID], None] = nothing
    leave: Callable[[UUID], None] = nothing


class PersonalPort:
    """The rooms that have something of people. Lower rooms start first; what stands on others' rows goes first."""

    def __init__(self) -> None:
        self._rooms: list[Personal] = []

    def register(self, room: Personal) -> None:
        self._rooms.append(room)

    def export(self, user_id: UUID) -> list[Part]:
        return [part for room in self._rooms for part in room.export(user_id)]

    def check(self, user_id: UUID) -> None:
        """Raises what speaks against erasing this person."""
        for room in self._rooms:
            room.check(user_id)

    def leave(self, user_id: UUID) -> None:
        for room in reversed(self._rooms):
            room.leave(user_id)

    def goes(self, user_id: UUID) -> Iterable[Going]:
        """Room by room, the highest first."""
        for room in reversed(self._rooms):
            yield from room.goes(user_id)
