"""Rate limits per user and process, counted in memory, so that a flood of requests costs no query."""

from collections.abc import Callable
from uuid import UUID

PEOPLE_KEPT = 10_000


class Allowance:
    """Allows `most` for each user within `within_s` seconds, which begin with the user's first."""

    def __init__(self, clock: Callable[[], float], *, most: int, within_s: float) -> None:
        self._clock, self._most, self._within_s = clock, most, within_s
        self._since: dict[UUID, tuple[float, int]] = {}

    def take(self, person: UUID, count: int = 1) -> bool:
        """Whether `count` more are allowed; they are counted in any case."""
        at = self._clock()
        since, used = self._since.pop(person, (at, 0))
        if at - since >= self._within_s:
            since, used = at, 0
        while len(self._since) >= PEOPLE_KEPT:
            del self._since[next(iter(self._since))]
        self._since[person] = (since, used + count)
        return used + count <= self._most

    def wait_s(self, person: UUID) -> int:
        """Seconds until the user is allowed again, at least 1."""
        since, _ = self._since.get(person, (self._clock(), 0))
        return max(1, int(since + self._within_s - self._clock()) + 1)
