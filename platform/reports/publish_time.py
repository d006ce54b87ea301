"""When a report that is not published at once goes out: on Monday at eight, by the provider's clock. Pure."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

DELIVERED_AT = time(8, 0)


def next_delivery(moment: datetime, zone: ZoneInfo) -> datetime:
    """The first Monday 08:00 in `zone` after a moment, in UTC: on a Monday before eight that day, later the next week's."""
    here = moment.astimezone(zone)
    monday = here.date() + timedelta(days=-here.weekday() % 7)
    due = datetime.combine(monday, DELIVERED_AT, zone)
    if due <= moment:
        due = datetime.combine(monday + timedelta(days=7), DELIVERED_AT, zone)
    return due.astimezone(UTC)
