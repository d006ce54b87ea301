"""The texts of the demo's stories: twelve different businesses and realistic conversations."""

from collections import Counter
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from demo.stories import STORIES, Line, Story

CLIENTS = STORIES.clients
HOURS = [
    datetime(2026, 10, day, hour, 10, tzinfo=ZoneInfo("Europe/Berlin"))
    for day in range(25, 32)  # from the end of daylight saving time, each day of a week
    for hour in range(0, 24, 3)
]
NAMES = [story.company_name for story in CLIENTS]


def test_twelve_businesses_have_nothing_in_common() -> None:
    for column in ("company_name", "contact_name", "contact_email", "phone"):
        assert len({getattr(story, column) for story in CLIENTS}) == 12, column
    domains = [story.contact_email.partition("@")[2] for story in CLIENTS]
    assert len({*domains}) == 12
    assert all(domain.endswith(".example") for domain in domains)
    for story, domain in zip(CLIENTS, domains, strict=True):
        assert story.website_url in {f"https://{domain}", None}


def test_tiers_and_states_are_mixed() -> None:
    assert Counter(story.tier for story in CLIENTS) == {"basic": 5, "pro": 4, "enterprise": 3}
    assert [story.company_name for story in CLIENTS if story.status == "inactive"] == ["Copper Kettle Catering"]
    assert [story.company_name for story in CLIENTS if story.pending] == ["Northlight Physiotherapy"]


def test_threads_are_short_and_long() -> None:
    assert [len(story.thread) for story in CLIENTS] == [40, 14, 9, 12, 16, 6, 11, 8, 1, 5, 10, 0]
    assert len({line.text for story in CLIENTS for line in story.thread}) == 132


def test_some_threads_have_unread_messages() -> None:
    assert [story.unread.provider for story in CLIENTS] == [1, 1, 1, 0, 0, 0, 0, 3, 0, 0, 2, 0]
    assert [story.unread.client for story in CLIENTS] == [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]


@pytest.mark.parametrize("story", CLIENTS, ids=NAMES)
def test_a_conversation_is_in_order_at_any_hour(story: Story) -> None:
    for now in HOURS:
        times = [line.written_at(now) for line in story.thread]
        assert times == sorted(times)
        assert all(now - timedelta(days=story.days_ago) < time < now for time in times)


@pytest.mark.parametrize("story", CLIENTS, ids=NAMES)
def test_unread_messages_are_unanswered_and_from_the_other_side(story: Story) -> None:
    for side, count in (("provider", story.unread.provider), ("client", story.unread.client)):
        other = "client" if side == "provider" else "admin"
        of_other = [index for index, line in enumerate(story.thread) if line.role == other]
        answers = [index for index, line in enumerate(story.thread) if line.role != other]
        unread = of_other[len(of_other) - count :]
        assert len(unread) == count
        assert not count or max(answers, default=-1) < unread[0]
    assert not story.pending or all(line.role == "admin" for line in story.thread)


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("25m", "2026-10-25T09:45:00+01:00"),
        ("1 09:42", "2026-10-24T09:42:00+02:00"),
        ("0 08:00", "2026-10-25T08:00:00+01:00"),
        ("2w Fri 15:20", "2026-10-09T15:20:00+02:00"),
    ],
)
def test_times_are_in_the_providers_zone(when: str, expected: str) -> None:
    now = datetime(2026, 10, 25, 10, 10, tzinfo=ZoneInfo("Europe/Berlin"))
    assert Line(when, "client", "Hello").written_at(now).isoformat() == expected
