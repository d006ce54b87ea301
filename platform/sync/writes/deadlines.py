"""A time by which the statements of one thread have to end, on either store."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import DatabaseError, connection

_limited = threading.local()
OTHERWISE_S = 10.0  # for one read: a query that has become slow must not keep its thread
LOOK_EVERY = 2_000  # steps of SQLite's machine, some 20 us
CANCEL_S, AGAIN_S = 1.0, 0.05  # for a request to PostgreSQL; the time limit ends the statement without it


class TimeIsUp(Exception):
    """The statement was ended, or not begun, because its time is over or nobody waits for it any more."""


class Deadline:
    """So many seconds after it has begun; any thread may cancel it before."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._end = seconds, float("inf")
        self._cancelled = threading.Event()
        self._lock = threading.Lock()
        self._running: Any = None  # the connection of PostgreSQL whose statements it ends at present

    def begun(self) -> "Deadline":
        """The same, from now on."""
        self._end = time.monotonic() + self._seconds
        return self

    @property
    def is_over(self) -> bool:
        return self._cancelled.is_set() or time.monotonic() >= self._end

    def cancel(self) -> None:
        """End it now. A thread asks PostgreSQL to, because that takes a connection of its own."""
        self._cancelled.set()
        if self._running is not None:
            threading.Thread(target=self._cancel_statement, name="db-cancel", daemon=True).start()

    @contextmanager
    def ends_statements(self) -> Iterator[None]:
        """End this thread's statements inside once it is over. Raises TimeIsUp."""
        if self.is_over:
            raise TimeIsUp
        connection.ensure_connection()
        is_sqlite = connection.vendor == "sqlite"
        try:
            if is_sqlite:
                connection.connection.set_progress_handler(lambda: self.is_over, LOOK_EVERY)
            else:
                limit_statements(self._end - time.monotonic())
                self._running = connection.connection
                if self.is_over:  # it was cancelled before it could see which statement to end
                    raise TimeIsUp
            yield
        except DatabaseError as error:
            if not self.is_over:
                raise
            raise TimeIsUp from error
        finally:
            if not is_sqlite:
                with self._lock:
                    self._running = None
                limit_statements(OTHERWISE_S)
            elif connection.connection is not None:
                connection.connection.set_progress_handler(None, 0)

    def _cancel_statement(self) -> None:
        """Again until it has ended: PostgreSQL ignores a request that comes before the statement."""
        database: Any = connection  # the stubs lack its module
        while True:
            # Under the lock, because the connection must not begin somebody else's statement meanwhile.
            with self._lock, suppress(database.Database.Error):
                if self._running is None:
                    return
                self._running.cancel_safe(timeout=CANCEL_S)
            time.sleep(AGAIN_S)


def limit_statements(seconds: float) -> None:
    """Have PostgreSQL end each statement of this thread's connection that takes longer."""
    with connection.cursor() as cursor:
        # Rounded up: whoever is told that a statement was ended asks whether its time is over.
        cursor.execute(f"SET statement_timeout = {max(0, int(seconds * 1000)) + 2}")


def limit_kept_connection(seconds: float) -> None:
    """The same once for each connection that this thread keeps: a statement before every read would cost a tenth of it."""
    connection.ensure_connection()
    if getattr(_limited, "connection", None) is not connection.connection:
        limit_statements(seconds)
        _limited.connection = connection.connection
