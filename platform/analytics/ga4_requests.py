"""Builds the requests for the three reports on the last 30 complete days, and parses Google's responses. Pure.

Each request also covers the 30 days before, as a second date range, so that screens can compare both periods.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from core.text import printable

DAYS, SOURCES_SHOWN = 30, 10
SOURCES_MAX = 250  # rows of both periods in one response. A top source may have a low rank in the other period.
TENTH = Decimal("0.1")
NAME_MAX = 120
EXACT_MAX = 2**53  # JavaScript represents integers exactly up to here
# Google's metrics and the columns that they fill.
TOTALS = {
    "totalUsers": "total_users",
    "newUsers": "new_users",
    "sessions": "sessions",
    "engagedSessions": "engaged_sessions",
    "bounceRate": "bounce_rate",
    "averageSessionDuration": "avg_engagement_time",
    "conversions": "conversions",
}
CURRENT, PREVIOUS = "current", "previous"  # Google returns these names in the dimension that it adds
PERIOD = "dateRange"
RANGE = {
    "dateRanges": [
        {"name": CURRENT, "startDate": f"{DAYS}daysAgo", "endDate": "yesterday"},
        {"name": PREVIOUS, "startDate": f"{2 * DAYS}daysAgo", "endDate": f"{DAYS + 1}daysAgo"},
    ]
}
SESSIONS = {"metrics": [{"name": "sessions"}]}

Json = dict[str, Any]
Columns = dict[str, object]


class NotAReport(Exception):
    """A response that is not a report."""


def totals(response: Json, at: datetime) -> Columns:
    """The columns of the totals. A metric that is missing from the response is None, not 0."""
    current, previous = (_totals_of(response, period) for period in (CURRENT, PREVIOUS))
    return (current or dict.fromkeys(TOTALS.values())) | {"previous_totals": previous, "totals_as_of": at}


def trend(response: Json, at: datetime) -> Columns:
    """The sessions of every day of both periods. A missing day counts as 0, but a period without any row is None."""
    days = _days(response, at)
    current, previous = (
        _series(_rows(response, period), part) for period, part in ((CURRENT, days[DAYS:]), (PREVIOUS, days[:DAYS]))
    )
    return {"session_trend": current, "previous_trend": previous, "trend_as_of": at}


def sources(response: Json, at: datetime) -> Columns:
    """The traffic sources with the most sessions, and the sessions that each had in the previous period, if known."""
    pairs = [(_name(row), int(_number(row["metricValues"][0]))) for row in _rows(response, CURRENT)]
    pairs.sort(key=lambda pair: -pair[1])
    current = pairs[:SOURCES_SHOWN]
    earlier = {_name(row): int(_number(row["metricValues"][0])) for row in _rows(response, PREVIOUS)}
    # If the response has all rows, a source without a row in the previous period had no session in it.
    if int(response.get("rowCount", 0)) <= len(response.get("rows", [])):
        earlier = {name: 0 for name, _ in current} | earlier
    previous = [(name, earlier[name]) for name, _ in current if name in earlier]
    return {"traffic_sources": current or None, "previous_sources": previous or None, "sources_as_of": at}


PARTS: dict[str, tuple[Json, Callable[[Json, datetime], Columns]]] = {
    "totals": ({**RANGE, "metrics": [{"name": name} for name in TOTALS]}, totals),
    "trend": (
        {**RANGE, **SESSIONS, "dimensions": [{"name": "date"}], "orderBys": [{"dimension": {"dimensionName": "date"}}]},
        trend,
    ),
    "sources": (
        {
            **RANGE,
            **SESSIONS,
            "dimensions": [{"name": "sessionSourceMedium"}],
            "orderBys": [{"metric": {"metricName": "sessions"}, "desc": True}],
            "limit": SOURCES_MAX,
        },
        sources,
    ),
}


def columns(part: str, response: Json, at: datetime) -> Columns:
    """The snapshot's columns from a response. Raises NotAReport."""
    try:
        return PARTS[part][1](response, at)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, InvalidOperation) as error:
        raise NotAReport(part) from error


def without_partial_period(parts: dict[str, Columns]) -> dict[str, Columns]:
    """The columns without those of the previous period, if Google's data may have begun within that period.

    The figures of a period that is only partly covered are too low. The data may have begun within the previous period
    if the trend starts with days without a session, and no later run of such days is as long.
    """
    trends = parts.get("trend", {})
    before, current = trends.get("previous_trend"), trends.get("session_trend")
    if isinstance(before, list):
        series = before + (current if isinstance(current, list) else [])
        gaps = [len(list(run)) if is_empty else 0 for is_empty, run in groupby(series, lambda pair: pair[1] == 0)]
        if gaps[0] <= max(gaps[1:], default=0):
            return parts
    return {
        part: {name: None if name.startswith(PREVIOUS) else value for name, value in columns.items()}
        for part, columns in parts.items()
    }


def _figure(name: str, number: Decimal) -> object:
    if name == "bounceRate":
        return float((number * 100).quantize(TENTH, ROUND_HALF_UP))
    if name in {"averageSessionDuration", "conversions"}:
        return float(number.quantize(TENTH, ROUND_HALF_UP))
    return int(number)


def _number(value: Json) -> Decimal:
    number = Decimal(value["value"])
    if not number.is_finite() or abs(number) > EXACT_MAX:
        raise ValueError(value)
    return number


def _rows(response: Json, period: str) -> list[Json]:
    """The rows of a period. A response without the dimension of periods has only the current one."""
    rows: list[Json] = response.get("rows", [])
    dimensions = [one["name"] for one in response.get("dimensionHeaders", [])]
    if PERIOD not in dimensions:
        return rows if period == CURRENT else []
    index = dimensions.index(PERIOD)
    return [row for row in rows if row["dimensionValues"][index]["value"] == period]


def _totals_of(response: Json, period: str) -> Columns | None:
    values: Columns = dict.fromkeys(TOTALS.values())
    names = [str(one.get("name")) for one in response.get("metricHeaders", [])]
    rows = _rows(response, period)
    for row in rows[:1]:
        for name, value in zip(names, row.get("metricValues", []), strict=False):
            if name in TOTALS:
                values[TOTALS[name]] = _figure(name, _number(value))
    return values if rows else None


def _series(rows: list[Json], days: list[str]) -> list[list[object]] | None:
    sessions_by_day = {_day(row): int(_number(row["metricValues"][0])) for row in rows}
    return [[day, sessions_by_day.get(day, 0)] for day in days] if sessions_by_day else None


def _name(row: Json) -> str:
    """A dimension's value, made printable, because a visitor can choose it with a crafted URL."""
    return printable(str(row["dimensionValues"][0]["value"]), NAME_MAX)


def _day(row: Json) -> str:
    text = _name(row)
    return date(int(text[:4]), int(text[4:6]), int(text[6:8])).isoformat()


def _days(response: Json, at: datetime) -> list[str]:
    """The last complete days of both periods in the property's time zone, oldest first."""
    try:
        zone = ZoneInfo(str(response.get("metadata", {}).get("timeZone") or "UTC"))
    except (KeyError, ValueError, OSError):
        zone = ZoneInfo("UTC")
    today = at.astimezone(zone).date()
    return [(today - timedelta(days=ago)).isoformat() for ago in range(2 * DAYS, 0, -1)]
