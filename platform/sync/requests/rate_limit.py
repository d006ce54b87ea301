"""Rate limits per user and process, counted in memory, so that a flood of requests causes no queries."""

from collections.abc import Callable
from uuid import UUID

USERS_MAX = 10_000


class Allowance:
    """Allows each user `limit` requests within `within_s` seconds from the user's first request."""

    def __init__(self, clock: Callable[[], float], *, limit: int, within_s: float) -> None:
        self._clock, self._limit, self._within_s = clock, limit, within_s
        self._since: dict[UUID, tuple[float, int]] = {}

    def take(self, user_id: UUID) -> bool:
        """Whether one more request is allowed; it is counted in any case."""
        at = self._clock()
        since, used = self._since.pop(user_id, (at, 0))
        if at - since >= self._within_s:
            since, used = at, 0
        while len(self._since) >= USERS_MAX:
            del self._since[next(iter(self._since))]
        self._since[user_id] = (since, used + 1)
        return used + 1 <= self._limit

    def wait_s(self, user_id: UUID) -> int:
        """Seconds until the user is allowed again, at least 1."""
        since, _ = self._since.get(user_id, (self._clock(), 0))
        return max(1, int(since + self._within_s - self._clock()) + 1)
