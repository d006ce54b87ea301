"""Readiness of this process: its database, the migrations, its writer, the change log, and its folders."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from core.outage import Outage
from sync import heartbeats
from sync import queries as log_queries
from sync.db import applied_migrations
from sync.writes.db_executor import read, write
from website import folders, queries

TIMEOUT_S = 2.0
CACHED_FOR_S = 1.0  # within this time, callers get the last result
WRITE_CACHED_FOR_S = 5.0  # longer, because a write costs more

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `run` returns False or raises if the checked part fails. A success is cached for `cached_for_s`."""

    run: Callable[[], Awaitable[bool]]
    cached_for_s: float = 0.0


class Readiness:
    """Runs the checks at most once a second, for any number of callers.

    Logs when a check starts to fail, and when it succeeds again.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._checked_at: float | None = None
        self._failed: list[str] = []
        self._succeeded_at: dict[str, float] = {}
        self._outages: dict[str, Outage] = {}

    async def failed(self) -> list[str]:
        """The names of the failed checks; empty if the process is ready."""
        async with self._lock:
            if self._checked_at is None or time.monotonic() - self._checked_at >= CACHED_FOR_S:
                self._failed = [name for name, check in CHECKS.items() if not await self._succeeds(name, check)]
                self._checked_at = time.monotonic()
            return self._failed

    async def _succeeds(self, name: str, check: Check) -> bool:
        if time.monotonic() - self._succeeded_at.get(name, float("-inf")) < check.cached_for_s:
            return True
        outage = self._outages.setdefault(name, Outage(log, f"not ready: {name}", f"ready again: {name}"))
        error: Exception | None = None
        try:
            async with asyncio.timeout(TIMEOUT_S):
                succeeds = await check.run()
        except Exception as caught:
            succeeds, error = False, caught
        if not succeeds:
            outage.report_failure(error)
            return False
        outage.report_success()
        self._succeeded_at[name] = time.monotonic()
        return True


_of_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Readiness] = WeakKeyDictionary()


def running() -> Readiness:
    """The running event loop's instance, created at first use."""
    return _of_loop.setdefault(asyncio.get_running_loop(), Readiness())


def _write_once() -> bool:
    heartbeats.beat()
    return log_queries.counter_is_free()


CHECKS: dict[str, Check] = {
    "database": Check(lambda: read(queries.database_answers)),
    "migrations": Check(lambda: read(applied_migrations.are_complete)),
    "writer": Check(lambda: write(_write_once), WRITE_CACHED_FOR_S),
    "log": Check(lambda: read(queries.log_is_readable)),
    "data folder": Check(folders.data_folder_is_writable, WRITE_CACHED_FOR_S),
    "files folder": Check(folders.files_folder_is_writable, WRITE_CACHED_FOR_S),
}
