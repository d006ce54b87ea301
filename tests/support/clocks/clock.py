"""A clock that a test sets, for all code that reads the time from core.clock."""

from datetime import datetime, timedelta

import pytest

from core import clock


class FrozenClock:
    """A `datetime` replacement whose time changes only by `move`."""

    def __init__(self, time: datetime) -> None:
        self.time = time

    def now(self, zone: object) -> datetime:
        return self.time

    def move(self, **by: float) -> None:
        """Move the time by the arguments of a timedelta: forward, or back if they are negative."""
        self.time += timedelta(**by)


@pytest.fixture
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    """The product's clock, stopped at the current time."""
    frozen = FrozenClock(clock.now())
    monkeypatch.setattr(clock, "datetime", frozen)
    return frozen
