"""Computes a user's quiet hours in their own time zone. Pure."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Hours:
    """Minutes of the day. If `start` is after `end`, the hours pass midnight; if they are equal, they last all day."""

    start: int
    end: int
    zone: ZoneInfo


def quiet_until(at: datetime, hours: Hours) -> datetime | None:
    """When the quiet hours that include `at` end, or None if `at` is outside them."""
    here = at.astimezone(hours.zone)
    for day in (here.date() - timedelta(days=1), here.date()):
        begins = _at(day, hours.start, hours.zone)
        last = day if hours.end > hours.start else day + timedelta(days=1)
        ends = _at(last, hours.end, hours.zone)
        if begins <= at < ends:
            return ends
    return None


def _at(day: date, minute: int, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(minute // 60, minute % 60), zone)
