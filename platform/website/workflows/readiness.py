"""Readiness of this process: its database, the migrations, its writer, and the change log."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

from sync import queries as log_queries
from sync.writes.db_executor import read, write
from website import queries

WITHIN_S = 2.0
GOOD_FOR_S = 1.0  # within this time the last result is returned again

log = logging.getLogger(__name__)


class Readiness:
    """Runs the checks at most once a second, for any number of callers."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._checked_at: float | None = None
        self._failed: list[str] = []

    async def failed(self) -> list[str]:
        """The names of the failed checks; empty if the process is ready."""
        async with self._lock:
            if self._checked_at is None or time.monotonic() - self._checked_at >= GOOD_FOR_S:
                self._failed = [name for name, check in CHECKS.items() if not await _holds(name, check)]
                self._checked_at = time.monotonic()
            return self._failed


_of_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Readiness] = WeakKeyDictionary()


def running() -> Readiness:
    """The running event loop's instance, created at first use."""
    return _of_loop.setdefault(asyncio.get_running_loop(), Readiness())


async def _holds(name: str, check: Callable[[], Awaitable[bool]]) -> bool:
    try:
        async with asyncio.timeout(WITHIN_S):
            return await check()
    except Exception:
        log.warning("not ready: %s", name, exc_info=True)
        return False


CHECKS: dict[str, Callable[[], Awaitable[bool]]] = {
    "database": lambda: read(queries.database_answers),
    "migrations": lambda: read(queries.migrations_are_applied),
    "writer": lambda: write(log_queries.counter_is_free),
    "log": lambda: read(queries.log_is_readable),
}
