"""Writes deploy/docs/install/sizing.md from the results of the measurements: `python -m tests.bench.sizing`."""

import math
import re
from pathlib import Path

from tests.bench.harness.results import RESULTS, ROOT

DOCUMENT = ROOT / "deploy/docs/install/sizing.md"
DEVICES = (100, 500, 1_000, 5_000, 10_000, 20_000)
# The sockets of the measured process, and the limit that follows for a process, because more are not measured.
MEASURED_SOCKETS, PER_PROCESS = 5_050, 5_000
# An assumption, not a measurement: at the busiest time every tenth device sends a message each minute.
WRITES_PER_DEVICE_S = 0.1 / 60
# Up to this many devices, one process without PostgreSQL and Redis is enough, with a pause of seconds at a restart.
ONE_PROCESS = 500
ROW = re.compile(r"\| (?P<label>[^|]+) \| (?P<value>[\d,.]+) \| (?P<unit>[^|]*) \|")
TEXT = """# How large a machine has to be

*Reference.* `python -m tests.bench.sizing` writes this page from [the measurements](../../../tests/bench/README.md), and so does `make bench`. A device is one open app; a client with a phone and a tablet has two.

| devices connected at once | web processes | memory of all web processes | messages per second at the busiest time | cores that they need | all devices are back after a restart |
| ---: | ---: | ---: | ---: | ---: | ---: |
{rows}

Up to {one_process} devices one process with SQLite is enough ([Install on one machine](one-machine.md)), with a pause of some seconds at each restart. Above that add PostgreSQL and Redis. Add to the table, by the limits of [`compose.yml`](../../compose.yml), which are generous and not measured: 1 GB for PostgreSQL, 256 MB for Redis, 1 GB for the worker, and 3 GB and a core for scans while one runs. A `PAGESPEED_KEY` makes the last unnecessary. The disk needs the uploaded files, and twice that if backups are on the same machine.

A web process uses at most one core, so two processes on two cores are the least for a restart without a pause. With more machines each runs some of the processes, and nothing else changes.

## Where the figures come from

| figure | value | from |
| --- | ---: | --- |
{sources}

The messages per second assume that every tenth device sends one message a minute; the number of processes assumes at most {per_process} sockets each, because more are not measured. Memory, cores and times grow in proportion to the devices.
"""


def figure(name: str, label: str) -> float:
    """The figure in the row `label` of the result `name`.md. Raises KeyError if the result has no such row."""
    rows = {match["label"]: match["value"] for match in ROW.finditer((RESULTS / f"{name}.md").read_text("utf-8"))}
    return float(rows[label].replace(",", ""))


def source(name: str) -> str:
    """A link to the result `name`.md, with its date and machine."""
    measured = (RESULTS / f"{name}.md").read_text("utf-8").splitlines()[2].rstrip(".")
    return f"[{name}](../../../tests/bench/results/{name}.md): {measured}"


def document() -> str:
    """The whole page."""
    socket_kb = figure("memory", "one of 5,000 idle sockets")
    process_mb = figure("memory", "the process with 5,050 sockets") - MEASURED_SOCKETS * socket_kb / 1000
    write_us = figure("writing", "PostgreSQL, 100 writes/s: server CPU per write")
    back_s = figure("storm", "all at once: until the last is live") / 1000
    rows = []
    for devices in DEVICES:
        processes = 1 if devices <= ONE_PROCESS else max(2, math.ceil(devices / PER_PROCESS))
        memory_mb = processes * process_mb + devices * socket_kb / 1000
        writes = devices * WRITES_PER_DEVICE_S
        cores, back = writes * write_us / 1_000_000, devices / processes * back_s
        rows.append(
            f"| {devices:,} | {processes} | {math.ceil(memory_mb / 10) * 10:,} MB | {writes:.1f} | {cores:.2f} | {back:.1f} s |"
        )
    sources = [
        f"| memory of a process without devices | {process_mb:.0f} MB | {source('memory')} |",
        f"| memory of a connected device | {socket_kb:g} kB | {source('memory')} |",
        f"| processor time of a message, with its delivery | {write_us / 1000:.1f} ms | {source('writing')} |",
        f"| time until 1,000 devices are back | {back_s * 1000:.1f} s | {source('storm')} |",
    ]
    limits = {"one_process": ONE_PROCESS, "per_process": f"{PER_PROCESS:,}"}
    return TEXT.format(rows="\n".join(rows), sources="\n".join(sources), **limits)


def write(path: Path = DOCUMENT) -> None:
    path.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    write()
