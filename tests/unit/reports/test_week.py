"""Deferred reports are published on Monday at eight in the provider's time zone."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from reports.publish_time import last_posted_day, next_delivery

BERLIN, KIRITIMATI, LOS_ANGELES = (
    ZoneInfo(name) for name in ("Europe/Berlin", "Pacific/Kiritimati", "America/Los_Angeles")
)


@pytest.mark.parametrize(
    ("local_time", "zone", "published"),
    [
        *((datetime(2026, 11, day, 12, 0), BERLIN, datetime(2026, 11, 23, 7, 0)) for day in range(16, 23)),
        (datetime(2026, 11, 23, 7, 59, 59), BERLIN, datetime(2026, 11, 23, 7, 0)),
        (datetime(2026, 11, 23, 8, 0), BERLIN, datetime(2026, 11, 30, 7, 0)),
        (datetime(2026, 3, 27, 12, 0), BERLIN, datetime(2026, 3, 30, 6, 0)),  # clocks go forward on the 29th
        (datetime(2026, 10, 24, 12, 0), BERLIN, datetime(2026, 10, 26, 7, 0)),  # and back on the 25th
        (datetime(2026, 11, 23, 0, 30), KIRITIMATI, datetime(2026, 11, 22, 18, 0)),
        (datetime(2026, 11, 22, 23, 0), LOS_ANGELES, datetime(2026, 11, 23, 16, 0)),
    ],
)
def test_delivery_is_on_the_next_monday_at_eight(local_time: datetime, zone: ZoneInfo, published: datetime) -> None:
    assert next_delivery(local_time.replace(tzinfo=zone).astimezone(UTC), zone) == published.replace(tzinfo=UTC)


def test_the_last_day_of_a_video_is_a_year_ahead_in_the_providers_zone() -> None:
    at = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
    assert last_posted_day(at, BERLIN) == date(2028, 3, 1)  # across a February 29
    assert last_posted_day(at, KIRITIMATI) == date(2028, 3, 2)
