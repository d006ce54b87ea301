"""Computes the week of the weekly email in the provider's time zone. Pure."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

SENT_AT_HOUR, WEDNESDAY = 8, 2


def week_due(at: datetime, zone: ZoneInfo) -> date | None:
    """The Monday whose email is due, or None.

    An email is due from Monday 08:00 until the end of Wednesday, in case the server was down on Monday.
    """
    local = at.astimezone(zone)
    is_too_early = local.weekday() == 0 and local.hour < SENT_AT_HOUR
    return None if local.weekday() > WEDNESDAY or is_too_early else local.date() - timedelta(days=local.weekday())


def next_week(at: datetime, zone: ZoneInfo) -> date:
    """The Monday whose email is the next one. On a Monday before 08:00, that day."""
    local = at.astimezone(zone)
    is_today = local.weekday() == 0 and local.hour < SENT_AT_HOUR
    return local.date() + timedelta(days=0 if is_today else 7 - local.weekday())


def days_of(week: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """The start (inclusive) and end (exclusive) of the seven days before the Monday `week`, which its email covers."""
    midnight = datetime.min.time()
    return (
        datetime.combine(week - timedelta(days=7), midnight, zone),
        datetime.combine(week, midnight, zone),
    )
