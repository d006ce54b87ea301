"""Services that met a row which another transaction has locked: they wait beside the writer, which goes on with others.

An operator's psql, or a long transaction, may hold a lock for minutes. A writer that waited for it would hold up
everybody whose writes this process does; so it waits as long as a group of an ordinary process takes, and no longer.
"""

import threading
import time
from collections import deque
from collections.abc import Callable

from django.db import connection

from sync.writes.queued_write import Work

WAIT_MS = 300  # of one statement for a row's lock
PATIENCE_MS = 2_000  # the same, for who waits beside the writer: so long they keep their place among those who wait
PAUSE_S = 0.2  # between two tries, in which what a try has locked is free for others
GIVE_UP_S = 20.0
LOCKED = "55P03"
_limited = threading.local()


class LockedOut:
    """Tries each again in turn, alone, until it has its locks or its time is over; then it is refused by the store's error.

    What is asked for in the same lane meanwhile is done behind it. The thread ends when nothing waits.
    """

    def __init__(self, name: str, do: Callable[[Work], None], answer: Callable[[Work], None]) -> None:
        self._name, self._do, self._answer = name, do, answer
        self._lanes: dict[object, deque[tuple[Work, float]]] = {}
        self._thread: threading.Thread | None = None
        self._changing = threading.Lock()

    def takes_behind(self, work: Work) -> bool:
        """Whether an earlier one of its lane waits, and it waits behind that from now on."""
        with self._changing:
            lane = self._lanes.get(work.lane)
            if lane is None or not work.waits:
                return False
            lane.append((work, time.monotonic() + GIVE_UP_S))
            return True

    def takes(self, work: Work) -> bool:
        """Whether the work that was tried met a locked row, and waits for it from now on."""
        if not work.waits or not is_locked(work.error):
            return False
        with self._changing:
            self._lanes.setdefault(work.lane, deque()).append((work, time.monotonic() + GIVE_UP_S))
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name=self._name, daemon=True)
                self._thread.start()
        return True

    def close(self) -> None:
        """Wait until nothing waits."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _serve(self) -> None:
        _limited.ms = PATIENCE_MS
        while (first := self._first()) is not None:
            work, until = first
            work.result, work.error = None, None
            if not work.is_abandoned:
                self._do(work)
            if is_locked(work.error) and time.monotonic() < until:
                with self._changing:
                    self._lanes[work.lane] = self._lanes.pop(work.lane)
                time.sleep(PAUSE_S)
                continue
            with self._changing:
                self._lanes[work.lane].popleft()
                if not self._lanes[work.lane]:
                    del self._lanes[work.lane]
            self._answer(work)

    def _first(self) -> tuple[Work, float] | None:
        with self._changing:
            if self._lanes:
                return next(iter(self._lanes.values()))[0]
            connection.close()
            self._thread = None
            return None


def limit_lock_waits() -> None:
    """Have this thread's statements wait no longer for a row: once for each connection that it keeps."""
    if not connection.features.has_select_for_update:
        return
    connection.ensure_connection()
    if getattr(_limited, "connection", None) is not connection.connection:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {getattr(_limited, 'ms', WAIT_MS)}")
        _limited.connection = connection.connection


def is_locked(error: BaseException | None) -> bool:
    """Whether the store has ended the transaction because a lock was not free; of a COMMIT too it did nothing then."""
    return has_state(error, LOCKED)


def has_state(error: BaseException | None, state: str) -> bool:
    """Whether the store said so, in the error or in what caused it."""
    while error is not None and getattr(error, "sqlstate", None) != state:
        error = error.__cause__
    return error is not None
