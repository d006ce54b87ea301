"""`make drill`: runs a restore drill on each store; prints the result and stores it in tests/quality/results/drill.md."""

import os
import sys
from pathlib import Path
from typing import get_args

from tests.bench.harness.processor_time import ProcessTree
from tests.bench.harness.results import ROOT, Figure, write_results
from tests.bench.harness.stores import Kind
from tests.drill.drill import DrillResult, drill

MESSAGES, WRITES = 10_000, 300
RESULTS = ROOT / "tests/quality/results"
TITLE = "Restore drill: a backup under writes, restored elsewhere and compared row by row"


def main() -> int:
    """Returns exit code 0 if both stores were restored without a difference."""
    with ProcessTree() as processes:
        results = {kind: drill(kind, messages=MESSAGES, writes=WRITES) for kind in get_args(Kind)}
    note = f"Other processes took {processes.foreign_cores:.2f} of {os.cpu_count()} cores meanwhile."
    figures = [figure for kind, result in results.items() for figure in _figures(kind, result)]
    path: Path = write_results("drill", TITLE, "make drill", figures, note, folder=RESULTS)
    print(path.read_text(encoding="utf-8"))
    differences = [f"{kind}: {line}" for kind, result in results.items() for line in result.comparison.differences]
    print(*differences, sep="\n")
    return 1 if differences else 0


def _figures(kind: str, result: DrillResult) -> list[Figure]:
    rows = result.comparison
    return [
        Figure(f"{kind}: differences", len(rows.differences), "", at_most=0),
        Figure(f"{kind}: restored rows", rows.rows, "rows"),
        Figure(f"{kind}: of these, changed while the backup ran", rows.changed_meanwhile, "rows"),
        Figure(f"{kind}: restored files", result.files, "files"),
        Figure(
            f"{kind}: messages accepted while the backup ran", result.accepted_during_backup, "messages", at_least=1
        ),
        Figure(f"{kind}: backup", result.backup_s, "s"),
        Figure(f"{kind}: size of the database's copy", result.backup_bytes / 1e6, "MB"),
        Figure(f"{kind}: restore", result.restore_s, "s"),
        Figure(f"{kind}: start of the restored server until it accepts a message", result.ready_s, "s"),
    ]


if __name__ == "__main__":
    sys.exit(main())
