"""Admission control: admits devices at the rate that the process can serve, and sends the others a reconnect time.

Devices that all reconnect at once after a crash can keep a server down. Here a few hellos are looked up at a time and
more wait in a queue. A device that would wait too long gets its own time to reconnect.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from uuid import UUID

CONCURRENT_LOOKUPS = 4  # as many as there are reader threads: any other request waits for four hellos at most
WAIT_MAX_S = 4.0  # of a hello; a device gives up after 8 s
SPREAD_S = 0.5
RECONNECT_MAX_S = 120.0  # no reconnect time is later
PACE_S, PACE_MIN_S, PACE_MAX_S = 0.002, 0.001, 0.1  # per hello: the first estimate, and bounds of a measurement
PACE_WEIGHT = 0.05
# A process that has just started looks up its first hellos 50 times more slowly than later ones. Without this limit
# those measurements sent half of 1,000 devices away for 10 s, although the process could have admitted them in 2 s.
PACE_TIMES = 2
USER_RECONNECT_S = (30.0, 60.0)

Spread = tuple[int, int]  # ms


class Admission:
    """The admission control of one process; its event loop owns all state, and `clock` is that loop's, in seconds."""

    def __init__(self, per_user: int, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._places = asyncio.Semaphore(CONCURRENT_LOOKUPS)
        self._per_user = per_user
        self._by_user: dict[UUID, int] = {}
        self._in_line = 0
        self._pace = PACE_S
        self._done_at: float | None = None
        self._taken_until = 0.0  # the latest reconnect time that was given out

    @property
    def in_line(self) -> int:
        """The number of hellos that are being looked up or are waiting."""
        return self._in_line

    def overload_spread(self) -> Spread | None:
        """None if the hello may wait, else when its device may reconnect: later than the device before it (AD2)."""
        wait = self._in_line * self._pace
        if wait <= WAIT_MAX_S:
            return None
        now = self._clock()
        self._taken_until = max(self._taken_until, now + wait) + self._pace
        delay = min(self._taken_until - now, RECONNECT_MAX_S)
        return round(delay * 1000), round((delay + SPREAD_S) * 1000)

    @asynccontextmanager
    async def line(self) -> AsyncIterator[None]:
        """Wait for one of the `CONCURRENT_LOOKUPS` places, and hold it inside, to look up one hello."""
        self._in_line += 1
        try:
            async with self._places:
                yield
        finally:
            self._in_line -= 1
            self._measure()

    def enter(self, user_id: UUID) -> Spread | None:
        """Count one more connection of `user_id`; if there are too many, returns when to reconnect (AD3)."""
        if self._by_user.get(user_id, 0) >= self._per_user:
            return round(USER_RECONNECT_S[0] * 1000), round(USER_RECONNECT_S[1] * 1000)
        self._by_user[user_id] = self._by_user.get(user_id, 0) + 1
        return None

    def leave(self, user_id: UUID) -> None:
        """Stop counting a connection that entered."""
        remaining = self._by_user[user_id] - 1
        if remaining:
            self._by_user[user_id] = remaining
        else:
            del self._by_user[user_id]

    def _measure(self) -> None:
        """Measure the time per hello while others wait. The time includes all other work of the process."""
        now = self._clock()
        if self._done_at is not None:
            took = min(max(now - self._done_at, PACE_MIN_S), PACE_MAX_S, self._pace * PACE_TIMES)
            self._pace += PACE_WEIGHT * (took - self._pace)
        self._done_at = now if self._in_line else None
