"""Limits the time that one user's slow effects may take from the other users' effects in the same queue.

A queue runs one effect after the other. The duration of a push depends on the address that a user has registered, and
the duration of a preview depends on the file that a user has uploaded. Without a limit, one user could keep a queue
busy for ever.
"""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from core.clock import now
from sync.effects.effects import Postponed

WITHIN_S = 600.0
USERS_MAX = 10_000


class UserBudget:
    """Counts the seconds of each user's slow effects, in memory, for ten minutes from the first effect.

    An effect that takes less than `slow_s` counts nothing, so that a user with many quick effects never waits.
    """

    def __init__(self, clock: Callable[[], float], *, budget_s: float, slow_s: float) -> None:
        self._clock, self._budget_s, self._slow_s = clock, budget_s, slow_s
        self._spent: dict[UUID, tuple[float, float]] = {}  # the start of the ten minutes, and the seconds since then

    def check(self, user_id: UUID) -> None:
        """Raises Postponed until the end of the ten minutes if the user has used up the budget."""
        since, spent = self._spent.get(user_id, (0.0, 0.0))
        left_s = since + WITHIN_S - self._clock()
        if spent >= self._budget_s and left_s > 0:
            raise Postponed(now() + timedelta(seconds=left_s))

    def spend(self, user_id: UUID, seconds: float) -> None:
        """Count an effect that took `seconds`, if it was slow."""
        if seconds < self._slow_s:
            return
        at = self._clock()
        since, spent = self._spent.pop(user_id, (at, 0.0))
        if at - since >= WITHIN_S:
            since, spent = at, 0.0
        while len(self._spent) >= USERS_MAX:
            del self._spent[next(iter(self._spent))]
        self._spent[user_id] = (since, spent + seconds)
