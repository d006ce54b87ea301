"""Writes deploy/sbom and tests/quality/results/audit.md. Exit code 1 for a vulnerability or a licence not allowed.

A service that does not answer is no failure, because the audit must also run without the internet. The document then
keeps the last known result of that service with its date, and states that this run could not check. A vulnerability in
that result is a failure.
"""

import json
import sys
from datetime import UTC, date, datetime
from pathlib import Path

from tests.quality.audit import advisories, inventory, licences, sbom
from tests.support.servers.server import ROOT

RESULT = Path(__file__).parents[1] / "results/audit.md"
# The result of a file, and the date on which its service answered.
Checked = tuple[str, str]
NEVER_CHECKED: Checked = ("unknown", "never")
NO_VULNERABILITY = "none"


def main() -> int:
    shipped = inventory.packages(ROOT)
    version = json.loads((ROOT / "pwa/package.json").read_text(encoding="utf-8"))["version"]
    sbom.write(shipped, ROOT / "deploy/sbom", version)
    answers = [advisories.python(ROOT, file) for file in inventory.PYTHON]
    answers += [advisories.npm(ROOT, str(Path(file).parent)) for file in inventory.NPM]
    bad_licences = licences.not_allowed(shipped)
    last = last_results(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    text = report(shipped, answers, bad_licences, last, datetime.now(UTC).date())
    RESULT.write_text(text, encoding="utf-8")
    sys.stdout.write(text)
    return exit_code(text, answers, bad_licences)


def exit_code(text: str, answers: list[advisories.Answer], bad_licences: list[str]) -> int:
    """1 if a licence is not allowed, or if `text`, which `report` wrote, has a vulnerability of this or a former run."""
    results = last_results(text)
    is_vulnerable = any(results[one.file][0] not in {NO_VULNERABILITY, NEVER_CHECKED[0]} for one in answers)
    return int(bool(bad_licences) or is_vulnerable)


def last_results(text: str) -> dict[str, Checked]:
    """The last known results in a document that `report` wrote, by file."""
    rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|")
    return {file: (result, checked) for file, result, checked, _ in (row for row in rows if len(row) == 4)}


def report(
    shipped: list[inventory.Package],
    answers: list[advisories.Answer],
    bad_licences: list[str],
    last: dict[str, Checked],
    today: date,
) -> str:
    """The result as Markdown. A file whose service did not answer keeps its result in `last`."""
    lines = ["# Audit of dependencies", "", "`make audit` writes this file and `deploy/sbom`.", ""]
    counts = {name: sum(one.ecosystem == name for one in shipped) for name in ("pypi", "npm")}
    lines += [f"Shipped packages: {counts['pypi']} of Python, {counts['npm']} of npm.", ""]
    lines += [f"| packages of | known vulnerabilities | checked on | run of {today} |", "|---|---|---|---|"]
    for answer in answers:
        if answer.trouble:
            result, checked = last.get(answer.file, NEVER_CHECKED)
            run = f"**could not check**, because the service did not answer: {answer.trouble}"
        else:
            result, checked = "<br>".join(answer.vulnerabilities) or NO_VULNERABILITY, str(today)
            run = "checked"
            if answer.unknown:
                run += f", except packages unknown to the service: {'; '.join(answer.unknown)}"
        cells = (answer.file, result, checked, run)
        lines.append(f"| {' | '.join(' '.join(cell.replace('|', '/').split()) for cell in cells)} |")
    lines += ["", "Licences that are not allowed: " + ("; ".join(bad_licences) or "none") + ".", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
