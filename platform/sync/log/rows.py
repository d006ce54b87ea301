"""Reads and writes synced rows: only inside a transaction, and only from one version to the next.

One statement writes or locks all given rows of a table, so ten users' notices cost as many statements as one user's.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeVar, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections

from sync.errors import NoTransaction, StaleRow
from sync.log.pending import RecordingConnection
from sync.models import SyncedRow
from sync.sql import raw_sql
from sync.sql.row_statements import statements_of

Row = TypeVar("Row", bound=SyncedRow)
Item = TypeVar("Item")
BATCH_SIZE = 500  # rows in one statement; SQLite takes at most 32,766 values


def transaction_for(tbl: str) -> RecordingConnection:
    """The connection with its open transaction. Raises NoTransaction (LG3)."""
    database = connections[DEFAULT_DB_ALIAS]
    if not database.in_atomic_block:
        raise NoTransaction(f"{tbl} was used outside a transaction")
    return cast(RecordingConnection, database)


def insert(new: Sequence[SyncedRow]) -> set[UUID]:
    """Store new rows; returns the ids that are taken. Raises IntegrityError for any other constraint."""
    taken: set[UUID] = set()
    for part in _parts(new):
        table = statements_of(type(part[0]))
        database = transaction_for(table.name)
        values = [column.value(row, database, is_new=True) for row in part for column in table.columns]
        ids = {row.id for row in part}
        stored = raw_sql.rows(table.insert(len(part)), values)
        taken |= ids - {raw_sql.uuid(row_id) for (row_id,) in stored}
        for row in part:
            if row.id not in taken:
                row._state.adding, row._state.db = False, database.alias
    return taken


def locked(model: type[Row], row_ids: Collection[UUID]) -> dict[UUID, Row]:
    """The rows, locked to the end of the transaction in the order of `locked_by`; missing rows are left out."""
    table = statements_of(model)
    database = transaction_for(table.name)
    if not row_ids:
        return {}
    locked_rows = [cast(Row, table.reading.to_model(one)) for one in raw_sql.rows(*table.lock(row_ids, database))]
    return {row.id: row for row in locked_rows}


def update(rows: Sequence[SyncedRow], names: Iterable[str]) -> None:
    """Write these fields and `v`. Raises StaleRow unless `v` is the next one after the stored row's."""
    fields = tuple(names)
    for part in _parts(rows):
        table = statements_of(type(part[0]))
        database = transaction_for(table.name)
        sql, columns = table.update(fields, len(part))
        values = []
        for row in part:
            values += [column.value(row, database, is_new=False) for column in columns]
            values += table.where_values(row, database)
        _check_all_written(part, raw_sql.count(sql, values))


def delete(row: SyncedRow) -> None:
    """Remove a row. Raises StaleRow unless its `v` is the next one after the stored row's."""
    table = statements_of(type(row))
    _check_all_written([row], raw_sql.count(table.delete, table.where_values(row, transaction_for(table.name))))


def _check_all_written(rows: Sequence[SyncedRow], written: int) -> None:
    if written != len(rows):
        expected = ", ".join(f"{row.id} at version {row.v - 1}" for row in rows)
        raise StaleRow(f"{type(rows[0]).__name__}: wrote {written} of {len(rows)} rows, expected {expected}")


def _parts(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), BATCH_SIZE):
        yield items[start : start + BATCH_SIZE]
