"""Keeps a measurement with the date, the machine and the commit it was taken on: tests/bench/results/<name>.json."""

import json
import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "tests/bench/results"


def keep(name: str, figures: dict[str, object]) -> Path:
    """Write `figures` over the last ones of `name`; git remembers those. Returns the file."""
    git = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    taken = {"date": datetime.now(UTC).date().isoformat(), "commit": commit, "machine": machine()}
    path = RESULTS / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(taken | figures, indent=2) + "\n", encoding="utf-8")
    return path


def machine() -> str:
    """What the figures depend on, in a few words."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}, Python " + (
        platform.python_version()
    )
