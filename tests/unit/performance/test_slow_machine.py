"""Scans on a machine that is too slow for them: pages are throttled less, and the result names the slow machine."""

from uuid import uuid4

import pytest

from performance import bands, queries
from performance.providers import local_lighthouse, scanner
from performance.queries import findings
from performance.scan_result import LIGHTHOUSE, PAGE_SPEED, Result
from tests.support.fakes.page_speed import Json, stored


def result_of(index: float | None) -> Json:
    raw = stored("small-picture", score=0.7)
    raw["lighthouseResult"]["environment"] = {} if index is None else {"benchmarkIndex": index}
    return raw


class Machine:
    """Lighthouse on a machine of this benchmark index."""

    def __init__(self, index: float | None) -> None:
        self.index = index
        self.slowdowns: list[float] = []

    def measure(self, _url: str, *, slowdown: float) -> Json:
        self.slowdowns.append(slowdown)
        return result_of(self.index)


@pytest.mark.parametrize(
    ("index", "slowdowns"),
    [
        (1500.0, [4.0, 4.0, 4.0]),
        (1000.0, [4.0, 4.0, 4.0]),
        (None, [4.0, 4.0, 4.0]),
        # The first measurement only shows how slow the machine is; it does not count.
        (500.0, [4.0, 2.0, 2.0, 2.0]),
        (90.0, [4.0, 1.0, 1.0, 1.0]),
    ],
)
def test_a_scan_on_a_slow_machine_throttles_pages_less(
    index: float | None, slowdowns: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(index)
    monkeypatch.setattr(local_lighthouse, "measure", machine.measure)
    result = scanner.scan("https://bakery.example/", runs=3, progress=lambda _step: None)
    assert machine.slowdowns == slowdowns
    assert result.scores == (70, 70, 70)


@pytest.mark.parametrize(
    ("source", "index", "is_reported"),
    [
        (LIGHTHOUSE, 999.0, True),
        (LIGHTHOUSE, bands.BENCHMARK_MIN, False),
        (LIGHTHOUSE, None, False),
        (PAGE_SPEED, 400.0, False),
    ],
)
def test_a_score_of_a_slow_machine_says_so(
    source: str, index: float | None, is_reported: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "latest_score", lambda **_which: None)
    monkeypatch.setattr(queries, "latest_score_before_week", lambda **_which: None)
    monkeypatch.setattr(queries, "lighthouse_result_of", lambda _score: None)
    finding = findings.evaluate(
        client_id=uuid4(), url="https://bakery.example/", result=Result(result_of(index), (70,), source)
    )
    assert (findings.TOO_SLOW in finding.reasons) is is_reported
