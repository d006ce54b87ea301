"""The versions at which rows were removed, so that a device which held one takes what comes back under its id (LG5)."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from core.clock import now
from sync.models import Grave, SyncedRow
from sync.sql import raw_sql

FIND = "SELECT row_id, v FROM sync_grave WHERE tbl = %s AND row_id IN ({})"
DIG = (
    "INSERT INTO sync_grave (tbl, row_id, v, at) VALUES (%s, %s, %s, %s)"
    " ON CONFLICT (tbl, row_id) DO UPDATE SET v = excluded.v, at = excluded.at"
)


def versions(rows: Sequence[SyncedRow]) -> dict[UUID, int]:
    """At which versions rows of these ids, all of one table, were removed; nothing of an id of which none was."""
    if not rows or not rows[0].comes_back:
        return {}
    marks = ", ".join(["%s"] * len(rows))
    found = raw_sql.rows(FIND.format(marks), [rows[0]._meta.db_table, *(raw_sql.adapted(row.id) for row in rows)])
    return {raw_sql.uuid(row_id): v for row_id, v in found}


def dig(row: SyncedRow) -> None:
    """Note that this row has been removed, as the version that it has now."""
    if row.comes_back:
        raw_sql.count(DIG, [row._meta.db_table, raw_sql.adapted(row.id), row.v, raw_sql.adapted(now())])


def forgotten(*, before: datetime) -> list[tuple[str, UUID]]:
    """Rows removed before then of which the log says nothing any more: who held one has to load its streams anew."""
    sql = "SELECT tbl, row_id FROM sync_grave WHERE at < %s AND (tbl, row_id) NOT IN (SELECT tbl, row_id FROM sync_change)"
    return [(tbl, raw_sql.uuid(row_id)) for tbl, row_id in raw_sql.rows(sql, [raw_sql.adapted(before)])]


def prune(*, before: datetime, rows: Sequence[tuple[str, UUID]]) -> None:
    """Forget these, unless one has been removed again meanwhile."""
    for tbl, row_id in rows:
        Grave.objects.filter(tbl=tbl, row_id=row_id, at__lt=before).delete()
