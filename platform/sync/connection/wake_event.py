"""A wake event with the part of `asyncio.Event` that a connection needs, in 0.1 kB instead of 0.9."""

import asyncio


class WakeEvent:
    """Several `notify` calls before a wait wake it once. Only one task may wait."""

    __slots__ = ("_is_set", "_waiter")

    def __init__(self) -> None:
        self._is_set = False
        self._waiter: asyncio.Future[None] | None = None

    def notify(self) -> None:
        self._is_set = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self) -> None:
        """Return as soon as `notify` was called since the last return."""
        while not self._is_set:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        self._is_set = False
