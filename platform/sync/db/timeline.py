"""The timeline of a PostgreSQL server: a promoted standby or a restored copy begins a new one."""

from dataclasses import dataclass

from django.db import connection

# `pg_walfile_name` needs no rights; the first eight digits are the timeline. It raises an error on a standby.
# Only `sync` counts: a standby that is async, potential or one of a quorum may lack a commit, and any of them can take
# over. A role that is not a member of pg_monitor reads NULL, which counts as not synchronous.
QUERY = """SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8),
 current_setting('synchronous_commit') IN ('on', 'remote_apply')
 AND EXISTS (SELECT FROM pg_stat_replication)
 AND NOT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state IS DISTINCT FROM 'sync')"""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The id of a timeline, and whether each commit waits until every connected standby has it on disk."""

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
