"""A fake of Google Analytics: a user's accounts, and reports of invented figures that are deterministic and add up."""

import json
import math
import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from hashlib import sha256
from zlib import crc32
from zoneinfo import ZoneInfo

from sandbox.google.control import Control, error
from sandbox.google.tokens import Grant, Tokens
from sandbox.server import Answer, Request, in_json

ACCOUNTS = "/v1beta/accountSummaries"
REPORT = re.compile(r"/v1beta/properties/(\d+):runReport")
SCOPE = "https://www.googleapis.com/auth/analytics.readonly"
ZONE = "America/Los_Angeles"
# Shares of the sessions in 1200ths, so that they add up to less than all sessions even when all waves are high.
SOURCES = {
    "google / organic": 412,
    "(direct) / (none)": 238,
    "google / cpc": 97,
    "m.facebook.com / referral": 61,
    "instagram.com / referral": 44,
    "bing / organic": 38,
    "newsletter / email": 31,
    "maps.google.com / referral": 22,
    "yelp.com / referral": 17,
    "duckduckgo / organic": 12,
    "t.co / referral": 9,
    "nextdoor.com / referral": 6,
}
WAVE_DAYS = 97  # the period of a figure's slow rise and fall
WEEKDAYS = (104, 109, 112, 108, 98, 71, 64)  # per cent, Monday first


class Analytics:
    """Gives every user two ordinary properties and a rollup of both."""

    def __init__(self, tokens: Tokens, control: Control) -> None:
        self._tokens, self._control = tokens, control

    def answer(self, request: Request) -> Answer | None:
        if request.method == "GET" and request.path == ACCOUNTS:
            return self._for("accountSummaries", request, _accounts)
        match = REPORT.fullmatch(request.path)
        if request.method == "POST" and match is not None:
            return self._report(request, match[1])
        return None

    def _report(self, request: Request, property_id: str) -> Answer:
        def report(holder: Grant) -> Answer:
            if property_id not in property_ids(holder.email)[:2]:
                return error(403, "PERMISSION_DENIED", "User does not have sufficient permissions for this property.")
            return self._report_of(request, property_id)

        return self._for("runReport", request, report)

    def _report_of(self, request: Request, property_id: str) -> Answer:
        try:
            body = json.loads(request.body)
            metrics = [str(one["name"]) for one in body["metrics"]]
            dimensions = [str(one["name"]) for one in body.get("dimensions", [])]
            periods = {str(one["name"]): _days(one) for one in body["dateRanges"]}
        except (ValueError, KeyError, TypeError):
            return error(400, "INVALID_ARGUMENT", "The request is not a report request.")
        name = dimensions[0] if dimensions else "totals"
        ordered_error = self._control.failure(name)
        if ordered_error is not None:
            return ordered_error
        if self._control.takes("empty", name):
            periods = {}
        if self._control.takes("new", name):
            periods.pop("previous")
        if self._control.takes("short", name):
            metrics = metrics[:-1]
        rows = [
            ([*names, period], values)
            for period, days in periods.items()
            for names, values in _rows(property_id, days, name, metrics)
        ]
        return in_json(_shaped([*dimensions, "dateRange"], metrics, rows))

    def _for(self, call: str, request: Request, report: Callable[[Grant], Answer]) -> Answer:
        self._control.count(call)
        ordered_error = self._control.failure(call)
        if ordered_error is not None:
            return ordered_error
        holder = self._tokens.holder(request.headers.get("authorization", "").removeprefix("Bearer "))
        if holder is None:
            return error(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
        if SCOPE not in holder.scopes:
            return error(403, "PERMISSION_DENIED", "Request had insufficient authentication scopes.")
        return report(holder)


def property_ids(email: str) -> list[str]:
    """Return a user's property ids: a website, a shop, and a rollup. An address at `empty.example` has none."""
    if email.endswith("@empty.example"):
        return []
    return [str(300_000_000 + crc32(f"{email}:{n}".encode()) % 100_000_000) for n in range(3)]


def _accounts(holder: Grant) -> Answer:
    properties = property_ids(holder.email)
    name = re.split(r"[.+_-]", holder.email.partition("@")[0])[0].capitalize()
    kinds = [("Website", "ORDINARY"), ("Online shop", "ORDINARY"), ("All together", "ROLLUP")]
    listed = [
        {
            "property": f"properties/{one}",
            "displayName": f"{name} – {title}",
            "propertyType": f"PROPERTY_TYPE_{kind}",
            "parent": "accounts/1000",
        }
        for one, (title, kind) in zip(properties, kinds, strict=False)
    ]
    if not listed:
        return in_json({})
    account = {"name": "accountSummaries/1000", "account": "accounts/1000", "displayName": name}
    return in_json({"accountSummaries": [account | {"propertySummaries": listed}]})


def _days(date_range: dict[str, str]) -> list[date]:
    """Return the days of a date range such as from `60daysAgo` to `31daysAgo`."""
    today = datetime.now(ZoneInfo(ZONE)).date()
    first, last = (
        1 if date_range[end] == "yesterday" else int(date_range[end].removesuffix("daysAgo"))
        for end in ("startDate", "endDate")
    )
    return [today - timedelta(days=ago) for ago in range(first, last - 1, -1)]


def _wave(name: str, day: date, height: float) -> float:
    """Return a factor around 1 that rises and falls slowly by `height`, at different times for each name."""
    return 1 + height * math.sin(2 * math.pi * (day.toordinal() + crc32(name.encode())) / WAVE_DAYS)


def _sessions(property_id: str, day: date) -> int:
    """Return the day's sessions: between about 40 and 400, fewer at weekends, the same for every request."""
    base = 60 + int(sha256(property_id.encode()).hexdigest()[:4], 16) % 280
    chance = int(sha256(f"{property_id}:{day}".encode()).hexdigest()[:4], 16) % 25
    return int(base * _wave(property_id, day, 0.15) * WEEKDAYS[day.weekday()] * (88 + chance)) // 10_000


def _rows(property_id: str, days: list[date], name: str, metrics: list[str]) -> list[tuple[list[str], list[str]]]:
    counted = [(day, _sessions(property_id, day)) for day in days]
    total = sum(count for _, count in counted)

    def part(name: str, share: float, height: float = 0.04) -> int:
        """Return a number of sessions: on average, `share` of all."""
        return int(sum(count * share * _wave(name, day, height) for day, count in counted))

    if name == "date":
        return [([f"{day:%Y%m%d}"], [str(count)]) for day, count in counted]
    if name == "sessionSourceMedium":
        parts = {source: part(source, share / 1200, 0.15) for source, share in SOURCES.items()}
        return [([source], [str(count)]) for source, count in parts.items() if count]
    engaged = part("engaged", 0.631)
    values = {
        "totalUsers": str(part("users", 0.742)),
        "newUsers": str(part("new", 0.583)),
        "sessions": str(total),
        "engagedSessions": str(engaged),
        "bounceRate": repr((total - engaged) / total),
        "averageSessionDuration": repr(100 * part("duration", 1) / total),
        "conversions": str(part("conversions", 0.023)),
    }
    return [([], [values[metric] for metric in metrics if metric in values])]


def _shaped(dimensions: list[str], metrics: list[str], rows: list[tuple[list[str], list[str]]]) -> dict[str, object]:
    kinds = {"bounceRate": "TYPE_FLOAT", "averageSessionDuration": "TYPE_SECONDS", "conversions": "TYPE_FLOAT"}
    report_rows = [
        {
            "dimensionValues": [{"value": name} for name in names],
            "metricValues": [{"value": value} for value in values],
        }
        for names, values in rows
    ]
    return {
        "dimensionHeaders": [{"name": name} for name in dimensions],
        "metricHeaders": [{"name": name, "type": kinds.get(name, "TYPE_INTEGER")} for name in metrics],
        **({"rows": report_rows, "rowCount": len(report_rows)} if report_rows else {}),
        "metadata": {"currencyCode": "USD", "timeZone": ZONE},
        "kind": "analyticsData#runReport",
    }
