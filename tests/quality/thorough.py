"""`make thorough`: runs the tests that `make test` leaves out on SQLite, and every test of a store on PostgreSQL.

It writes the result and the slowest tests to tests/quality/results/thorough.md.
"""

import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from tests.bench.harness.results import ROOT, commit, machine

RESULT = Path(__file__).parent / "results/thorough.md"
SLOWEST = 25
RUNS = {
    "SQLite": ("sqlite", ["-m", "thorough"]),
    "PostgreSQL and Redis": ("postgresql", ["tests/integration", "tests/faults"]),
}


@dataclass(frozen=True, slots=True)
class Run:
    """Pytest's report of one run; `tests` has (seconds, test), the slowest first."""

    store: str
    passed: int
    failed: int
    minutes: float
    tests: list[tuple[float, str]]


def main() -> int:
    """Returns exit code 0 if every test passed."""
    runs = [_run(store, *options) for store, options in RUNS.items()]
    RESULT.write_text(_page(runs), encoding="utf-8")
    print(RESULT.read_text(encoding="utf-8"))
    return 1 if any(run.failed for run in runs) else 0


def _run(store: str, setting: str, options: list[str]) -> Run:
    with TemporaryDirectory(prefix="pulseboard-thorough-") as folder:
        report = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-n", "4", f"--junitxml={report}", *options]
        subprocess.run(["env", f"STORE={setting}", *command], cwd=ROOT, check=False)
        suite = ElementTree.parse(report).getroot()[0]
    counts = {name: int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")}
    failed = counts["failures"] + counts["errors"]
    tests = [(float(test.attrib["time"]), f"{test.attrib['classname']}.{test.attrib['name']}") for test in suite]
    minutes = float(suite.attrib["time"]) / 60
    return Run(store, counts["tests"] - failed - counts["skipped"], failed, minutes, sorted(tests, reverse=True))


def _page(runs: list[Run]) -> str:
    lines = [
        "# The tests that `make test` leaves out",
        "",
        f"{datetime.now(UTC).date().isoformat()}, commit {commit()}, {machine()}.",
        "`make thorough` Seconds are of four workers on the cores above, so one test waits for others.",
    ]
    for run in runs:
        lines += ["", f"## {run.store}: {run.passed:,} passed, {run.failed} failed, {run.minutes:.1f} min", ""]
        lines += ["| seconds | test |", "| ---: | --- |"]
        lines += [f"| {seconds:.1f} | `{test}` |" for seconds, test in run.tests[:SLOWEST]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
