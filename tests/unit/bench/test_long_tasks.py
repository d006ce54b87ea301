"""The longest task of a page's main thread, in small traces."""

import json

import pytest

from tests.support.browsers.long_tasks import longest_task

MAIN = {"name": "thread_name", "pid": 1, "tid": 1, "args": {"name": "CrRendererMain"}}
OTHER = {"name": "thread_name", "pid": 1, "tid": 2, "args": {"name": "Compositor"}}


def trace(*events: object) -> bytes:
    return json.dumps({"traceEvents": events}).encode()


def task(tid: int, dur: int, tdur: int) -> dict[str, object]:
    """A task of the thread `tid`; both times are in µs."""
    return {"name": "RunTask", "pid": 1, "tid": tid, "dur": dur, "tdur": tdur}


def test_the_longest_task_of_the_main_thread_counts_with_its_processor_time() -> None:
    assert longest_task(trace(MAIN, OTHER, task(1, 9_000, 3_500), task(1, 2_000, 8_000), task(2, 7_000, 7_000))) == 3.5


@pytest.mark.parametrize("events", [[], [MAIN, OTHER, task(2, 7_000, 7_000)], [OTHER, task(1, 7_000, 7_000)]])
def test_a_trace_without_a_task_of_a_main_thread_is_an_error(events: list[object]) -> None:
    """It would otherwise count as a page that is never busy."""
    with pytest.raises(ValueError, match="no task of a page's main thread"):
        longest_task(trace(*events))
