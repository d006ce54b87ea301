"""Retries services that met a locked row, in a thread of their own, while the writer runs other services.

An operator's psql, or a long transaction, may hold a lock for minutes. A writer that waited for it would delay all
other writes of this process, so it waits only as long as an ordinary group of another process takes.
"""

import threading
import time
from collections import deque
from collections.abc import Callable

from django.db import connection

from sync.writes.queued_write import Work

WAIT_MS = 300  # how long a statement of the writer waits for a row's lock
RETRY_WAIT_MS = 2_000  # the same in the retrying thread; a waiting statement keeps its place in the queue for the lock
PAUSE_S = 0.2  # between two tries; meanwhile the locks of the failed try are free for others
GIVE_UP_S = 20.0
LOCKED = "55P03"
_limited = threading.local()


class BlockedWrites:
    """Retries each blocked service alone, in turn, until it succeeds or `GIVE_UP_S` have passed.

    After that, the caller gets the store's error. Later works with the same `partition_key` wait behind a blocked one.
    The thread ends when nothing waits.
    """

    def __init__(self, name: str, do: Callable[[Work], None], answer: Callable[[Work], None]) -> None:
        self._name, self._do, self._answer = name, do, answer
        self._queues: dict[object, deque[tuple[Work, float]]] = {}
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def queue_behind(self, work: Work) -> bool:
        """Queue `work` and return True if an earlier one with the same `partition_key` waits here."""
        with self._lock:
            queue = self._queues.get(work.partition_key)
            if queue is None or not work.waits:
                return False
            queue.append((work, time.monotonic() + GIVE_UP_S))
            return True

    def queue_if_locked(self, work: Work) -> bool:
        """Queue `work` and return True if its try met a locked row."""
        if not work.waits or not is_locked(work.error):
            return False
        with self._lock:
            self._queues.setdefault(work.partition_key, deque()).append((work, time.monotonic() + GIVE_UP_S))
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name=self._name, daemon=True)
                self._thread.start()
        return True

    def close(self) -> None:
        """Return when no blocked service is left."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _serve(self) -> None:
        _limited.ms = RETRY_WAIT_MS
        while (first := self._first()) is not None:
            work, until = first
            work.result, work.error = None, None
            if not work.is_abandoned:
                self._do(work)
            if is_locked(work.error) and time.monotonic() < until:
                with self._lock:
                    self._queues[work.partition_key] = self._queues.pop(work.partition_key)
                time.sleep(PAUSE_S)
                continue
            with self._lock:
                self._queues[work.partition_key].popleft()
                if not self._queues[work.partition_key]:
                    del self._queues[work.partition_key]
            self._answer(work)

    def _first(self) -> tuple[Work, float] | None:
        with self._lock:
            if self._queues:
                return next(iter(self._queues.values()))[0]
            connection.close()
            self._thread = None
            return None


def limit_lock_waits() -> None:
    """Limit how long this thread's statements wait for a row lock; set once for each persistent connection."""
    if not connection.features.has_select_for_update:
        return
    connection.ensure_connection()
    if getattr(_limited, "connection", None) is not connection.connection:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {getattr(_limited, 'ms', WAIT_MS)}")
        _limited.connection = connection.connection


def is_locked(error: BaseException | None) -> bool:
    """Whether the store aborted the transaction because a lock was not free.

    A COMMIT that raised this error had no effect.
    """
    return has_state(error, LOCKED)


def has_state(error: BaseException | None, state: str) -> bool:
    """Whether `error` or one of its causes has the SQLSTATE `state`."""
    while error is not None and getattr(error, "sqlstate", None) != state:
        error = error.__cause__
    return error is not None
