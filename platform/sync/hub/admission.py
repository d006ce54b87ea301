"""Who is let in, and when the others may come back: a herd of devices is served at the pace that the process has.

Devices that all come at once after a crash can keep a server down. Here a few hellos are looked up at a time, more
wait in line, and whoever would wait too long is given a time of its own to come back.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from uuid import UUID

AT_A_TIME = 4  # as many as there are reader threads: any other request waits for four hellos at most
LINE_S = 4.0  # a device gives up after 8 s
SPREAD_S = 0.5
AWAY_S = 120.0  # nobody is sent away for longer
PACE_S, PACE_LEAST_S, PACE_MOST_S = 0.002, 0.001, 0.1  # per hello: at first, and the bounds of what is measured
PACE_WEIGHT = 0.05
# A process that has just started does its first hellos 50 times as slowly: taken at their word, they sent half of 1,000
# devices away for 10 s which it could have had in 2.
PACE_TIMES = 2
PERSON_AWAY_S = (30.0, 60.0)

Spread = tuple[int, int]  # ms


class Admission:
    """Of one process; all state belongs to its event loop, and `clock` is that loop's, in seconds."""

    def __init__(self, per_person: int, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._places = asyncio.Semaphore(AT_A_TIME)
        self._per_person = per_person
        self._of_person: dict[UUID, int] = {}
        self._in_line = 0
        self._pace = PACE_S
        self._done_at: float | None = None
        self._taken_until = 0.0  # those sent away come back up to then

    @property
    def in_line(self) -> int:
        """Hellos that are being looked up or wait for it."""
        return self._in_line

    def refusal(self) -> Spread | None:
        """None for a hello that may wait in line, else when its device may come back: each a little later (AD2)."""
        wait = self._in_line * self._pace
        if wait <= LINE_S:
            return None
        now = self._clock()
        self._taken_until = max(self._taken_until, now + wait) + self._pace
        away = min(self._taken_until - now, AWAY_S)
        return round(away * 1000), round((away + SPREAD_S) * 1000)

    @asynccontextmanager
    async def line(self) -> AsyncIterator[None]:
        """Wait for a place; inside, one hello is looked up."""
        self._in_line += 1
        try:
            async with self._places:
                yield
        finally:
            self._in_line -= 1
            self._measure()

    def enter(self, person: UUID) -> Spread | None:
        """Count one more connection of `person`; when to come back if there are too many (AD3)."""
        if self._of_person.get(person, 0) >= self._per_person:
            return round(PERSON_AWAY_S[0] * 1000), round(PERSON_AWAY_S[1] * 1000)
        self._of_person[person] = self._of_person.get(person, 0) + 1
        return None

    def leave(self, person: UUID) -> None:
        """A connection that entered is gone."""
        left = self._of_person[person] - 1
        if left:
            self._of_person[person] = left
        else:
            del self._of_person[person]

    def _measure(self) -> None:
        """How long one hello takes while others wait: everything that the process does meanwhile included."""
        now = self._clock()
        if self._done_at is not None:
            took = min(max(now - self._done_at, PACE_LEAST_S), PACE_MOST_S, self._pace * PACE_TIMES)
            self._pace += PACE_WEIGHT * (took - self._pace)
        self._done_at = now if self._in_line else None
