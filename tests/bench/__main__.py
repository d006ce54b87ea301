"""`make bench`: runs every measurement in three interleaved rounds; prints and stores the medians."""

import asyncio
import gc
import os
import statistics
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from tests.bench import sizing
from tests.bench.browser import big_list, cold_start, first_visit, long_thread
from tests.bench.chatbots import knowledge, time_to_first_token
from tests.bench.harness.processor_time import ProcessTree
from tests.bench.harness.results import Figure, format_number, write_results
from tests.bench.harness.server import LOAD_CORE
from tests.bench.http import large_files, proxies, search, signing_in
from tests.bench.sync import (
    catch_up,
    fan_out,
    memory,
    migrations,
    restart,
    revoking,
    stalled,
    storm,
    telemetry_off,
    write_profile,
    writing,
)

MEASUREMENTS = {
    "fan_out": fan_out,
    "writing": writing,
    "write_profile": write_profile,
    "memory": memory,
    "stalled": stalled,
    "catch_up": catch_up,
    "revoking": revoking,
    "storm": storm,
    "signing_in": signing_in,
    "proxies": proxies,
    "big_list": big_list,
    "cold_start": cold_start,
    "first_visit": first_visit,
    "long_thread": long_thread,
    "large_files": large_files,
    "time_to_first_token": time_to_first_token,
    "knowledge": knowledge,
    "search": search,
    "migrations": migrations,
    "restart": restart,
    "telemetry_off": telemetry_off,
}
ROUNDS = 3


def main() -> int:
    """Returns exit code 0 if every figure is within its budget."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *MEASUREMENTS], help="the measurements to run; all by default")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    args = parser.parse_args()
    names: Sequence[str] = args.names or list(MEASUREMENTS)
    os.sched_setaffinity(0, {LOAD_CORE})
    gc.set_threshold(50_000, 20, 100)
    rounds: dict[str, list[Sequence[Figure]]] = {name: [] for name in names}
    with ProcessTree() as processes:
        for number in range(args.rounds):
            for name in names:
                print(f"round {number + 1}: {name}", file=sys.stderr, flush=True)
                rounds[name].append(asyncio.run(MEASUREMENTS[name].measure()))
        note = f"Other processes took {processes.foreign_cores:.2f} of {os.cpu_count()} cores meanwhile."
    print(note)
    command = " ".join(["python -m tests.bench", *sys.argv[1:]]) if sys.argv[1:] else "make bench"
    all_hold = True
    for name in names:
        figures = [_median(rounds_of_figure) for rounds_of_figure in zip(*rounds[name], strict=True)]
        all_hold = all_hold and all(figure.holds for figure in figures)
        _print(MEASUREMENTS[name].TITLE, figures)
        write_results(name, MEASUREMENTS[name].TITLE, command, figures, note)
    sizing.write()
    return 0 if all_hold else 1


def _median(rounds_of_figure: Sequence[Figure]) -> Figure:
    first, values = rounds_of_figure[0], [figure.value for figure in rounds_of_figure]
    return Figure(first.label, statistics.median(values), first.unit, first.at_least, first.at_most, values)


def _print(title: str, figures: Sequence[Figure]) -> None:
    print(f"\n{title}")
    for figure in figures:
        budget = f"   ({figure.budget}{'' if figure.holds else ', MISSED'})" if figure.budget else ""
        print(f"  {figure.label:50} {format_number(figure.value):>10} {figure.unit}{budget}")


if __name__ == "__main__":
    sys.exit(main())
