"""Runs a day of 500 clients: `python -m tests.soak [--seconds 1800]`; the results are in tests/soak/results."""

import asyncio
import logging
import os
import resource
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from tests.bench.harness.processor_time import ProcessTree
from tests.soak import report
from tests.soak.day import run

DAY_S = 1800.0


def main() -> int:
    """Run the day; returns exit code 0 if its report is good."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=DAY_S)
    parser.add_argument("--clients", type=int, default=500)
    parser.add_argument("--admins", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    sizes = vars(parser.parse_args())
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # the fakes would print each request
    with TemporaryDirectory(prefix="pulseboard-day-") as folder:
        Path(folder).chmod(0o711)  # the user of PostgreSQL has its folder below
        with ProcessTree() as processes:
            result = asyncio.run(run(Path(folder), **sizes))
            other_cores = processes.foreign_cores
    name = "day" if sizes["seconds"] >= DAY_S else f"day_of_{sizes['seconds']:.0f}_s"
    summary = report.summary(result, **sizes, other_cores=other_cores)
    print(report.write(summary, name).read_text(encoding="utf-8"))
    return 0 if report.is_good(summary) else 1


if __name__ == "__main__":
    sys.exit(main())
