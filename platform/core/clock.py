"""The one place that reads the time, and the one way times are written."""

from datetime import UTC, datetime


def now() -> datetime:
    """The current time, aware, in UTC."""
    return datetime.now(UTC)


def iso(moment: datetime) -> str:
    """`moment` as `2026-11-21T11:22:33.123456Z`: fixed width, so that it sorts as text."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
