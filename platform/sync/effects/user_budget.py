"""Limits the time that one user's slow effects may take from the other users' effects in the same queue.

A queue runs one effect after the other. The duration of a push depends on the address that a user has registered, and
the duration of a preview depends on the file that a user has uploaded. Without a limit, one user could keep a queue
busy for ever.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from core.clock import now
from sync.effects.effects import Postponed

WINDOW_S = 600.0
KEYS_MAX = 10_000


class UserBudget:
    """Counts the seconds of each key's effects, in memory, for ten minutes from the first effect.

    A key is a user, or a user and what their effects wait for. All seconds count: if quick effects were free, a user
    could keep the queue busy with effects that are just quick enough.
    """

    def __init__(self, clock: Callable[[], float], *, budget_s: float) -> None:
        self._clock, self._budget_s = clock, budget_s
        self._spent: dict[Hashable, tuple[float, float]] = {}  # the start of the ten minutes, and the seconds since

    @contextmanager
    def spending(self, key: Hashable) -> Iterator[None]:
        """Count the seconds of the work inside.

        Raises Postponed until the end of the ten minutes if the key has used up its budget.
        """
        self._check(key)
        began = self._clock()
        try:
            yield
        finally:
            self._spend(key, self._clock() - began)

    def _check(self, key: Hashable) -> None:
        since, spent = self._spent.get(key, (0.0, 0.0))
        left_s = since + WINDOW_S - self._clock()
        if spent >= self._budget_s and left_s > 0:
            raise Postponed(now() + timedelta(seconds=left_s))

    def _spend(self, key: Hashable, seconds: float) -> None:
        at = self._clock()
        since, spent = self._spent.pop(key, (at, 0.0))
        if at - since >= WINDOW_S:
            since, spent = at, 0.0
        while len(self._spent) >= KEYS_MAX:
            del self._spent[next(iter(self._spent))]
        self._spent[key] = (since, spent + seconds)
