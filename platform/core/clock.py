"""Reads the current time for all other modules, and formats times as text."""

from datetime import UTC, datetime, timedelta

CLOCK_ERROR = timedelta(minutes=1)  # how much the clocks of two servers may differ


def now() -> datetime:
    """The current time, aware, in UTC."""
    return datetime.now(UTC)


def is_within(limit: timedelta, *, since: datetime) -> bool:
    """Whether `since` is less than `limit` ago.

    A time in the future comes from a clock that was ahead. It counts as past, because what began then would otherwise
    last until the clock has reached that time.
    """
    return -CLOCK_ERROR <= now() - since < limit


def in_utc(time: datetime) -> datetime:
    """`time` in UTC. Raises ValueError if its year in UTC is before 1 or after 9999."""
    try:
        return time.astimezone(UTC)
    except OverflowError:
        raise ValueError("in UTC this is in no year from 1 to 9999") from None


def iso(time: datetime) -> str:
    """`time` as `2026-11-21T11:22:33.123456Z`: fixed width, so that it sorts as text."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
