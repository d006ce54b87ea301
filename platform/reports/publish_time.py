"""Computes the delivery time of a scheduled report: Monday 08:00 in the provider's time zone. Pure."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

DELIVERED_AT = time(8, 0)


def next_delivery(after: datetime, zone: ZoneInfo) -> datetime:
    """The first Monday 08:00 in `zone` after `after`, in UTC. It is today on a Monday before 08:00."""
    here = after.astimezone(zone)
    monday = here.date() + timedelta(days=-here.weekday() % 7)
    due = datetime.combine(monday, DELIVERED_AT, zone)
    if due <= after:
        due = datetime.combine(monday + timedelta(days=7), DELIVERED_AT, zone)
    return due.astimezone(UTC)
