"""The only way to write a synced row: saves it and records the change, in one transaction.

The `..._each` functions write several rows of one table in a constant number of statements.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

from sync.errors import IdTaken
from sync.log import registry, rows, tombstones
from sync.log.pending import ALL, UPSERT, Entry, LastStep, RecordingConnection
from sync.models import SyncedRow

DELETE, LEFT_VIEW = "d", "x"

Row = TypeVar("Row", bound=SyncedRow)


def insert(row: SyncedRow) -> None:
    """Store a new row. Raises IdTaken, and IntegrityError for any other constraint."""
    if not ensure(row):
        raise IdTaken(f"{type(row).__name__} {row.id} is stored already")


def ensure(row: SyncedRow) -> bool:
    """Store a new row; its version is 1, or the next one after a removed row of its id. False if the id is taken."""
    return bool(ensure_each([row]))


def ensure_each(new: Sequence[Row]) -> list[Row]:
    """`ensure` for several rows; returns those that were stored."""
    removed = tombstones.versions(new)
    for row in new:
        row.v = 1 + removed.get(row.id, 0)
    entries = [_entries(row, UPSERT, registry.table_of(row).streams(row)) for row in new]
    taken = rows.insert(new)
    for row, about in zip(new, entries, strict=True):
        if row.id not in taken:
            record(about)
    return [row for row in new if row.id not in taken]


def locked(model: type[Row], row_id: UUID) -> Row | None:
    """The row, locked to the end of this transaction; None if there is none."""
    return rows.locked(model, [row_id]).get(row_id)


def locked_each(model: type[Row], row_ids: Collection[UUID]) -> dict[UUID, Row]:
    """`locked` for several rows, locked in the order of `locked_by`; rows that do not exist are left out."""
    return rows.locked(model, row_ids)


def locked_or_stored(new: Row) -> Row:
    """The row with the id of `new`, locked; if there is none, stores `new` and returns it."""
    while (row := locked(type(new), new.id)) is None:
        if ensure(new):
            return new
    return row


def differing(row: SyncedRow, **fields: Any) -> dict[str, Any]:
    """The `fields` whose values differ from those of `row`, so that equal values record no change."""
    return {name: value for name, value in fields.items() if getattr(row, name) != value}


def update(row: SyncedRow, **fields: Any) -> None:
    """Set `fields` of a row that this transaction has locked, as its next version. Raises StaleRow."""
    update_each([(row, fields)])


def update_each(changed: Sequence[tuple[SyncedRow, Mapping[str, object]]]) -> None:
    """`update` for several rows, each with its own values of the same fields."""
    entries = [entry for row, fields in changed for entry in _next_version(row, fields)]
    rows.update([row for row, _ in changed], changed[0][1] if changed else ())
    record(entries)


def _next_version(row: SyncedRow, fields: Mapping[str, object]) -> list[Entry]:
    streams = registry.table_of(row).streams
    before = streams(row)
    for name, value in fields.items():
        setattr(row, name, value)
    row.v += 1
    after = streams(row)
    return _entries(row, UPSERT, after) + _entries(row, LEFT_VIEW, [one for one in before if one not in after])


def delete(row: SyncedRow) -> None:
    """Remove a row that this transaction has locked. Raises StaleRow.

    Rows that refer to it must be removed before the commit.
    """
    row.v += 1
    entries = _entries(row, DELETE, registry.table_of(row).streams(row))
    rows.delete(row)
    tombstones.record_tombstone(row)
    record(entries)


def hide(row: SyncedRow, text: str = ALL) -> None:
    """Replace the row in its earlier changes by the row as it is now (LG10). This transaction must have written it.

    If `text` is given, replaces it only in changes whose frame contains the text.
    """
    record(_entries(row, UPSERT, registry.table_of(row).streams(row), (text,)))


def _entries(row: SyncedRow, op: str, streams: list[str], hides: tuple[str, ...] = ()) -> list[Entry]:
    """The changes to record after the row's write. Call it before the write, so that NotPublished (LG6) prevents it."""
    published = registry.table_of(row)
    if op != UPSERT or published.is_tombstone(row):
        hides = (ALL,)
    frames = published.encode_each(row, streams) if op == UPSERT else [(stream, "") for stream in streams]
    return [Entry(stream, published.tbl, row.id, op, row.v, frame, hides) for stream, frame in frames]


def record(entries: Iterable[Entry]) -> None:
    """Buffer changes for the flush before commit. Raises NoTransaction (LG3)."""
    database = rows.transaction_for("the log")
    database.pending.add(entries, _savepoints(database))


def before_commit(step: LastStep, item: object) -> None:
    """Call `step` before this transaction commits, once, with a list of the items of all its calls.

    The step runs after the numbers of all streams are taken. Raises NoTransaction.
    """
    database = rows.transaction_for("a step before the commit")
    database.pending.add_last_step(step, item, _savepoints(database))


def _savepoints(database: RecordingConnection) -> frozenset[str]:
    return frozenset(sid for sid in database.savepoint_ids if sid is not None)
