"""The versions of removed rows, so that a device which held such a row accepts a new row under its id (LG5)."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from core.clock import now
from sync.models import SyncedRow, Tombstone
from sync.sql import raw_sql

SELECT = "SELECT row_id, v FROM sync_tombstone WHERE tbl = %s AND row_id IN ({})"
UPSERT = (
    "INSERT INTO sync_tombstone (tbl, row_id, v, at) VALUES (%s, %s, %s, %s)"
    " ON CONFLICT (tbl, row_id) DO UPDATE SET v = excluded.v, at = excluded.at"
)


def versions(rows: Sequence[SyncedRow]) -> dict[UUID, int]:
    """By id: the version at which a row with the id of one of `rows` was removed. All `rows` are of one table."""
    if not rows or not rows[0].comes_back:
        return {}
    placeholders = ", ".join(["%s"] * len(rows))
    removed = raw_sql.rows(
        SELECT.format(placeholders), [rows[0]._meta.db_table, *(raw_sql.adapted(row.id) for row in rows)]
    )
    return {raw_sql.uuid(row_id): v for row_id, v in removed}


def record_tombstone(row: SyncedRow) -> None:
    """Record that this row was removed at its present version."""
    if row.comes_back:
        raw_sql.count(UPSERT, [row._meta.db_table, raw_sql.adapted(row.id), row.v, raw_sql.adapted(now())])


def expired(*, before: datetime) -> list[tuple[str, UUID]]:
    """Rows removed before `before` without a change in the log: a device that still has one must load again."""
    sql = "SELECT tbl, row_id FROM sync_tombstone WHERE at < %s AND (tbl, row_id) NOT IN (SELECT tbl, row_id FROM sync_change)"
    return [(tbl, raw_sql.uuid(row_id)) for tbl, row_id in raw_sql.rows(sql, [raw_sql.adapted(before)])]


def prune(*, before: datetime, rows: Sequence[tuple[str, UUID]]) -> None:
    """Delete these tombstones, except those of rows that were removed again since `before`."""
    for tbl, row_id in rows:
        Tombstone.objects.filter(tbl=tbl, row_id=row_id, at__lt=before).delete()
