"""The only way to write a synced row: saves it and records the change, in one transaction."""

from collections.abc import Iterable
from typing import Any, TypeVar
from uuid import UUID

from sync import graves, registry, rows
from sync.errors import IdTaken
from sync.models import SyncedRow
from sync.pending import Entry

UPSERT, DELETE, LEFT_VIEW = "u", "d", "x"

Row = TypeVar("Row", bound=SyncedRow)


def insert(row: SyncedRow) -> None:
    """Store a new row. Raises IdTaken, and IntegrityError for any other constraint."""
    if not ensure(row):
        raise IdTaken(f"{type(row).__name__} {row.id} is stored already")


def ensure(row: SyncedRow) -> bool:
    """Store a new row as the first version of its id, or as the next one; False, and nothing happens, if it is taken."""
    row.v = 1 + graves.version(row)
    entries = _entries(row, UPSERT, registry.of(row).streams(row))
    if not rows.insert(row):
        return False
    record(entries)
    return True


def locked(model: type[Row], row_id: UUID) -> Row | None:
    """A row that nobody else can write before this transaction ends; None if there is none."""
    return rows.locked(model, row_id)


def update(row: SyncedRow, **fields: Any) -> None:
    """Set `fields` of a row that this transaction has locked, as its next version. Raises StaleRow."""
    streams = registry.of(row).streams
    before = streams(row)
    for name, value in fields.items():
        setattr(row, name, value)
    row.v += 1
    after = streams(row)
    entries = _entries(row, UPSERT, after) + _entries(row, LEFT_VIEW, [one for one in before if one not in after])
    rows.update(row, fields)
    record(entries)


def delete(row: SyncedRow) -> None:
    """Remove a row that this transaction has locked. Raises StaleRow; what refers to it must be gone by commit."""
    row.v += 1
    entries = _entries(row, DELETE, registry.of(row).streams(row))
    rows.delete(row)
    graves.dig(row)
    record(entries)


def _entries(row: SyncedRow, op: str, streams: list[str]) -> list[Entry]:
    """The changes to record once the row is written; a row that may not be shown (LG6) is refused before it is."""
    published = registry.of(row)
    frames = published.encode_each(row, streams) if op == UPSERT else [(stream, "") for stream in streams]
    return [Entry(stream, published.tbl, row.id, op, row.v, frame) for stream, frame in frames]


def record(entries: Iterable[Entry]) -> None:
    """Buffer changes for the flush before commit. Raises OutsideTransaction (LG3)."""
    database = rows.transaction_for("the log")
    database.pending.add(entries, frozenset(sid for sid in database.savepoint_ids if sid is not None))
