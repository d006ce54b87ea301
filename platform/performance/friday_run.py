"""Computes the Friday run and the week of a time in the provider's time zone. Pure."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

FRIDAY, SUNDAY = 4, 6


def friday_of(at: datetime, zone: ZoneInfo) -> date | None:
    """The Friday whose run is due, or None. It is due until Sunday, in case the server was down on Friday.

    Reports are delivered on Monday, so a run on Monday would be too late.
    """
    day = at.astimezone(zone).date()
    return day - timedelta(days=day.weekday() - FRIDAY) if FRIDAY <= day.weekday() <= SUNDAY else None


def week_of(at: datetime, zone: ZoneInfo) -> date:
    """The Monday of the week."""
    day = at.astimezone(zone).date()
    return day - timedelta(days=day.weekday())
