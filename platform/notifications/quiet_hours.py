"""Computes a user's quiet hours in their own time zone. Pure."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Hours:
    """Quiet hours: `start` and `end` are minutes of the day.

    If `start` is after `end`, the hours pass midnight; if they are equal, they last all day.
    """

    start: int
    end: int
    zone: ZoneInfo


def quiet_until(at: datetime, hours: Hours) -> datetime | None:
    """When the quiet hours that include `at` end, or None if `at` is outside them."""
    today = at.astimezone(hours.zone).date()
    for first_day in (today - timedelta(days=1), today):
        start = _at(first_day, hours.start, hours.zone)
        last_day = first_day if hours.end > hours.start else first_day + timedelta(days=1)
        end = _at(last_day, hours.end, hours.zone)
        if start <= at < end:
            return end
    return None


def _at(day: date, minute: int, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(minute // 60, minute % 60), zone)
