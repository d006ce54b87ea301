"""What was committed since the last look, by whichever process: cheap on SQLite, unknown elsewhere."""

import threading

from django.db import connection

from sync.sql import raw_sql

NEWEST = "SELECT max(rowid) FROM sync_change"
SINCE = "SELECT stream, max(seq) FROM sync_change WHERE rowid > %s AND rowid <= %s GROUP BY stream"


class NewChanges:
    """SQLite numbers the log's rows in the order of their commits, so what is new is read and nothing else.

    Its `data_version` says only that somebody committed; comparing every head after each write of this process made
    a write with 2,000 clients connected cost twice as much as with 200 (measured).
    """

    def __init__(self) -> None:
        self._seen: int | None = None
        self._looking = threading.Lock()  # looks come from several threads

    @property
    def are_told(self) -> bool:
        """Whether the store in use tells them."""
        return connection.vendor == "sqlite"

    def look(self) -> dict[str, int]:
        """The new heads of the streams that have grown since the last look; nothing at the first one."""
        with self._looking:
            newest = raw_sql.rows(NEWEST, [])[0][0] or 0
            seen, self._seen = self._seen, newest
            # Without its newest rows the log was put back, or numbered anew: the heads themselves tell.
            return dict(raw_sql.rows(SINCE, [seen, newest])) if seen is not None and seen < newest else {}
