"""Runs the nemesis for `make soak`, on both databases in turn until each has enough operations; saves each part.

A stopped run continues with the next part at the next start; its state is `tests/nemesis/results/<store>.json`.
"""

import asyncio
import json
import logging
import os
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from tests.bench.harness.results import commit, machine
from tests.nemesis.plan import Plan, Report
from tests.nemesis.run import run

RESULTS = Path(__file__).with_name("results")
FIRST_SEED = 1000
STORES = ("sqlite", "postgresql")
Part = dict[str, Any]


def main() -> int:
    """Run parts until the goal or the time limit; returns 0, or 1 after a breach of an invariant."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--store", choices=STORES, action="append", help="run only on this database")
    parser.add_argument(
        "--operations", type=int, default=1_000_000, help="stop after so many on each database, over all parts"
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), help="start no new part after so many seconds")
    parser.add_argument("--anew", action="store_true", help="discard the results of earlier parts")
    options = parser.parse_args()
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # the fake PageSpeed would print each request
    end = time.monotonic() + options.seconds
    parts_by_store = {store: [] if options.anew else parts_of(store) for store in options.store or STORES}
    while time.monotonic() < end:
        store, parts = min(parts_by_store.items(), key=lambda item: total(item[1]))
        if total(parts) >= options.operations:
            break
        seed = FIRST_SEED + len(parts)
        plan = Plan(seed, store, clients=32, apps=4, rounds=2, round_s=90, fault_every_s=4)
        with TemporaryDirectory(prefix="pulseboard-soak-") as folder:
            report = asyncio.run(run(plan, Path(folder)))
        parts.append(part_of(seed, report))
        (RESULTS / f"{store}.json").write_text(json.dumps(parts, indent=1) + "\n", encoding="utf-8")
        (RESULTS / f"{store}.md").write_text(page(store, parts, options.operations), encoding="utf-8")
        print(f"{store}, seed {seed}: {report.total:,} operations, {total(parts):,} so far", flush=True)
        for breach in report.breaches:
            print(f"  {breach}"[:2000], file=sys.stderr)
        if report.breaches:
            return 1
    return 0


def parts_of(store: str) -> list[Part]:
    """The results of the previous parts."""
    state = RESULTS / f"{store}.json"
    parts: list[Part] = json.loads(state.read_text(encoding="utf-8")) if state.exists() else []
    return parts


def part_of(seed: int, report: Report) -> Part:
    return {
        "seed": seed,
        "commit": commit(),
        "seconds": round(report.seconds),
        "operations": dict(report.operations),
        "faults": dict(report.faults),
        "counts": dict(report.counts),
        "quiet_s": [round(each, 1) for each in report.quiet_s],
        "polls": report.polls,
        "breaches": [breach[:500] for breach in report.breaches],
    }


def total(parts: list[Part]) -> int:
    return sum(sum(part["operations"].values()) for part in parts)


def page(store: str, parts: list[Part], goal: int) -> str:
    """The Markdown report of all parts; its first line states whether the goal is reached."""
    breaches = [f"seed {part['seed']}: {breach}" for part in parts for breach in part["breaches"]]
    done, is_reached = total(parts), total(parts) >= goal
    state = f"{done:,} operations: the goal of {goal:,} is reached" if is_reached else f"**{done:,} of {goal:,}**"
    seconds, commits = sum(part["seconds"] for part in parts), dict.fromkeys(part["commit"] for part in parts)
    quiet_s, polls = [duration for part in parts for duration in part["quiet_s"]], sum(part["polls"] for part in parts)
    lines = [
        f"# Soak on {store}: devices and servers under faults",
        "",
        f"{state} in {len(parts)} parts and {seconds / 60:,.0f} minutes; **{len(breaches)} breaches**.",
        f"Commits {', '.join(commits)}; {machine()}. The next `make soak` continues from here.",
        "",
        f"The oracle checked {len(quiet_s)} quiet phases, and a reader polled the log {polls:,} times.",
        f"After the last fault, at most {max(quiet_s, default=0)} s passed until everything was sent and received.",
    ]
    for title, name in (("operation", "operations"), ("fault", "faults"), ("event on devices", "counts")):
        sums: Counter[str] = Counter()
        for part in parts:
            sums.update(part[name])
        lines += ["", f"| {title} | times |", "| --- | ---: |"]
        lines += [f"| {key} | {times:,} |" for key, times in sums.most_common()]
    lines += ["", "| seed | operations | faults | seconds | breaches |", "| ---: | ---: | ---: | ---: | ---: |"]
    for part in parts:
        sums = Counter(part["operations"])
        faults = sum(part["faults"].values())
        lines.append(f"| {part['seed']} | {sums.total():,} | {faults} | {part['seconds']} | {len(part['breaches'])} |")
    lines += ["", *[f"- {breach}" for breach in breaches]] if breaches else []
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
