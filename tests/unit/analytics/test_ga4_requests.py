"""Parsing responses of Google Analytics: figures of two periods, zero and missing values, and invalid reports."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from analytics import ga4_requests

AT = datetime(2026, 11, 21, 9, 10, tzinfo=UTC)
NAMES = ["totalUsers", "newUsers", "sessions", "engagedSessions", "bounceRate", "averageSessionDuration", "conversions"]


def response(
    rows: list[tuple[list[str], list[str]]],
    names: list[str] | None = None,
    zone: str = "UTC",
    previous: list[tuple[list[str], list[str]]] | None = None,
) -> dict[str, Any]:
    """A response with the rows of both periods. Google appends the dimension `dateRange` to the requested dimensions."""
    body = [
        {
            "dimensionValues": [{"value": value} for value in [*dimensions, period]],
            "metricValues": [{"value": value} for value in metrics],
        }
        for period, period_rows in (("previous", previous or []), ("current", rows))
        for dimensions, metrics in period_rows
    ]
    count = len((rows or previous or [([], [])])[0][0])
    return {
        "dimensionHeaders": [{"name": name} for name in [*["requested"] * count, "dateRange"]],
        "metricHeaders": [{"name": name} for name in names or NAMES],
        "rows": body,
        "rowCount": len(body),
        "metadata": {"timeZone": zone},
    }


@pytest.mark.parametrize(
    ("fraction", "percentage"),
    [
        ("0", 0.0),
        ("0.3689", 36.9),
        ("0.36849", 36.8),
        ("0.36850", 36.9),
        ("1", 100.0),
        ("0.0004", 0.0),
        ("0.00050", 0.1),
    ],
)
def test_a_bounce_rate_is_a_percentage_with_one_decimal(fraction: str, percentage: float) -> None:
    columns = ga4_requests.columns("totals", response([([], ["9", "4", "12", "7", fraction, "61.25", "3"])]), AT)
    assert columns == {
        "total_users": 9,
        "new_users": 4,
        "sessions": 12,
        "engaged_sessions": 7,
        "bounce_rate": percentage,
        "avg_engagement_time": 61.3,
        "conversions": 3.0,
        "previous_totals": None,
        "totals_as_of": AT,
    }


def test_the_totals_of_both_periods_are_read_separately() -> None:
    both = response(
        [([], ["9", "4", "12", "7", "0.25", "61.25", "3"])], previous=[([], ["8", "0", "11", "6", "0.5", "0", "2.5"])]
    )
    columns = ga4_requests.columns("totals", both, AT)
    assert (columns["total_users"], columns["bounce_rate"]) == (9, 25.0)
    assert columns["previous_totals"] == {
        "total_users": 8,
        "new_users": 0,
        "sessions": 11,
        "engaged_sessions": 6,
        "bounce_rate": 50.0,
        "avg_engagement_time": 0.0,
        "conversions": 2.5,
    }
    only_before = ga4_requests.columns("totals", response([], previous=[([], ["8"])], names=["sessions"]), AT)
    assert (only_before["sessions"], only_before["total_users"]) == (None, None)
    assert isinstance(only_before["previous_totals"], dict)
    assert (only_before["previous_totals"]["sessions"], only_before["previous_totals"]["total_users"]) == (8, None)


def test_zero_is_zero_and_missing_values_are_no_data() -> None:
    zeros = ga4_requests.columns("totals", response([([], ["0"] * 7)], previous=[([], ["0"] * 7)]), AT)
    previous = zeros.pop("previous_totals")
    assert isinstance(previous, dict)
    assert {zeros[name] for name in zeros if name != "totals_as_of"} == set(previous.values()) == {0}
    some = ga4_requests.columns("totals", response([([], ["0", "5"])], ["sessions", "somethingNew"]), AT)
    assert (some["sessions"], some["total_users"], "somethingNew" in some) == (0, None, False)
    nothing: list[dict[str, Any]] = [{}, {"rows": []}, {"metricHeaders": [], "rowCount": 0}]
    for empty in nothing:
        columns = ga4_requests.columns("totals", empty, AT)
        assert {columns[name] for name in columns if name != "totals_as_of"} == {None}
        assert ga4_requests.columns("trend", empty, AT) == {
            "session_trend": None,
            "previous_trend": None,
            "trend_as_of": AT,
        }
        assert ga4_requests.columns("sources", empty, AT) == {
            "traffic_sources": None,
            "previous_sources": None,
            "sources_as_of": AT,
        }


def test_a_day_missing_in_the_response_had_no_sessions() -> None:
    # Google returns each day in both periods, with zeros in the period that the day is not in.
    days = response(
        [(["20261120"], ["8"]), (["20261118"], ["5"]), (["20261021"], ["0"])],
        previous=[(["20261120"], ["0"]), (["20261021"], ["7"]), (["20260922"], ["1"])],
    )
    columns = ga4_requests.columns("trend", days, AT)
    trend, previous = columns["session_trend"], columns["previous_trend"]
    assert isinstance(trend, list)
    assert isinstance(previous, list)
    assert (len(trend), trend[0], trend[-3:]) == (
        30,
        ["2026-10-22", 0],
        [["2026-11-18", 5], ["2026-11-19", 0], ["2026-11-20", 8]],
    )
    assert (len(previous), previous[:2], previous[-1]) == (
        30,
        [["2026-09-22", 1], ["2026-09-23", 0]],
        ["2026-10-21", 7],
    )


@pytest.mark.parametrize(
    ("at", "zone", "last"),
    [
        ("2026-11-21T07:59:00+00:00", "America/Los_Angeles", "2026-11-19"),
        ("2026-11-21T08:00:00+00:00", "America/Los_Angeles", "2026-11-20"),
        ("2026-11-20T12:00:00+00:00", "Pacific/Auckland", "2026-11-20"),
        # Clocks go back on this day: it has 25 hours.
        ("2026-10-25T22:59:00+00:00", "Europe/Berlin", "2026-10-24"),
        ("2026-10-25T23:00:00+00:00", "Europe/Berlin", "2026-10-25"),
        # Clocks go forward on this day: it has 23 hours.
        ("2026-03-29T21:59:00+00:00", "Europe/Berlin", "2026-03-28"),
        ("2026-03-29T22:00:00+00:00", "Europe/Berlin", "2026-03-29"),
        ("2026-11-21T12:00:00+00:00", "Mars/Base", "2026-11-20"),
        ("2026-11-21T12:00:00+00:00", "../etc", "2026-11-20"),
    ],
)
def test_the_trend_ends_with_the_last_complete_day_of_the_property(at: str, zone: str, last: str) -> None:
    now = datetime.fromisoformat(at)
    trend = ga4_requests.columns("trend", response([([last.replace("-", "")], ["1"])], zone=zone), now)["session_trend"]
    assert isinstance(trend, list)
    assert (len(trend), trend[-1]) == (30, [last, 1])
    assert len({day for day, _ in trend}) == 30


def test_sources_are_the_ten_with_the_most_sessions() -> None:
    rows = [([f"source {n} / medium"], [str(n)]) for n in range(12)]
    sources = ga4_requests.columns("sources", response([*rows, (["x" * 500], ["99"])]), AT)["traffic_sources"]
    assert isinstance(sources, list)
    assert sources[0] == ("x" * 120, 99)
    assert [count for _, count in sources] == [99, 11, 10, 9, 8, 7, 6, 5, 4, 3]


def test_previous_sources_are_listed_for_the_current_ones_only() -> None:
    rows: list[tuple[list[str], list[str]]] = [(["search"], ["5"]), (["new"], ["9"])]
    both = response(rows, previous=[(["search"], ["4"]), (["gone"], ["99"])])
    assert ga4_requests.columns("sources", both, AT) == {
        "traffic_sources": [("new", 9), ("search", 5)],
        "previous_sources": [("new", 0), ("search", 4)],
        "sources_as_of": AT,
    }
    # 300 rows exist and the response has fewer, so the sessions of "new" in the previous period are unknown.
    truncated = ga4_requests.columns("sources", both | {"rowCount": 300}, AT)
    assert truncated["previous_sources"] == [("search", 4)]


def parts_of(before: str, after: str) -> dict[str, dict[str, object]]:
    """The three parts of a read; each digit of `before` and `after` is the number of sessions of a day."""
    trends = {
        name: [[str(date(2026, 9, 22) + timedelta(days=day)), int(digit)] for day, digit in enumerate(digits)] or None
        for name, digits in (("previous_trend", before), ("session_trend", after))
    }
    totals = {"sessions": 9, "previous_totals": {"sessions": 8}, "totals_as_of": AT}
    top = {"traffic_sources": [("a", 2)], "previous_sources": [("a", 1)], "sources_as_of": AT}
    return {"totals": totals, "trend": {**trends, "trend_as_of": AT}, "sources": top}


@pytest.mark.parametrize(
    ("before", "after"), [("1200340", "5600700"), ("0012340", "5600780"), ("00123", "00000"), ("123", "456")]
)
def test_periods_with_gaps_of_the_same_length_are_compared(before: str, after: str) -> None:
    assert ga4_requests.without_partial_period(parts_of(before, after)) == parts_of(before, after)


@pytest.mark.parametrize(("before", "after"), [("0001230", "5600700"), ("0123", "4567"), ("00000", "12345"), ("", "5")])
def test_a_previous_period_in_which_the_data_began_is_left_out(before: str, after: str) -> None:
    parts = parts_of(before, after)
    assert ga4_requests.without_partial_period(parts) == {
        "totals": parts["totals"] | {"previous_totals": None},
        "trend": parts["trend"] | {"previous_trend": None},
        "sources": parts["sources"] | {"previous_sources": None},
    }
    without_trend = {"totals": parts["totals"]}
    assert ga4_requests.without_partial_period(without_trend) == {"totals": parts["totals"] | {"previous_totals": None}}


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("a\x00b / referral", "ab / referral"),
        ("a\nb\u2028c", "a b c"),
        ("\u202egro.live", "gro.live"),
        ("\ud83d / \ude00", " / "),
        ("Übersicht / 新聞 😀", "Übersicht / 新聞 😀"),
    ],
)
def test_any_name_of_a_traffic_source_can_be_stored_and_shown(name: str, stored: str) -> None:
    sources = ga4_requests.columns("sources", response([([name], ["1"])]), AT)["traffic_sources"]
    assert sources == [(stored, 1)]


@pytest.mark.parametrize("part", ["trend", "sources"])
@pytest.mark.parametrize(
    "rows",
    [
        [{}],
        [{"dimensionValues": [], "metricValues": []}],
        [{"dimensionValues": [{"value": "20261399"}], "metricValues": [{"value": "NaN"}]}],
        [{"dimensionValues": [{"value": "20261120"}], "metricValues": [{"value": "many"}]}],
        [{"dimensionValues": [{"value": "20261120"}], "metricValues": [{"value": "1e30"}]}],
        [{"dimensionValues": [{"value": "20261120"}], "metricValues": [{}]}],
        ["row"],
        "rows",
    ],
)
def test_an_invalid_report_is_not_read(part: str, rows: object) -> None:
    with pytest.raises(ga4_requests.NotAReport):
        ga4_requests.columns(part, {"rows": rows}, AT)
