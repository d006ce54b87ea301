"""Reading responses of Google Analytics: figures, days, no data and zero, and responses that are no report."""

from datetime import UTC, datetime
from typing import Any

import pytest

from analytics import reports

AT = datetime(2026, 11, 21, 9, 10, tzinfo=UTC)
NAMES = ["totalUsers", "newUsers", "sessions", "engagedSessions", "bounceRate", "averageSessionDuration", "conversions"]


def answer(
    rows: list[tuple[list[str], list[str]]], names: list[str] | None = None, zone: str = "UTC"
) -> dict[str, Any]:
    body = [
        {"dimensionValues": [{"value": one} for one in dims], "metricValues": [{"value": one} for one in values]}
        for dims, values in rows
    ]
    headers = [{"name": name} for name in names or NAMES]
    return {"metricHeaders": headers, "rows": body, "metadata": {"timeZone": zone}}


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
    columns = reports.columns("totals", answer([([], ["9", "4", "12", "7", fraction, "61.25", "3"])]), AT)
    assert columns == {
        "total_users": 9,
        "new_users": 4,
        "sessions": 12,
        "engaged_sessions": 7,
        "bounce_rate": shown,
        "avg_engagement_time": 61.3,
        "conversions": 3.0,
        "totals_as_of": AT,
    }


def test_zero_is_zero_and_what_is_missing_is_no_data() -> None:
    zeros = reports.columns("totals", answer([([], ["0"] * 7)]), AT)
    assert {zeros[name] for name in zeros if name != "totals_as_of"} == {0}
    some = reports.columns("totals", answer([([], ["0", "5"])], ["sessions", "somethingNew"]), AT)
    assert (some["sessions"], some["total_users"], "somethingNew" in some) == (0, None, False)
    nothing: list[dict[str, Any]] = [{}, {"rows": []}, {"metricHeaders": [], "rowCount": 0}]
    for empty in nothing:
        columns = reports.columns("totals", empty, AT)
        assert {columns[name] for name in columns if name != "totals_as_of"} == {None}
        assert reports.columns("trend", empty, AT) == {"session_trend": None, "trend_as_of": AT}
        assert reports.columns("sources", empty, AT) == {"traffic_sources": None, "sources_as_of": AT}


def test_a_day_that_is_left_out_had_no_session() -> None:
    trend = reports.columns("trend", answer([(["20261120"], ["8"]), (["20261118"], ["5"])]), AT)["session_trend"]
    assert isinstance(trend, list)
    assert (len(trend), trend[0], trend[-3:]) == (
        30,
        ["2026-10-22", 0],
        [["2026-11-18", 5], ["2026-11-19", 0], ["2026-11-20", 8]],
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
        # And forward: 23.
        ("2026-03-29T21:59:00+00:00", "Europe/Berlin", "2026-03-28"),
        ("2026-03-29T22:00:00+00:00", "Europe/Berlin", "2026-03-29"),
        ("2026-11-21T12:00:00+00:00", "Mars/Base", "2026-11-20"),
        ("2026-11-21T12:00:00+00:00", "../etc", "2026-11-20"),
    ],
)
def test_the_days_are_the_propertys_own_complete_ones(at: str, zone: str, last: str) -> None:
    time = datetime.fromisoformat(at)
    trend = reports.columns("trend", answer([([last.replace("-", "")], ["1"])], zone=zone), time)["session_trend"]
    assert isinstance(trend, list)
    assert (len(trend), trend[-1]) == (30, [last, 1])
    assert len({day for day, _ in trend}) == 30


def test_sources_are_the_ten_with_the_most_sessions() -> None:
    rows = [([f"source {n} / medium"], [str(n)]) for n in range(12)]
    sources = reports.columns("sources", answer([*rows, (["x" * 500], ["99"])]), AT)["traffic_sources"]
    assert isinstance(sources, list)
    assert sources[0] == ("x" * 120, 99)
    assert [count for _, count in sources] == [99, 11, 10, 9, 8, 7, 6, 5, 4, 3]


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
def test_what_a_visitor_calls_a_source_can_be_stored_and_shown(name: str, stored: str) -> None:
    sources = reports.columns("sources", answer([([name], ["1"])]), AT)["traffic_sources"]
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
def test_what_is_no_report_is_not_read(part: str, rows: object) -> None:
    with pytest.raises(reports.Unreadable):
        reports.columns(part, {"rows": rows}, AT)
