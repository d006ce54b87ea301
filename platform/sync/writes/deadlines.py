"""Deadlines for the statements of one thread, on either store."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import DatabaseError, connection

_limited = threading.local()
DEFAULT_STATEMENT_TIMEOUT_S = 10.0  # limits statements outside a deadline, because a slow query would occupy its thread
STEPS_PER_CHECK = 2_000  # steps of SQLite's virtual machine, about 20 us
CANCEL_TIMEOUT_S = 1.0  # of one cancel request to PostgreSQL; if none arrives, the statement timeout ends the statement
CANCEL_RETRY_S = 0.05  # between two cancel requests


class DeadlineExceeded(Exception):
    """The statement was ended or not started, because its deadline is over or its caller was cancelled."""


class Deadline:
    """A deadline that is over `seconds` after `start()`; any thread may cancel it earlier."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._end = seconds, float("inf")
        self._cancelled = threading.Event()
        self._lock = threading.Lock()
        self._running: Any = None  # the PostgreSQL connection that `ends_statements` uses now

    def start(self) -> "Deadline":
        """Start the deadline's time, and return the deadline."""
        self._end = time.monotonic() + self._seconds
        return self

    @property
    def is_over(self) -> bool:
        return self._cancelled.is_set() or time.monotonic() >= self._end

    def cancel(self) -> None:
        """End the deadline now.

        A separate thread sends the cancel request, because the request opens another connection and may block.
        """
        self._cancelled.set()
        if self._running is not None:
            threading.Thread(target=self._cancel_statement, name="db-cancel", daemon=True).start()

    @contextmanager
    def ends_statements(self) -> Iterator[None]:
        """Inside, end this thread's statements when the deadline is over. Raises DeadlineExceeded."""
        if self.is_over:
            raise DeadlineExceeded
        connection.ensure_connection()
        is_sqlite = connection.vendor == "sqlite"
        try:
            if is_sqlite:
                connection.connection.set_progress_handler(lambda: self.is_over, STEPS_PER_CHECK)
            else:
                limit_statements(self._end - time.monotonic())
                self._running = connection.connection
                if self.is_over:  # `cancel` ran before `_running` was set, so it could not end a statement
                    raise DeadlineExceeded
            yield
        except DatabaseError as error:
            if not self.is_over:
                raise
            raise DeadlineExceeded from error
        finally:
            if not is_sqlite:
                with self._lock:
                    self._running = None
                limit_statements(DEFAULT_STATEMENT_TIMEOUT_S)
            elif connection.connection is not None:
                connection.connection.set_progress_handler(None, 0)

    def _cancel_statement(self) -> None:
        """Repeat the request until the statement has ended, because PostgreSQL ignores one before the statement."""
        database: Any = connection  # the stubs lack its module
        while True:
            # Under the lock, because the connection must not start another caller's statement meanwhile.
            with self._lock, suppress(database.Database.Error):
                if self._running is None:
                    return
                self._running.cancel_safe(timeout=CANCEL_TIMEOUT_S)
            time.sleep(CANCEL_RETRY_S)


def limit_statements(seconds: float) -> None:
    """Have PostgreSQL end each statement of this thread's connection that takes longer than `seconds`."""
    with connection.cursor() as cursor:
        # Rounded up, so that the deadline is over when PostgreSQL reports that it ended the statement.
        cursor.execute(f"SET statement_timeout = {max(0, int(seconds * 1000)) + 2}")


def limit_persistent_connection(seconds: float) -> None:
    """Call `limit_statements` once for each persistent connection, because a call before every read costs 10 % more."""
    connection.ensure_connection()
    if getattr(_limited, "connection", None) is not connection.connection:
        limit_statements(seconds)
        _limited.connection = connection.connection
