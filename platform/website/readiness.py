"""Whether this process can do its work now: its database, the store's shape, its writer, and the log."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

from sync import queries as log_queries
from sync.writes.db_executor import read, write
from website import queries

WITHIN_S = 2.0
GOOD_FOR_S = 1.0  # whoever asks more often is told the same again

log = logging.getLogger(__name__)


class Readiness:
    """Looks at most once a second, however many ask."""

    def __init__(self) -> None:
        self._looking = asyncio.Lock()
        self._looked_at: float | None = None
        self._failed: list[str] = []

    async def failed(self) -> list[str]:
        """What keeps this process from being ready: nothing, if all is well."""
        async with self._looking:
            if self._looked_at is None or time.monotonic() - self._looked_at >= GOOD_FOR_S:
                self._failed = [name for name, check in CHECKS.items() if not await _holds(name, check)]
                self._looked_at = time.monotonic()
            return self._failed


_of_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Readiness] = WeakKeyDictionary()


def running() -> Readiness:
    """What the running event loop knows, made at first use."""
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
