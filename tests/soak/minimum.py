"""The minimum counts of a day, so that a day in which nothing happened is not good."""

from collections.abc import Iterator
from typing import Any

from tests.soak.day import MESSAGES_PER_S, RATES, SAMPLES
from tests.soak.measurements import WARM_UP_S

# Users pause during a restore, and a slow machine does less, but never less than this share of the planned actions.
SHARE = 0.25
# The requests of each action of the visitors.
REQUESTS = {
    "read": ("read messages", "read scores"),
    "page": ("open a page",),
    "file": ("upload a file", "open a file"),
    "scan": ("request a scan",),
    "chat": ("ask a bot",),
}
# Other requests, of which each day has at least one.
ONCE = ("register for push", "train a bot", "enter a website", "begin a first load", "load rows", "mark as read")
PUSHES_PER_S = 1 / 60
PROCESSES = ("web 1", "web 2", "worker", "proxy", "redis")
# In a day of this length, each process runs once for longer than twice its warm-up (measurements.py).
MEMORY_FROM_S = 10 * WARM_UP_S


def shortfalls(report: dict[str, Any]) -> list[str]:
    """One line for each measurement of which the report has too few."""
    return [f"too few: {line}" for line in (*_counts(report), *_memory(report))]


def unmeasured(report: dict[str, Any]) -> list[str]:
    """The names of the processes whose memory was not checked, because each of them ended too soon."""
    measured = {name.rpartition(" ")[0] for name in report["memory_growth"]}
    return [name for name in PROCESSES if name not in measured]


def _counts(report: dict[str, Any]) -> Iterator[str]:
    seconds = report["seconds"]
    counts = {kind: times["count"] for kind, times in report["kinds"].items()}
    planned = {kind: RATES[action] * seconds for action, kinds in REQUESTS.items() for kind in kinds}
    planned |= dict.fromkeys(("send a message", "delivery of a message"), MESSAGES_PER_S * seconds)
    least = {kind: max(1, int(SHARE * count)) for kind, count in planned.items()} | dict.fromkeys(ONCE, 1)
    for kind, minimum in least.items():
        if counts.get(kind, 0) < minimum:
            yield f"{kind}, {counts.get(kind, 0)} of at least {minimum}"
    for name, count, minimum in (
        ("messages", report["messages"], max(1, int(SHARE * MESSAGES_PER_S * seconds))),
        ("pushes", report["pushes"], max(1, int(PUSHES_PER_S * seconds))),
        ("samples", len(report["samples"]), SAMPLES // 2),
    ):
        if count < minimum:
            yield f"{name}, {count} of at least {minimum}"


def _memory(report: dict[str, Any]) -> Iterator[str]:
    if report["seconds"] >= MEMORY_FROM_S:
        yield from (f"measurements of the memory of {name}" for name in unmeasured(report))
