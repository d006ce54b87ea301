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
    """Pytest's report of one run and its exit code; `tests` has (seconds, test), the slowest first."""

    store: str
    passed: int
    failed: int
    minutes: float
    tests: list[tuple[float, str]]
    exit_code: int

    @property
    def is_good(self) -> bool:
        """Whether tests ran, all of them passed, and pytest itself found no other error."""
        return self.exit_code == 0 and self.failed == 0 and self.passed > 0


def main() -> int:
    """Returns exit code 0 if every run is good."""
    runs = [_run(store, *options) for store, options in RUNS.items()]
    RESULT.write_text(page(runs), encoding="utf-8")
    print(RESULT.read_text(encoding="utf-8"))
    return 0 if all(run.is_good for run in runs) else 1


def _run(store: str, setting: str, options: list[str]) -> Run:
    with TemporaryDirectory(prefix="pulseboard-thorough-") as folder:
        report = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-n", "4", f"--junitxml={report}", *options]
        done = subprocess.run(["env", f"STORE={setting}", *command], cwd=ROOT, check=False)
        return read(store, report, done.returncode)


def read(store: str, report: Path, exit_code: int) -> Run:
    """The run whose JUnit file is `report`. Pytest writes no file if it rejects its options."""
    if not report.exists():
        return Run(store, 0, 0, 0.0, [], exit_code)
    suite = ElementTree.parse(report).getroot()[0]
    counts = {name: int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")}
    failed = counts["failures"] + counts["errors"]
    tests = [(float(test.attrib["time"]), f"{test.attrib['classname']}.{test.attrib['name']}") for test in suite]
    minutes = float(suite.attrib["time"]) / 60
    passed = counts["tests"] - failed - counts["skipped"]
    return Run(store, passed, failed, minutes, sorted(tests, reverse=True), exit_code)


def page(runs: list[Run]) -> str:
    lines = [
        "# The tests that `make test` leaves out",
        "",
        f"{datetime.now(UTC).date().isoformat()}, commit {commit()}, {machine()}.",
        "`make thorough` Seconds are of four workers on the cores above, so one test waits for others.",
    ]
    for run in runs:
        counts = f"{run.passed:,} passed, {run.failed} failed, {run.minutes:.1f} min"
        lines += ["", f"## {run.store}: {counts}" + ("" if run.is_good else f", **exit code {run.exit_code}**"), ""]
        lines += ["| seconds | test |", "| ---: | --- |"]
        lines += [f"| {seconds:.1f} | `{test}` |" for seconds, test in run.tests[:SLOWEST]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
