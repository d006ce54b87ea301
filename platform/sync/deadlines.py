"""A time by which the statements of one thread have to end, on either store."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection

_limited = threading.local()
OTHERWISE_S = 10.0  # for one read: a query that has become slow must not keep its thread
LOOK_EVERY = 2_000  # steps of SQLite's machine, some 20 us


class TimeIsUp(Exception):
    """The statement was ended, or not begun, because its time is over or nobody waits for it any more."""


class Deadline:
    """So many seconds after it has begun; any thread may cancel it before."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._end = seconds, float("inf")
        self._cancelled = threading.Event()

    def begun(self) -> "Deadline":
        """The same, from now on."""
        self._end = time.monotonic() + self._seconds
        return self

    @property
    def is_over(self) -> bool:
        return self._cancelled.is_set() or time.monotonic() >= self._end

    def cancel(self) -> None:
        self._cancelled.set()

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
            yield
        except DatabaseError as error:
            if not self.is_over:
                raise
            raise TimeIsUp from error
        finally:
            if not is_sqlite:
                limit_statements(OTHERWISE_S)
            elif connection.connection is not None:
                connection.connection.set_progress_handler(None, 0)


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
