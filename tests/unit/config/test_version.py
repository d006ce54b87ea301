"""The version stands in pyproject.toml only, and the documents agree with it and with the build."""

import re
import tomllib

from django.conf import settings

from tests.support.architecture.tree import ROOT

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_server_has_the_version_of_the_project() -> None:
    assert settings.BUILD == VERSION


def test_no_package_of_the_front_end_has_a_version_of_its_own() -> None:
    for name in ("pwa/package.json", "deploy/lighthouse/package.json"):
        assert '"version"' not in (ROOT / name).read_text(encoding="utf-8")


def test_the_changelog_has_unreleased_changes_above_the_version() -> None:
    headings = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    assert re.fullmatch(rf"\[{re.escape(VERSION)}\] - \d{{4}}-\d\d-\d\d", headings[1])


def test_the_documented_browsers_are_those_of_the_build() -> None:
    targets = re.findall(r"'([a-z]+)([\d.]+)'", (ROOT / "pwa/scripts/browsers.ts").read_text(encoding="utf-8"))
    documented = re.findall(r"^\| (\w+).*\| ([\d.]+) \|$", (ROOT / "deploy/docs/browsers.md").read_text(), re.MULTILINE)
    assert {name: version for name, version in targets if name != "es"} == {
        name.lower(): version for name, version in documented
    }
