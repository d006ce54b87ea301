"""The report of a day: the breaches that it shows, the growth of memory, and the chart."""

import asyncio
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.soak.chart import chart
from tests.soak.checks import Stored, doubled
from tests.soak.day import end
from tests.soak.measurements import Measurements, Sample, percentile
from tests.soak.minimum import shortfalls
from tests.soak.report import is_good, page

# The counts of a half hour: each is the least that a good day has.
COUNTS = {
    **dict.fromkeys(("send a message", "delivery of a message"), 1_800),
    **dict.fromkeys(("read messages", "read scores"), 1_350),
    "open a page": 675,
    **dict.fromkeys(("upload a file", "open a file", "ask a bot"), 90),
    "request a scan": 22,
    **dict.fromkeys(("register for push", "train a bot", "enter a website"), 1),
    **dict.fromkeys(("begin a first load", "load rows", "mark as read"), 1),
}
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
    "kinds": {
        kind: {"count": count, "p50_ms": 1.0, "p95_ms": 1.0, "p99_ms": 1.0, "longest_ms": 1.0}
        for kind, count in COUNTS.items()
    },
    "retries": {"read messages": 2},
    "errors": [],
    "messages": 1_800,
    "pushes": 30,
    "wrong": [],
    "memory_growth": {
        "web 1 7": [0.2, 40.0],
        "web 2 8": [0.0, 0.0],
        "worker 8": [0.0, 0.0],
        "proxy 9": [0.3, 32.0],
        "redis 10": [0.0, 0.0],
    },
    "events": [[0.0, "begin"]],
    "samples": [[15.0, 1, 1.0, {}]] * 60,
}


@pytest.mark.parametrize(
    ("breach", "expected_text"),
    [
        ({"errors": ["read: 404"]}, "- read: 404"),
        ({"wrong": ["lost: 1"]}, "**1 lost, 0 doubled**"),
        ({"wrong": ["doubled: a"]}, "**0 lost, 1 doubled**"),
        ({"wrong": ["foreign: b"]}, "1 other breaches"),
        ({"memory_growth": GOOD["memory_growth"] | {"worker 8": [0.21, 33.0]}}, "| worker 8 | +21.0% | +33.0 |"),
        ({"messages": 1_799}, "- too few: messages, 1799 of at least 1800"),
        ({"pushes": 29}, "- too few: pushes, 29 of at least 30"),
        ({"samples": GOOD["samples"][1:]}, "- too few: samples, 59 of at least 60"),
        ({"memory_growth": {}}, "- too few: measurements of the memory of web 1"),
        *(
            (
                {"kinds": {name: times for name, times in GOOD["kinds"].items() if name != kind}},
                f"- too few: {kind}, 0 of at least {count}",
            )
            for kind, count in COUNTS.items()
        ),
    ],
)
def test_a_breach_makes_the_report_bad_and_is_on_its_page(breach: dict[str, Any], expected_text: str) -> None:
    assert is_good(GOOD)
    assert not is_good(GOOD | breach)
    assert expected_text in page(GOOD | breach, "day")


def test_a_short_day_is_good_without_the_memory_of_processes_that_ran_briefly_and_its_page_names_them() -> None:
    short = GOOD | {"seconds": 599, "memory_growth": {"proxy 9": [0.0, 0.0]}}
    assert is_good(short)
    assert "| web 1 | not checked, because it ran too briefly | |" in page(short, "day")
    assert "| proxy | not checked" not in page(short, "day")
    assert not is_good(short | {"seconds": 600})


def test_the_shortest_day_needs_each_request_a_message_and_a_push() -> None:
    idle = GOOD | {"seconds": 1, "kinds": {}, "messages": 0, "pushes": 0}
    lines = [f"too few: {name}, 0 of at least 1" for name in (*COUNTS, "messages", "pushes")]
    assert sorted(shortfalls(idle)) == sorted(lines)


async def test_the_error_of_a_task_that_failed_is_returned_when_the_tasks_end() -> None:
    async def fail() -> None:
        raise ValueError("no samples")

    failing, endless = asyncio.create_task(fail()), asyncio.create_task(asyncio.Event().wait())
    await asyncio.wait([failing])
    [error] = await end([failing, endless])
    assert (repr(error), endless.cancelled()) == ("ValueError('no samples')", True)


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
