"""Where the time of a write goes: the server's processor time for each message, by what it was spent on.

py-spy looks 250 times a second at who runs Python in the server while eight writers write as fast as they are answered; each
look counts for the first area that one of its frames belongs to, from the innermost outwards. What the system does for a
statement or a socket meanwhile is spread over all of them.
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
from tests.bench.sync.writing import LEAST, WRITERS, connected

TITLE = "Where the time of a write goes: posts that wait together share a transaction"
SECONDS, LOOKS_PER_S = 8.0, 250
# What a frame's file tells; the first that fits, so what is ours comes before what it calls.
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
    "groups of the writer, and hand-overs": (
        "sync/writes/group_commit.py",
        "sync/writes/db_executor.py",
        "queue.py",
        "threading.py",
    ),
    "frames to devices": (
        "sync/hub/hub.py",
        "sync/hub/stream_buffer.py",
        "sync/session",
        "sync/connection/consumer.py",
        "sync/hub/log_follower.py",
        "sync/protocol/flow_control.py",
        "server/websockets.py",
        "autobahn/",
    ),
    "bodies and answers as JSON": ("pydantic", "ninja/", "json/"),
    "Django's request and response": ("django/", "config/", "asgiref/"),
    "HTTP: Daphne and Twisted": ("daphne/", "twisted/"),
    "the event loop": ("asyncio/", "selectors.py"),
}


async def measure() -> Sequence[Figure]:
    """One round: on each store the parts of a write, in µs of the server's processor; PostgreSQL's own is not in them."""
    figures: list[Figure] = []
    for kind in LEAST:
        figures += await _parts(kind)
    return figures


async def _parts(kind: Kind) -> list[Figure]:
    async with connected(kind) as rig:
        writers, cpu = rig.writers, rig.server.cpu_s()
        await writers.closed_loop(WRITERS, SECONDS)
        each_us = (rig.server.cpu_s() - cpu) * 1e6 / len(writers.writes)
        with TemporaryDirectory() as folder:
            looks = Path(folder) / "looks"
            looking = _look(rig.server.pid, looks)  # which costs time itself
            await writers.closed_loop(WRITERS, SECONDS)
            await asyncio.to_thread(looking.wait)
            seen = _by_area(looks.read_text().splitlines())
        await rig.settled()
    total = seen.total()
    parts = [Figure(f"{kind}: {area}", each_us * seen[area] / total, "µs") for area in [*AREAS, "all else"]]
    return [Figure(f"{kind}: a write", each_us, "µs"), *parts]


def _look(pid: int, into: Path) -> "subprocess.Popen[bytes]":
    py_spy = Path(sys.executable).with_name("py-spy")
    line: list[str | Path] = [
        py_spy,
        "record",
        "--pid",
        str(pid),
        "--rate",
        str(LOOKS_PER_S),
        "--duration",
        str(round(SECONDS) - 1),
    ]
    return subprocess.Popen([*line, "--gil", "--nonblocking", "--format", "raw", "--full-filenames", "--output", into])


def _by_area(looks: Sequence[str]) -> Counter[str]:
    """How many looks fell on each area; a line is `outermost (file:line);..;innermost (file:line) COUNT`."""
    found: Counter[str] = Counter()
    for look in looks:
        frames, _, count = look.rpartition(" ")
        found[_area(frames.split(";"))] += int(count)
    return found


def _area(frames: Sequence[str]) -> str:
    for frame in reversed(frames):
        for area, files in AREAS.items():
            if any(file in frame for file in files):
                return area
    return "all else"
