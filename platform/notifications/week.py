"""Computes the week of the weekly email in the provider's time zone. Pure."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

SENT_AT_HOUR, WEDNESDAY = 8, 2


def week_due(at: datetime, zone: ZoneInfo) -> date | None:
    """The Monday whose email is due, or None.

    An email is due from Monday 08:00 to Wednesday, in case the server was down.
    """
    here = at.astimezone(zone)
    is_too_early = here.weekday() == 0 and here.hour < SENT_AT_HOUR
    return None if here.weekday() > WEDNESDAY or is_too_early else here.date() - timedelta(days=here.weekday())


def days_of(week: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Start and end of the week that this Monday's email covers: the seven days before it."""
    midnight = datetime.min.time()
    return (
        datetime.combine(week - timedelta(days=7), midnight, zone),
        datetime.combine(week, midnight, zone),
    )
