"""The inventory of shipped packages (SBOM), their licences, and what the audit reports without a network."""

import json
from datetime import date
from pathlib import Path

import pytest

from tests.quality.audit import __main__ as audit
from tests.quality.audit import advisories, inventory, licences
from tests.quality.audit.inventory import Package
from tests.support.servers.server import ROOT

TODAY = date(2026, 11, 28)


def components(file: str) -> set[tuple[str, str]]:
    document = json.loads((ROOT / "deploy/sbom" / file).read_text(encoding="utf-8"))
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    return {(one["purl"], one["version"]) for one in document["components"]}


@pytest.mark.parametrize(("file", "ecosystem"), [("python.cdx.json", "pypi"), ("npm.cdx.json", "npm")])
def test_the_inventory_lists_every_pinned_package(file: str, ecosystem: str) -> None:
    """After a change of the packages run `make audit`."""
    pinned = {(one.purl, one.version) for one in inventory.packages(ROOT) if one.ecosystem == ecosystem}
    assert components(file) == pinned
    assert len(pinned) > 50


@pytest.mark.parametrize(
    ("licence", "is_allowed"),
    [
        ("MIT", True),
        ("LGPL-3.0-only", True),
        ("Apache Software License; MIT License", True),
        ("GPL-3.0-only", False),
        ("AGPL-3.0-or-later", False),
        ("BUSL-1.1", False),
        ("", False),
    ],
)
def test_a_licence_is_allowed_by_its_name(licence: str, is_allowed: bool) -> None:
    expected = [] if is_allowed else [f"npm left 1.0: {licence or 'states no licence'}"]
    assert licences.not_allowed([Package("npm", "left", "1.0", licence)]) == expected


def test_every_shipped_package_has_an_allowed_licence() -> None:
    assert licences.not_allowed(inventory.packages(ROOT)) == []


def fake_project(folder: Path, output: str) -> Path:
    """A project folder whose pip-audit and npm print `output`."""
    for name in (".venv/audit/bin/pip-audit", ".venv/bin/npm"):
        path = folder / name
        path.parent.mkdir(parents=True)
        path.write_text(f"#!/bin/sh\ncat << 'END'\n{output}\nEND\n")
        path.chmod(0o755)
    (folder / "pwa").mkdir()
    return folder


def test_a_vulnerability_is_reported_with_its_package(tmp_path: Path) -> None:
    flaw = {"name": "django", "version": "1.0", "vulns": [{"id": "PYSEC-2026-1"}]}
    others = [{"name": "huey", "version": "3", "vulns": []}, {"name": "own", "skip_reason": "not on PyPI"}]
    root = fake_project(tmp_path, json.dumps({"dependencies": [flaw, *others]}))
    answer = advisories.python(root, "requirements.txt")
    assert answer == advisories.Answer("requirements.txt", ["django 1.0: PYSEC-2026-1"], "", ["own: not on PyPI"])
    assert "django 1.0: PYSEC-2026-1" in audit.report([], [answer], [], {}, TODAY)


def test_an_advisory_service_without_a_response_is_reported_and_is_no_vulnerability(tmp_path: Path) -> None:
    skipped = {"name": "django", "skip_reason": "no network"}
    root = fake_project(tmp_path, json.dumps({"dependencies": [skipped]}))
    answer = advisories.python(root, "requirements.txt")
    assert (answer.vulnerabilities, answer.trouble) == ([], "no network")
    assert "the service did not answer: no network" in audit.report([], [answer], [], {}, TODAY)
    assert advisories.npm(root, "pwa") == advisories.Answer("pwa", [], "npm printed no report")


def test_a_program_that_is_missing_or_fails_is_no_vulnerability(tmp_path: Path) -> None:
    assert advisories.python(tmp_path, "requirements.txt").trouble == "pip-audit printed no report"
    root = fake_project(tmp_path, '{"message": "405 Method Not Allowed - POST somewhere"}')
    assert advisories.npm(root, "pwa").trouble == "405 Method Not Allowed"
