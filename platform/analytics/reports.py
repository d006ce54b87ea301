"""The requests of the three reports over the last 30 complete days, and the parsing of their responses. Pure."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any
from zoneinfo import ZoneInfo

from core.text import printable

DAYS, TOP = 30, 10
TENTH = Decimal("0.1")
NAME_MAX = 120
MOST = 2**53  # JavaScript represents integers exactly up to here
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
RANGE = {"dateRanges": [{"startDate": f"{DAYS}daysAgo", "endDate": "yesterday"}]}
SESSIONS = {"metrics": [{"name": "sessions"}]}

Answer = dict[str, Any]
Columns = dict[str, object]


class Unreadable(Exception):
    """A response that is not a report."""


def totals(answer: Answer, at: datetime) -> Columns:
    """The columns of the totals. A metric that the response lacks is None; a zero is zero."""
    values: Columns = dict.fromkeys(TOTALS.values())
    names = [str(one.get("name")) for one in answer.get("metricHeaders", [])]
    for row in answer.get("rows", [])[:1]:
        for name, value in zip(names, row.get("metricValues", []), strict=False):
            if name in TOTALS:
                values[TOTALS[name]] = _figure(name, _number(value))
    return values | {"totals_as_of": at}


def trend(answer: Answer, at: datetime) -> Columns:
    """The sessions of every day of the range. A missing day is zero, but without any row the trend is None."""
    counted = {_day(row): int(_number(row["metricValues"][0])) for row in answer.get("rows", [])}
    days = [day.isoformat() for day in _range(answer, at)]
    series = [[day, counted.get(day, 0)] for day in days] if counted else None
    return {"session_trend": series, "trend_as_of": at}


def sources(answer: Answer, at: datetime) -> Columns:
    """The traffic sources with the most sessions."""
    pairs = [(_name(row), int(_number(row["metricValues"][0]))) for row in answer.get("rows", [])]
    pairs.sort(key=lambda pair: -pair[1])
    return {"traffic_sources": pairs[:TOP] or None, "sources_as_of": at}


PARTS: dict[str, tuple[Answer, Callable[[Answer, datetime], Columns]]] = {
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
            "limit": TOP,
        },
        sources,
    ),
}


def columns(part: str, answer: Answer, at: datetime) -> Columns:
    """The snapshot's columns from a response. Raises Unreadable."""
    try:
        return PARTS[part][1](answer, at)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, InvalidOperation) as error:
        raise Unreadable(part) from error


def _figure(name: str, number: Decimal) -> object:
    if name == "bounceRate":
        return float((number * 100).quantize(TENTH, ROUND_HALF_UP))
    if name in {"averageSessionDuration", "conversions"}:
        return float(number.quantize(TENTH, ROUND_HALF_UP))
    return int(number)


def _number(value: Answer) -> Decimal:
    number = Decimal(value["value"])
    if not number.is_finite() or abs(number) > MOST:
        raise ValueError(value)
    return number


def _name(row: Answer) -> str:
    """A dimension's value, made printable, because a visitor can choose it with a crafted URL."""
    return printable(str(row["dimensionValues"][0]["value"]), NAME_MAX)


def _day(row: Answer) -> str:
    text = _name(row)
    return date(int(text[:4]), int(text[4:6]), int(text[6:8])).isoformat()


def _range(answer: Answer, at: datetime) -> list[date]:
    """The last complete days in the property's time zone, oldest first."""
    try:
        zone = ZoneInfo(str(answer.get("metadata", {}).get("timeZone") or "UTC"))
    except (KeyError, ValueError, OSError):
        zone = ZoneInfo("UTC")
    today = at.astimezone(zone).date()
    return [today - timedelta(days=ago) for ago in range(DAYS, 0, -1)]
