"""The Friday that a time belongs to: seven weekdays, time zones, and days on which the clocks change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from performance.friday_run import friday_of, week_of

BERLIN, SAMOA, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("Pacific/Apia"), ZoneInfo("America/New_York")
FRIDAY = date(2026, 11, 20)


def time_at(text: str, zone: ZoneInfo | None = None) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone or UTC)


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2026-11-16", None),
        ("2026-11-17", None),
        ("2026-11-18", None),
        ("2026-11-19", None),
        ("2026-11-20", FRIDAY),
        ("2026-11-21", FRIDAY),
        ("2026-11-22", FRIDAY),
        ("2026-11-23", None),
    ],
)
def test_the_run_is_due_on_friday_and_until_the_reports_go_out(day: str, expected: date | None) -> None:
    assert friday_of(time_at(f"{day}T12:00"), ZoneInfo("UTC")) == expected


def test_friday_begins_in_the_providers_zone() -> None:
    time = time_at("2026-11-19T23:30")
    assert friday_of(time, ZoneInfo("UTC")) is None
    assert friday_of(time, BERLIN) == FRIDAY
    assert friday_of(time_at("2026-11-20T02:00"), NEW_YORK) is None
    assert friday_of(time_at("2026-11-19T11:00"), SAMOA) == FRIDAY


@pytest.mark.parametrize("start", ["2026-03-27", "2026-10-23"])
def test_every_hour_of_a_weekend_with_a_clock_change_belongs_to_one_friday(start: str) -> None:
    """Berlin changes on 29 March and on 25 October: 71 and 73 hours."""
    first, friday = time_at(f"{start}T00:00", BERLIN).astimezone(UTC), date.fromisoformat(start)
    due = [friday_of(first + timedelta(hours=hour), BERLIN) for hour in range(-2, 76)]
    assert due.count(friday) == {"2026-03-27": 71, "2026-10-23": 73}[start]
    assert set(due) == {None, friday}


@pytest.mark.parametrize("offset", range(7))
def test_a_week_starts_on_monday(offset: int) -> None:
    assert week_of(time_at("2026-11-16T12:00") + timedelta(days=offset), BERLIN) == date(2026, 11, 16)


def test_a_week_starts_at_the_providers_midnight() -> None:
    assert week_of(time_at("2026-11-15T22:59"), BERLIN) == date(2026, 11, 9)
    assert week_of(time_at("2026-11-15T23:00"), BERLIN) == date(2026, 11, 16)
