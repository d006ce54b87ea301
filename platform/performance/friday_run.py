"""Which Friday run a moment belongs to, by the provider's calendar. Pure."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

FRIDAY, SUNDAY = 4, 6


def friday_of(moment: datetime, zone: ZoneInfo) -> date | None:
    """The Friday whose run is due: that day, or the two after it if nobody was there on the day.

    Reports are delivered on Monday, so by then it is too late.
    """
    day = moment.astimezone(zone).date()
    return day - timedelta(days=day.weekday() - FRIDAY) if FRIDAY <= day.weekday() <= SUNDAY else None


def week_of(moment: datetime, zone: ZoneInfo) -> date:
    """The Monday of the week."""
    day = moment.astimezone(zone).date()
    return day - timedelta(days=day.weekday())
