"""Measures how the server's processor time for a message is split over areas of the code.

py-spy samples the server's Python stacks 250 times a second while eight writers write without a pause. A sample counts
for the area of its innermost frame that has an area. System time is spread over all areas in proportion.
"""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.harness.results import Figure
from tests.bench.harness.stores import Kind
from tests.bench.sync.writing import MIN_WRITES, WRITERS, connected

TITLE = "The processor time of a write by area of the code, with group commit"
SECONDS, SAMPLES_PER_S = 8.0, 250
# Areas by parts of a frame's file name. The first match counts, so the product's files come before its libraries.
AREAS: dict[str, tuple[str, ...]] = {
    "statements of the store": ("sync/sql/raw_sql.py", "django/db/backends/", "django/db/transaction.py", "psycopg"),
    "the log: projections and numbers": (
        "sync/log/pending.py",
        "sync/log/rows.py",
        "sync/sql/row_statements.py",
        "sync/log/changes.py",
        "sync/db/flushing.py",
    ),
    "the service: its rules and Django's rows": ("messaging/", "django/db/", "clients/", "notifications/"),
    "group commit and queues between threads": (
        "sync/writes/group_commit.py",
        "sync/writes/db_executor.py",
        "queue.py",
        "threading.py",
    ),
    "frames to devices": (
        "sync/hub/hub.py",
        "sync/hub/stream_buffer.py",
        "sync/protocol/session",
        "sync/connection/consumer.py",
        "sync/hub/log_follower.py",
        "sync/protocol/flow_control.py",
        "server/daphne/websockets.py",
        "autobahn/",
    ),
    "request and response bodies as JSON": ("pydantic", "ninja/", "json/"),
    "Django's request and response": ("django/", "config/", "asgiref/"),
    "HTTP: Daphne and Twisted": ("daphne/", "twisted/"),
    "the event loop": ("asyncio/", "selectors.py"),
}


async def measure() -> Sequence[Figure]:
    """One round: the parts of a write on each store, in µs of the server's processor time without PostgreSQL's."""
    figures: list[Figure] = []
    for kind in MIN_WRITES:
        figures += await _measure_areas(kind)
    return figures


async def _measure_areas(kind: Kind) -> list[Figure]:
    async with connected(kind) as rig:
        writers, cpu = rig.writers, rig.server.cpu_s()
        await writers.closed_loop(WRITERS, SECONDS)
        each_us = (rig.server.cpu_s() - cpu) * 1e6 / len(writers.writes)
        with TemporaryDirectory() as folder:
            samples = Path(folder) / "samples"
            profiler = _start_profiler(rig.server.pid, samples)  # profiling costs time itself
            await writers.closed_loop(WRITERS, SECONDS)
            await asyncio.to_thread(profiler.wait)
            samples_by_area = _by_area(samples.read_text().splitlines())
        await rig.wait_until_delivered()
    total = samples_by_area.total()
    parts = [Figure(f"{kind}: {area}", each_us * samples_by_area[area] / total, "µs") for area in [*AREAS, "all else"]]
    return [Figure(f"{kind}: a write", each_us, "µs"), *parts]


def _start_profiler(pid: int, output: Path) -> "subprocess.Popen[bytes]":
    py_spy = Path(sys.executable).with_name("py-spy")
    command: list[str | Path] = [
        py_spy,
        "record",
        "--pid",
        str(pid),
        "--rate",
        str(SAMPLES_PER_S),
        "--duration",
        str(round(SECONDS) - 1),
    ]
    return subprocess.Popen(
        [*command, "--gil", "--nonblocking", "--format", "raw", "--full-filenames", "--output", output]
    )


def _by_area(samples: Sequence[str]) -> Counter[str]:
    """The number of samples by area, from lines `outermost (file:line);..;innermost (file:line) COUNT`."""
    counts: Counter[str] = Counter()
    for sample in samples:
        frames, _, count = sample.rpartition(" ")
        counts[_area(frames.split(";"))] += int(count)
    return counts


def _area(frames: Sequence[str]) -> str:
    for frame in reversed(frames):
        for area, files in AREAS.items():
            if any(file in frame for file in files):
                return area
    return "all else"
