"""Writes measurements with their date, machine and commit to tests/bench/results/<name>.md."""

import os
import platform
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RESULTS = ROOT / "tests/bench/results"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value with its budget, `at_least` or `at_most`. If it is a median, `rounds` has the values of all rounds."""

    label: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None
    rounds: Sequence[float] = ()

    @property
    def holds(self) -> bool:
        """Whether the value is within its budget; true without a budget."""
        low, high = self.at_least, self.at_most
        return (low is None or self.value >= low) and (high is None or self.value <= high)

    @property
    def budget(self) -> str:
        if self.at_least is not None:
            return f"≥ {format_number(self.at_least)}"
        return "" if self.at_most is None else f"≤ {format_number(self.at_most)}"


def format_number(value: float) -> str:
    """The number with three significant digits, or without decimals if it is whole or at least 100."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def write_results(
    name: str, title: str, command: str, figures: Sequence[Figure], note: str = "", folder: Path = RESULTS
) -> Path:
    """Write `figures` to the file `name`.md in `folder`, replacing those of the last run. Returns its path."""
    lines = [
        f"# {title}",
        "",
        f"{datetime.now(UTC).date().isoformat()}, commit {commit()}, {machine()}.",
        f"`{command}` {note}".rstrip(),
    ]
    lines += ["", "| what | figure | unit | budget | rounds |", "| --- | ---: | --- | --- | --- |"]
    for figure in figures:
        budget = f"{figure.budget} {'held' if figure.holds else '**missed**'}" if figure.budget else ""
        rounds = ", ".join(format_number(value) for value in figure.rounds)
        lines.append(f"| {figure.label} | {format_number(figure.value)} | {figure.unit} | {budget} | {rounds} |")
    path = folder / f"{name}.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def commit() -> str:
    """The short hash of the measured commit."""
    git = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def machine() -> str:
    """The processor, memory, system and Python version, on which the figures depend."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = f"{_cpu()}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.release()}"
    return f"{system} {platform.machine()}, Python {platform.python_version()}"


def _cpu() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown CPU")
