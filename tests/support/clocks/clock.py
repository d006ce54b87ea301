"""A clock that a test sets, for all code that reads the time from core.clock."""

from datetime import datetime, timedelta

import pytest

from core import clock


class Hands:
    """A `datetime` replacement whose time changes only by `move`."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self, zone: object) -> datetime:
        return self.moment

    def move(self, **by: float) -> None:
        """Move the time by the arguments of a timedelta: forward, or back if they are negative."""
        self.moment += timedelta(**by)


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    """The product's clock, stopped at the current time."""
    standing = Hands(clock.now())
    monkeypatch.setattr(clock, "datetime", standing)
    return standing
