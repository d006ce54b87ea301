"""The only way to write a synced row: saves it and records the change, in one transaction."""

from typing import Any, cast

from django.db import connection

from sync import registry
from sync.db.flushing import FlushingMixin
from sync.errors import OutsideTransaction
from sync.models import SyncedRow
from sync.pending import Entry

UPSERT, DELETE, LEFT_VIEW = "u", "d", "x"


def insert(row: SyncedRow) -> None:
    """Store a new row as its first version. Raises IntegrityError if its id is taken."""
    row.v = 1
    _record(row, UPSERT, registry.of(row).streams(row))
    row.save(force_insert=True)


def ensure(row: SyncedRow) -> None:
    """Store `row` if its id is free, so that it can be locked. Devices hear of it with its first update."""
    type(row)._default_manager.bulk_create([row], ignore_conflicts=True)


def update(row: SyncedRow, **fields: Any) -> None:
    """Set `fields` of a row that this transaction has locked, as its next version."""
    before = registry.of(row).streams(row)
    for name, value in fields.items():
        setattr(row, name, value)
    row.v += 1
    after = registry.of(row).streams(row)
    _record(row, UPSERT, after)
    _record(row, LEFT_VIEW, [stream for stream in before if stream not in after])
    row.save(update_fields=[*fields, "v"])


def delete(row: SyncedRow) -> None:
    """Remove a row that this transaction has locked."""
    row.v += 1
    _record(row, DELETE, registry.of(row).streams(row))
    row.delete()


def _record(row: SyncedRow, op: str, streams: list[str]) -> None:
    published = registry.of(row)
    frames = published.encode_each(row, streams) if op == UPSERT else [(stream, "") for stream in streams]
    for stream, frame in frames:
        record(Entry(stream, published.tbl, row.id, op, row.v, frame))


def record(entry: Entry) -> None:
    """Buffer one change for the flush before commit. Raises OutsideTransaction (LG3)."""
    if not connection.in_atomic_block:
        raise OutsideTransaction(f"{entry.tbl} was written outside a transaction")
    savepoints = frozenset(sid for sid in connection.savepoint_ids if sid is not None)
    pending = cast(FlushingMixin, connection).pending
    pending.entries.append(Entry(entry.stream, entry.tbl, entry.row_id, entry.op, entry.v, entry.frame, savepoints))
