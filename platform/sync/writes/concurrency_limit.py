"""Limits how much one user may run at the same time, so that no user takes all threads."""

import asyncio
from collections.abc import Callable
from functools import partial
from uuid import UUID

from sync.errors import TooManyAtOnce


class ConcurrencyLimit:
    """Lets `at_once` tasks run for each key, and `waiting` more wait. For one process, and one event loop at a time."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once, self._inside_max = at_once, at_once + waiting
        self._keys: dict[UUID, tuple[asyncio.Semaphore, int]] = {}

    async def take(self, key: UUID, *, is_continued: bool = False) -> Callable[[], None]:
        """Wait for a turn of `key`, and return a function that ends the turn; call it once.

        Raises TooManyAtOnce, unless the turn continues work that has had one.
        """
        free, inside = self._keys.get(key) or (asyncio.Semaphore(self._at_once), 0)
        if inside >= self._inside_max and not is_continued:
            raise TooManyAtOnce
        self._keys[key] = free, inside + 1
        try:
            await free.acquire()
        except BaseException:
            self._leave(key)
            raise
        return partial(self._end, key)

    def _end(self, key: UUID) -> None:
        self._keys[key][0].release()
        self._leave(key)

    def _leave(self, key: UUID) -> None:
        free, inside = self._keys[key]
        if inside > 1:
            self._keys[key] = free, inside - 1
        else:
            del self._keys[key]
