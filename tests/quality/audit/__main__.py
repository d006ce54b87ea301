"""Writes deploy/sbom and tests/quality/results/audit.md. Exit code 1 for a vulnerability or a licence not allowed."""

import json
import sys
from pathlib import Path

from tests.quality.audit import advisories, inventory, licences, sbom
from tests.support.servers.server import ROOT

RESULT = Path(__file__).parents[1] / "results/audit.md"


def main() -> int:
    shipped = inventory.packages(ROOT)
    version = json.loads((ROOT / "pwa/package.json").read_text(encoding="utf-8"))["version"]
    sbom.write(shipped, ROOT / "deploy/sbom", version)
    answers = [advisories.python(ROOT, file) for file in inventory.PYTHON]
    answers += [advisories.npm(ROOT, str(Path(file).parent)) for file in inventory.NPM]
    bad_licences = licences.not_allowed(shipped)
    text = report(shipped, answers, bad_licences)
    RESULT.write_text(text, encoding="utf-8")
    sys.stdout.write(text)
    return int(bool(bad_licences) or any(answer.vulnerabilities for answer in answers))


def report(shipped: list[inventory.Package], answers: list[advisories.Answer], bad_licences: list[str]) -> str:
    """The result as Markdown."""
    lines = ["# Audit of dependencies", "", "`make audit` writes this file and `deploy/sbom`.", ""]
    counts = {name: sum(one.ecosystem == name for one in shipped) for name in ("pypi", "npm")}
    lines += [f"Shipped packages: {counts['pypi']} of Python, {counts['npm']} of npm.", ""]
    lines += ["| packages of | known vulnerabilities |", "|---|---|"]
    for answer in answers:
        flaws = "<br>".join(answer.vulnerabilities) or ("none" if not answer.trouble else "")
        missing = f"the service did not answer: {answer.trouble}" if answer.trouble else ""
        lines.append(f"| {answer.file} | {' '.join(part for part in (flaws, missing) if part)} |")
    lines += ["", "Licences that are not allowed: " + ("; ".join(bad_licences) or "none") + ".", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
