"""When a scheduled report is delivered (Monday 08:00, provider's time zone), and the last day of a video. Pure."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DELIVERED_AT = time(8, 0)
# A year, also across a February 29. A video of a later date would stay the latest on the client's home for years.
POSTED_AHEAD_DAYS = 366


def next_delivery(after: datetime, zone: ZoneInfo) -> datetime:
    """The first Monday 08:00 in `zone` after `after`, in UTC."""
    today = after.astimezone(zone).date()
    monday = today + timedelta(days=-today.weekday() % 7)
    due = datetime.combine(monday, DELIVERED_AT, zone)
    if due <= after:
        due = datetime.combine(monday + timedelta(days=7), DELIVERED_AT, zone)
    return due.astimezone(UTC)


def last_posted_day(at: datetime, zone: ZoneInfo) -> date:
    """The last day that a weekly video may have."""
    return at.astimezone(zone).date() + timedelta(days=POSTED_AHEAD_DAYS)
