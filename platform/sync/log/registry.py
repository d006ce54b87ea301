"""The registry of tables that reach devices: their streams, their projections, and the rows of a first load."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import QuerySet

from sync.errors import NotPublished
from sync.log.streams import Kind, kind_of
from sync.models import SyncedRow


class Projection(Protocol):
    """A wire shape: made from a row, encoded as JSON (sync.schemas.RowOut)."""

    @classmethod
    def model_validate(cls, obj: Any) -> "Projection": ...

    def model_dump_json(self) -> str: ...


@dataclass(frozen=True)
class PublishedTable:
    """The entry of one table.

    `streams` returns the streams of a row, and `snapshot` the rows that a first load of a stream sends. `is_tombstone`
    returns whether a row is a tombstone; the earlier changes of a tombstone are hidden (LG10).
    """

    tbl: str
    model: type[SyncedRow]
    streams: Callable[[Any], list[str]]
    projections: Mapping[Kind, type[Projection]]
    snapshot: Callable[[str], QuerySet[Any]]
    is_tombstone: Callable[[Any], bool] = lambda row: False

    def encode(self, row: SyncedRow, stream: str) -> str:
        """The JSON of `row` for the audience of `stream`. Raises NotPublished if there is no projection (LG6)."""
        projection = self.projections.get(kind_of(stream))
        if projection is None:
            raise NotPublished(f"{self.tbl} has no projection for {stream}")
        return projection.model_validate(row).model_dump_json()

    def encode_each(self, row: SyncedRow, streams: list[str]) -> list[tuple[str, str]]:
        """`row` for each of `streams`, encoded once for audiences that share a projection (encoding takes 5 us)."""
        cached: dict[type[Projection] | None, str] = {}
        encoded = []
        for stream in streams:
            projection = self.projections.get(kind_of(stream))
            if projection not in cached:
                cached[projection] = self.encode(row, stream)
            encoded.append((stream, cached[projection]))
        return encoded


_by_model: dict[type[SyncedRow], PublishedTable] = {}
_by_table: dict[str, PublishedTable] = {}


def publish(
    model: type[SyncedRow],
    *,
    streams: Callable[[Any], list[str]],
    as_: Mapping[Kind, type[Any]],
    snapshot: Callable[[str], QuerySet[Any]],
    is_tombstone: Callable[[Any], bool] = lambda row: False,
) -> None:
    """Register `model`, so that its rows reach devices."""
    entry = PublishedTable(model._meta.db_table, model, streams, as_, snapshot, is_tombstone)
    _by_model[model] = entry
    _by_table[entry.tbl] = entry


def table_of(row: SyncedRow) -> PublishedTable:
    """The entry of a row's table. Raises NotPublished."""
    try:
        return _by_model[type(row)]
    except KeyError:
        raise NotPublished(f"{type(row).__name__} is not published by any synced.py") from None


def tables_of(stream: str) -> list[PublishedTable]:
    """The tables of a stream, in the order of a first load."""
    kind = kind_of(stream)
    return [entry for entry in _by_table.values() if kind in entry.projections]


def all_tables() -> list[PublishedTable]:
    """Every published table."""
    return list(_by_table.values())
