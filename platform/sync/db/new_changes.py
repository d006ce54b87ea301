"""Finds what any process committed since the last check: cheap on SQLite, not available on PostgreSQL."""

import threading

from django.db import connection

from sync.sql import raw_sql

NEWEST = "SELECT max(rowid) FROM sync_change"
SINCE = "SELECT stream, max(seq) FROM sync_change WHERE rowid > %s AND rowid <= %s GROUP BY stream"


class NewChanges:
    """Reads only the new rows of the log, because SQLite numbers them in the order of their commits.

    SQLite's `data_version` shows only that some process committed. When every head was compared after each write of
    this process, a write with 2,000 connected clients cost twice as much as one with 200 (measured).
    """

    def __init__(self) -> None:
        self._seen: int | None = None
        self._lock = threading.Lock()  # `poll` is called from several threads

    @property
    def is_supported(self) -> bool:
        """Whether this works on the store in use."""
        return connection.vendor == "sqlite"

    def poll(self) -> dict[str, int]:
        """The new heads of the streams that have grown since the last call; empty at the first call."""
        with self._lock:
            newest = raw_sql.rows(NEWEST, [])[0][0] or 0
            seen, self._seen = self._seen, newest
            # If the newest number decreased, the log was restored or renumbered; the poll of all heads detects that.
            return dict(raw_sql.rows(SINCE, [seen, newest])) if seen is not None and seen < newest else {}
