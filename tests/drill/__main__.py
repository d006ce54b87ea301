"""`make drill`: drills on both stores; prints the result and writes it to tests/quality/results/drill.md."""

import os
import sys
from pathlib import Path
from typing import get_args

from tests.bench.harness.processor_time import ProcessTree
from tests.bench.harness.results import ROOT, Figure, write_results
from tests.bench.harness.stores import Kind
from tests.drill.drill import Drilled, drill

MESSAGES, WRITTEN = 10_000, 300
RESULTS = ROOT / "tests/quality/results"
TITLE = "Restore drill: a backup under writes, restored elsewhere and compared row by row"


def main() -> int:
    """Returns exit code 0 if both stores were restored without a difference."""
    with ProcessTree() as family:
        drilled = {kind: drill(kind, messages=MESSAGES, written=WRITTEN) for kind in get_args(Kind)}
    note = f"Other processes took {family.foreign_cores:.2f} of {os.cpu_count()} cores meanwhile."
    figures = [figure for kind, one in drilled.items() for figure in _figures(kind, one)]
    path: Path = write_results("drill", TITLE, "make drill", figures, note, folder=RESULTS)
    print(path.read_text(encoding="utf-8"))
    differences = [f"{kind}: {line}" for kind, one in drilled.items() for line in one.comparison.differences]
    print(*differences, sep="\n")
    return 1 if differences else 0


def _figures(kind: str, one: Drilled) -> list[Figure]:
    rows = one.comparison
    return [
        Figure(f"{kind}: differences", len(rows.differences), "", at_most=0),
        Figure(f"{kind}: restored rows", rows.rows, "rows"),
        Figure(f"{kind}: of these, changed while the backup ran", rows.changed_meanwhile, "rows"),
        Figure(f"{kind}: restored files", one.files, "files"),
        Figure(f"{kind}: messages accepted while the backup ran", one.accepted_during_backup, "messages", at_least=1),
        Figure(f"{kind}: backup", one.backup_s, "s"),
        Figure(f"{kind}: size of the database's copy", one.backup_bytes / 1e6, "MB"),
        Figure(f"{kind}: restore", one.restore_s, "s"),
        Figure(f"{kind}: start of the restored server until it accepts a message", one.ready_s, "s"),
    ]


if __name__ == "__main__":
    sys.exit(main())
