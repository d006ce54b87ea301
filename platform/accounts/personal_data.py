"""What rooms have of a person: what goes into their export, and what goes when they are erased."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet

Row = TypeVar("Row", bound=Model)
AT_ONCE = 500  # rows


@dataclass(frozen=True, slots=True)
class Part:
    """A file of an export: its name in the zip, and what gives its bytes piece by piece, each after little reading."""

    name: str
    pieces: Callable[[], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class Going:
    """Rows of one table that go with a person; `before` is called with each of them, in the transaction that takes it."""

    rows: QuerySet[Any]
    before: Callable[[Any], None] | None = None


def table(name: str, rows: QuerySet[Row], fields: Sequence[str]) -> Part:
    """These fields of some rows in their order, as one file of JSON."""
    return Part(f"{name}.json", partial(_listed, rows, fields))


def pages(rows: QuerySet[Row], fields: Sequence[str]) -> Iterator[list[dict[str, Any]]]:
    """These fields of some rows in their order, which has to rise, page by page: no statement reads them all."""
    order = [*(str(field) for field in rows.query.order_by), "pk"]
    following = rows.order_by(*order).values(*dict.fromkeys([*fields, *order]))
    page = list(following[:AT_ONCE])
    while page:
        yield [{field: row[field] for field in fields} for row in page]
        page = list(following.filter(_after(page[-1], order))[:AT_ONCE]) if len(page) == AT_ONCE else []


def _after(row: Mapping[str, Any], order: Sequence[str]) -> Q:
    """Rows behind this one. The first field stands alone as well: by that a store finds its place in an index."""
    beyond = Q()
    for place, field in enumerate(order):
        equal = {one: row[one] for one in order[:place]}
        beyond |= Q(**equal, **{f"{field}__gt": row[field]})
    return Q(**{f"{order[0]}__gte": row[order[0]]}) & beyond


def _listed(rows: QuerySet[Any], fields: Sequence[str]) -> Iterator[bytes]:
    before = "["
    for page in pages(rows, fields):
        yield before.encode() + json.dumps(page, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)[1:-2].encode()
        before = ","
    yield b"[]" if before == "[" else b"\n]"


def nothing(user_id: UUID) -> None:
    """A room that has nothing to check, or nobody to tell."""


@dataclass(frozen=True, slots=True)
class Personal:
    """One room's answers about the person `user_id`.

    `export` is read while it is sent, in a thread of the database; `goes` names tables in the order in which their rows can go. `check` raises what
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

    def export(self, user_id: UUID) -> Iterator[Part]:
        for room in self._rooms:
            yield from room.export(user_id)

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
