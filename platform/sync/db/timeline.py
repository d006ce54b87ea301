"""The history that a PostgreSQL server writes: a promoted standby and a restored copy begin a new one."""

from dataclasses import dataclass

from django.db import connection

# `pg_walfile_name` needs no rights; the first eight digits are the timeline. It raises an error on a standby.
QUERY = """SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8),
 current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') IN ('on', 'remote_apply')"""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Its id, and whether each commit waits until a standby has it on disk."""

    id: str
    is_synchronous: bool


def current() -> Timeline | None:
    """The timeline of the server; None on SQLite, which has no standby."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute(QUERY)
        name, is_synchronous = cursor.fetchone()
        return Timeline(name, is_synchronous)
