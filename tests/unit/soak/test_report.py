"""The report of a day: the breaches that it shows, the growth of memory, and the chart."""

from typing import Any
from xml.etree import ElementTree

import pytest

from tests.soak.chart import chart
from tests.soak.checks import Stored, doubled
from tests.soak.measurements import Measurements, Sample, percentile
from tests.soak.report import is_good, page

GOOD: dict[str, Any] = {
    "seed": 1,
    "commit": "abc",
    "machine": "a machine",
    "other_cores": 0.1,
    "seconds": 1800,
    "clients": 500,
    "admins": 10,
    "requests": 1,
    "requests_per_s": 0.1,
    "kinds": {"read": {"count": 1, "p50_ms": 1.0, "p95_ms": 1.0, "p99_ms": 1.0, "longest_ms": 1.0}},
    "retries": {"read": 2},
    "errors": [],
    "messages": 1,
    "pushes": 0,
    "wrong": [],
    "memory_growth": {"web 1 7": [0.2, 40.0], "proxy 9": [0.3, 32.0]},
    "events": [[0.0, "begin"]],
}


@pytest.mark.parametrize(
    ("breach", "expected_text"),
    [
        ({"errors": ["read: 404"]}, "- read: 404"),
        ({"wrong": ["lost: 1"]}, "**1 lost, 0 doubled**"),
        ({"wrong": ["doubled: a"]}, "**0 lost, 1 doubled**"),
        ({"wrong": ["foreign: b"]}, "1 other breaches"),
        ({"memory_growth": {"worker 8": [0.21, 33.0]}}, "| worker 8 | +21.0% | +33.0 |"),
    ],
)
def test_a_breach_makes_the_report_bad_and_is_on_its_page(breach: dict[str, Any], expected_text: str) -> None:
    assert is_good(GOOD)
    assert not is_good(GOOD | breach)
    assert expected_text in page(GOOD | breach, "day")


def test_the_growth_of_memory_leaves_out_the_start_and_short_processes() -> None:
    day = Measurements()
    for at in range(0, 400, 10):
        memory = {"web 1 7": 50.0 if at < 60 else 100.0 + at / 10, "web 2 8": 100.0} | (
            {"web 1 9": 1.0} if at > 300 else {}
        )
        day.samples.append(Sample(at, 0, 0, memory))
    assert day.growth() == {"web 1 7": (pytest.approx(135.5 / 110.5 - 1), 25.0), "web 2 8": (0.0, 0.0)}


def test_a_text_that_is_stored_twice_is_doubled_and_an_empty_one_is_not() -> None:
    rows = {"1": ("c", "one", 1), "2": ("c", "two", 1), "3": ("d", "one", 1), "4": ("d", "", 2), "5": ("d", "", 2)}
    assert doubled(Stored(rows)) == ["one"]


def test_the_delivery_of_a_message_is_timed_once() -> None:
    day = Measurements()
    day.arrived("unknown")
    day.sent("1")
    day.arrived("1")
    day.arrived("1")
    assert len(day.times["delivery of a message"]) == 1


def test_the_chart_has_a_line_for_each_figure_and_process() -> None:
    samples = [[10.0, 5, 20.0, {"web 1 7": 100, "worker 8": 90}], [20.0, 9, 30.0, {"web 1 9": 110, "worker 8": 91}]]
    tree = ElementTree.fromstring(chart(samples, [[15.0, "a <restart>"]]))
    assert len(tree.findall(".//{*}polyline")) == 2 + 2
    assert [text.text for text in tree.iter("{http://www.w3.org/2000/svg}text") if "restart" in str(text.text)] == [
        "1: 15 s, a <restart>"
    ]


def test_a_percentile_is_a_measured_value_and_zero_without_any() -> None:
    assert [percentile([3.0, 1.0, 2.0], share) for share in (0, 50, 99)] == [1.0, 2.0, 3.0]
    assert percentile([], 50) == 0.0
