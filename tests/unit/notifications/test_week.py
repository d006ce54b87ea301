"""The weekly mail: when it is due in the provider's time zone, the days that it covers, and its escaping."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from huey.contrib.djhuey import HUEY

from mail.ports import Brand
from notifications import tasks, weekly_email_layout
from notifications.ports import Bar, Figure, Section
from notifications.week import days_of, next_week, week_due

BERLIN, AUCKLAND = ZoneInfo("Europe/Berlin"), ZoneInfo("Pacific/Auckland")


@pytest.mark.parametrize(
    ("timestamp", "zone", "due"),
    [
        ("2026-11-22T23:59+01:00", BERLIN, None),  # a Sunday
        ("2026-11-23T07:59+01:00", BERLIN, None),
        ("2026-11-23T08:00+01:00", BERLIN, "2026-11-23"),
        ("2026-11-24T01:00+01:00", BERLIN, "2026-11-23"),  # no process ran on Monday
        ("2026-11-25T23:59+01:00", BERLIN, "2026-11-23"),
        ("2026-11-26T00:00+01:00", BERLIN, None),  # too late to be a Monday's mail
        ("2026-11-22T19:00+00:00", AUCKLAND, "2026-11-23"),  # Monday morning in Auckland
        ("2026-03-30T07:59+02:00", BERLIN, None),  # the day after clocks went forward
        ("2026-03-30T08:00+02:00", BERLIN, "2026-03-30"),
    ],
)
def test_the_weekly_mail_is_due_from_eight_on_mondays(timestamp: str, zone: ZoneInfo, due: str | None) -> None:
    week = week_due(datetime.fromisoformat(timestamp), zone)
    assert (week and week.isoformat()) == due


def ticks(at: datetime) -> bool:
    """Whether the scheduler calls `schedule_week` at this minute."""
    due = HUEY.read_periodic(at.astimezone(UTC).replace(tzinfo=None))
    return tasks.schedule_week.__name__ in {task.name for task in due}


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Eucla"])
def test_the_weekly_mail_is_requested_every_quarter_of_an_hour_from_a_minute_after_eight(zone: str) -> None:
    eight = datetime(2026, 11, 23, 8, tzinfo=ZoneInfo(zone))
    minutes = [minute for minute in range(-60, 60) if ticks(eight + timedelta(minutes=minute))]
    requested = [minute for minute in minutes if week_due(eight + timedelta(minutes=minute), ZoneInfo(zone))]
    assert requested == [1, 16, 31, 46]


@pytest.mark.parametrize(
    ("timestamp", "monday"),
    [
        ("2026-11-22T23:59+01:00", "2026-11-23"),
        ("2026-11-23T07:59+01:00", "2026-11-23"),
        ("2026-11-23T08:00+01:00", "2026-11-30"),  # this Monday's mail is sent
        ("2026-11-28T12:00+01:00", "2026-11-30"),
    ],
)
def test_the_next_weekly_mail_is_of_the_coming_monday(timestamp: str, monday: str) -> None:
    assert next_week(datetime.fromisoformat(timestamp), BERLIN).isoformat() == monday


@pytest.mark.parametrize(
    ("monday", "days"),
    [
        ("2026-11-23", "November 16–22, 2026"),
        ("2026-12-07", "November 30–December 6, 2026"),
        ("2027-01-04", "December 28, 2026–January 3, 2027"),
    ],
)
def test_the_weekly_mail_covers_the_previous_seven_days(monday: str, days: str) -> None:
    start, end = days_of(datetime.fromisoformat(monday).date(), BERLIN)
    frame = weekly_email_layout.Frame(Brand("P", "#2563EB", ""), "Harbor", start, end, "Europe/Berlin", [], "")
    assert (frame.days, (end - start).days) == (days, 7)


def test_the_weekly_mail_escapes_its_texts() -> None:
    start, end = days_of(datetime(2026, 11, 23, tzinfo=BERLIN).date(), BERLIN)
    evil = "</td><script>alert(1)</script>"
    section = Section(
        evil, evil, evil, (Figure(evil, evil, evil),), (evil,), (Bar(50, evil, evil),), "/dashboard", evil
    )
    frame = weekly_email_layout.Frame(
        Brand(evil, "#2563EB", ""), evil, start, end, "Europe/Berlin", [section], "https://p.example/x"
    )
    assert "<script" not in weekly_email_layout.html(frame)
    assert weekly_email_layout.html(frame).count("&lt;script&gt;") == 16
    assert weekly_email_layout.text(frame).count("<script>") == 11
