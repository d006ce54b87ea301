"""Measures the cost of the calls that would record a span while telemetry is off.

The difference between a server with these calls and one without is far below the noise of two runs. So one
server counts the calls for each message, and the cost of one call is measured against an empty loop, in turns.
"""

import time
from collections.abc import Sequence
from pathlib import Path

from core import spans
from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server
from tests.bench.sync.writing import WRITERS, connected
from tests.support.servers.crash_harness import eventually

TITLE = "Telemetry that is switched off: its share of the processor time of a message"
CLIENTS, SECONDS = 20, 4.0
LOOPS, TURNS = 100_000, 10
MAX_PERCENT = 1.0


class CountingServer(Server):
    """The product, which counts the calls that would record a span."""

    program = "tests.bench.sync.counted_spans"

    def launch(self) -> None:
        self.count_file = Path(self.data_dir, "span-count")
        self.configure(SPAN_COUNT=str(self.count_file))
        super().launch()

    def calls(self) -> int:
        """The number of calls so far, in a report that the server began after this call."""
        self._wait_for_report()
        self._wait_for_report()  # it may have begun the other one before
        return int(self.count_file.read_text())

    def _wait_for_report(self) -> None:
        written_at = self.count_file.stat().st_mtime_ns
        is_new = eventually(lambda: self.count_file.stat().st_mtime_ns != written_at)
        assert is_new, "the server does not report its calls"


async def measure() -> Sequence[Figure]:
    """One round, on SQLite."""
    async with connected("SQLite", CountingServer, clients=CLIENTS) as rig:
        assert isinstance(rig.server, CountingServer)
        before = rig.server.calls()
        await rig.writers.closed_loop(WRITERS, SECONDS)
        await rig.wait_until_delivered()
        calls = (rig.server.calls() - before) / len(rig.writers.writes)
    async with connected("SQLite", clients=CLIENTS) as rig:
        cpu = rig.server.cpu_s()
        await rig.writers.closed_loop(WRITERS, SECONDS)
        each_us = (rig.server.cpu_s() - cpu) * 1e6 / len(rig.writers.writes)
        await rig.wait_until_delivered()
    call_ns = _measure_call_ns()
    return [
        Figure("calls for a message", calls, "calls"),
        Figure("one call", call_ns, "ns"),
        Figure("server CPU per message", each_us, "µs"),
        Figure("share of the calls in it", 100 * calls * call_ns / 1e3 / each_us, "%", at_most=MAX_PERCENT),
    ]


def _measure_call_ns() -> float:
    """The time of one call while telemetry is off, in ns, without the time of the loop around it."""
    with_step = without = 0.0
    for _ in range(TURNS):
        started = time.process_time()
        for _ in range(LOOPS):
            with spans.step("a step"):
                pass
        middle = time.process_time()
        for _ in range(LOOPS):
            pass
        with_step += middle - started
        without += time.process_time() - middle
    return (with_step - without) * 1e9 / (TURNS * LOOPS)
