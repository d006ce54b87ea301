"""Types that every app shares: times, ids and kinds of errors."""

from datetime import UTC, datetime, timedelta, timezone
from uuid import RFC_4122

import pytest
from time_machine import Traveller

from core import clock, errors, ids
from tests.support.clocks.clock import fake_clock

__all__ = ["fake_clock"]


@pytest.mark.parametrize(
    ("timestamp", "text"),
    [
        (datetime(2026, 11, 21, 11, 22, 33, 123456, UTC), "2026-11-21T11:22:33.123456Z"),
        (datetime(2026, 11, 21, 11, 22, 33, tzinfo=UTC), "2026-11-21T11:22:33.000000Z"),
        (datetime(2026, 11, 21, 1, tzinfo=timezone(timedelta(hours=2))), "2026-11-20T23:00:00.000000Z"),
    ],
)
def test_times_have_one_text_format(timestamp: datetime, text: str) -> None:
    assert clock.iso(timestamp) == text
    assert datetime.fromisoformat(text) == timestamp


def test_times_as_text_sort_by_time() -> None:
    start = datetime(2026, 12, 31, 23, 59, 59, 999_998, UTC)
    times = [start + n * timedelta(microseconds=1) for n in range(5)] + [start + timedelta(days=400)]
    assert sorted(map(clock.iso, reversed(times))) == [clock.iso(time) for time in times]


def test_now_is_aware_and_in_utc() -> None:
    assert clock.now().tzinfo is UTC


def test_ids_are_version_7_and_contain_their_millisecond(fake_clock: Traveller) -> None:
    fake_clock.move_to(datetime(2026, 11, 21, 11, 22, 33, 123999, UTC))
    new_id = ids.uuid7()
    assert (new_id.version, new_id.variant) == (7, RFC_4122)
    assert new_id.int >> 80 == 1795260153123


def test_ids_sort_by_their_time_and_never_repeat(fake_clock: Traveller) -> None:
    new_ids = []
    for _ in range(50):
        new_ids.append(ids.uuid7())
        fake_clock.shift(timedelta(milliseconds=1))
    assert new_ids == sorted(new_ids)
    assert len({ids.uuid7() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    ("kind", "code", "message"),
    [
        (errors.NotFound, "not_found", "Not found"),
        (errors.NotAllowed, "not_allowed", "Not allowed"),
        (errors.NotSignedIn, "not_signed_in", "Not authenticated. Please sign in."),
        (errors.Conflict, "conflict", "Conflict"),
        (errors.Invalid, "invalid", "Invalid request"),
        (errors.Unavailable, "unavailable", "The service is unavailable. Please try again."),
    ],
)
def test_an_error_has_a_code_for_programs_and_a_text_for_users(
    kind: type[errors.Failure], code: str, message: str
) -> None:
    assert (kind().code, kind().message, str(kind())) == (code, message, message)
    custom = kind("Another text", code="another_code")
    assert (custom.code, custom.message, str(custom)) == ("another_code", "Another text", "Another text")
