"""Reading responses of Google Analytics: figures of two periods, no data and zero, and responses that are no report."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from analytics import ga4_requests

AT = datetime(2026, 11, 21, 9, 10, tzinfo=UTC)
NAMES = ["totalUsers", "newUsers", "sessions", "engagedSessions", "bounceRate", "averageSessionDuration", "conversions"]


def answer(
    rows: list[tuple[list[str], list[str]]],
    names: list[str] | None = None,
    zone: str = "UTC",
    previous: list[tuple[list[str], list[str]]] | None = None,
) -> dict[str, Any]:
    """A response with the rows of both periods. Google appends the dimension of periods to the requested ones."""
    body = [
        {
            "dimensionValues": [{"value": one} for one in [*dims, period]],
            "metricValues": [{"value": one} for one in values],
        }
        for period, part in (("previous", previous or []), ("current", rows))
        for dims, values in part
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
    ("fraction", "shown"),
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
def test_a_bounce_rate_is_a_percentage_with_one_decimal(fraction: str, shown: float) -> None:
    columns = ga4_requests.columns("totals", answer([([], ["9", "4", "12", "7", fraction, "61.25", "3"])]), AT)
    assert columns == {
        "total_users": 9,
        "new_users": 4,
        "sessions": 12,
        "engaged_sessions": 7,
        "bounce_rate": shown,
        "avg_engagement_time": 61.3,
        "conversions": 3.0,
        "previous_totals": None,
        "totals_as_of": AT,
    }


def test_the_totals_of_both_periods_are_read_apart() -> None:
    both = answer(
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
    only_before = ga4_requests.columns("totals", answer([], previous=[([], ["8"])], names=["sessions"]), AT)
    assert (only_before["sessions"], only_before["total_users"]) == (None, None)
    assert isinstance(only_before["previous_totals"], dict)
    assert (only_before["previous_totals"]["sessions"], only_before["previous_totals"]["total_users"]) == (8, None)


def test_zero_is_zero_and_missing_values_are_no_data() -> None:
    zeros = ga4_requests.columns("totals", answer([([], ["0"] * 7)], previous=[([], ["0"] * 7)]), AT)
    previous = zeros.pop("previous_totals")
    assert isinstance(previous, dict)
    assert {zeros[name] for name in zeros if name != "totals_as_of"} == set(previous.values()) == {0}
    some = ga4_requests.columns("totals", answer([([], ["0", "5"])], ["sessions", "somethingNew"]), AT)
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


def test_a_day_that_is_left_out_had_no_session() -> None:
    # Google returns a day of one period with the other period too, with zeros.
    days = answer(
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
        # The clocks are put back: the day has 25 hours.
        ("2026-10-25T22:59:00+00:00", "Europe/Berlin", "2026-10-24"),
        ("2026-10-25T23:00:00+00:00", "Europe/Berlin", "2026-10-25"),
        # The clocks go forward: the day has 23 hours.
        ("2026-03-29T21:59:00+00:00", "Europe/Berlin", "2026-03-28"),
        ("2026-03-29T22:00:00+00:00", "Europe/Berlin", "2026-03-29"),
        ("2026-11-21T12:00:00+00:00", "Mars/Base", "2026-11-20"),
        ("2026-11-21T12:00:00+00:00", "../etc", "2026-11-20"),
    ],
)
def test_the_days_are_the_propertys_own_complete_ones(at: str, zone: str, last: str) -> None:
    time = datetime.fromisoformat(at)
    trend = ga4_requests.columns("trend", answer([([last.replace("-", "")], ["1"])], zone=zone), time)["session_trend"]
    assert isinstance(trend, list)
    assert (len(trend), trend[-1]) == (30, [last, 1])
    assert len({day for day, _ in trend}) == 30


def test_sources_are_the_ten_with_the_most_sessions() -> None:
    rows = [([f"source {n} / medium"], [str(n)]) for n in range(12)]
    sources = ga4_requests.columns("sources", answer([*rows, (["x" * 500], ["99"])]), AT)["traffic_sources"]
    assert isinstance(sources, list)
    assert sources[0] == ("x" * 120, 99)
    assert [count for _, count in sources] == [99, 11, 10, 9, 8, 7, 6, 5, 4, 3]


def test_the_sources_of_the_previous_period_are_those_of_the_current_one() -> None:
    rows: list[tuple[list[str], list[str]]] = [(["search"], ["5"]), (["new"], ["9"])]
    both = answer(rows, previous=[(["search"], ["4"]), (["gone"], ["99"])])
    assert ga4_requests.columns("sources", both, AT) == {
        "traffic_sources": [("new", 9), ("search", 5)],
        "previous_sources": [("new", 0), ("search", 4)],
        "sources_as_of": AT,
    }
    # Without its last rows, the response does not show whether "new" had sessions before.
    cut = ga4_requests.columns("sources", both | {"rowCount": 300}, AT)
    assert cut["previous_sources"] == [("search", 4)]


def parts_of(before: str, after: str) -> dict[str, dict[str, object]]:
    """The parts of a read; each digit of the series is the sessions of a day."""
    trends = {
        name: [[str(date(2026, 9, 22) + timedelta(days=day)), int(one)] for day, one in enumerate(digits)] or None
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
def test_a_period_within_which_the_data_began_is_not_compared(before: str, after: str) -> None:
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
    sources = ga4_requests.columns("sources", answer([([name], ["1"])]), AT)["traffic_sources"]
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
