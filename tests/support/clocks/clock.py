"""A clock whose hands a test sets, for everything that takes the time from core.clock."""

from datetime import datetime, timedelta

import pytest

from core import clock


class Hands:
    """Stands until it is moved."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self, zone: object) -> datetime:
        return self.moment

    def move(self, **by: float) -> None:
        """On, or back, by the parts of a timedelta."""
        self.moment += timedelta(**by)


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    """The product's clock, standing still from now on."""
    standing = Hands(clock.now())
    monkeypatch.setattr(clock, "datetime", standing)
    return standing
