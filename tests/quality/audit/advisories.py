"""Known vulnerabilities of the pinned packages, from the advisory services of both registries."""

import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TIMEOUT_S = 300


@dataclass
class Answer:
    """The advisories of one service for one file.

    `trouble` is the reason why the service did not answer, or "". `unknown` has the packages that it does not know.
    """

    file: str
    vulnerabilities: list[str] = field(default_factory=list)
    trouble: str = ""
    unknown: list[str] = field(default_factory=list)


def python(root: Path, file: str) -> Answer:
    """The answer of pip-audit for a requirement file."""
    program = root / ".venv/audit/bin/pip-audit"
    command = [str(program), "-r", file, "--require-hashes", "--disable-pip", "--format", "json"]
    report = _json_of(command, root)
    if report is None:
        return Answer(file, trouble="pip-audit printed no report")
    answers = report["dependencies"]
    # pip-audit skips packages that the service does not know, and all packages if there is no network.
    skipped = [one for one in answers if "skip_reason" in one]
    if len(skipped) == len(answers):
        return Answer(file, trouble=str(skipped[0]["skip_reason"]) if skipped else "no packages")
    lines = [f"{one['name']} {one['version']}: {flaw['id']}" for one in answers for flaw in one.get("vulns", [])]
    unknown = [f"{one['name']}: {one['skip_reason']}" for one in skipped]
    return Answer(file, lines, unknown=unknown)


def npm(root: Path, folder: str) -> Answer:
    """The answer of `npm audit` for the packages that are shipped."""
    report = _json_of([str(root / ".venv/bin/npm"), "audit", "--omit=dev", "--json"], root / folder)
    if report is None or "vulnerabilities" not in report:
        return Answer(folder, trouble=str((report or {}).get("message", "npm printed no report")).partition(" - ")[0])
    flaws = report["vulnerabilities"].values()
    return Answer(folder, [f"{one['name']} {one['range']}: {one['severity']}" for one in flaws])


def _json_of(command: list[str], folder: Path) -> dict[str, Any] | None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
        report = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return report if isinstance(report, dict) else None
