"""The pinned packages that are shipped: from the requirement files and the lock files of npm."""

import importlib.metadata
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

PYTHON = ("requirements.txt", "requirements-telemetry.txt")
NPM = ("pwa/package-lock.json", "deploy/lighthouse/package-lock.json")
PINNED = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^]]*\])?==([^\s;\\]+)", re.MULTILINE)


@dataclass(frozen=True, order=True)
class Package:
    """A pinned package; `ecosystem` is pypi or npm, and `licence` is "" if neither a file nor the metadata state it."""

    ecosystem: str
    name: str
    version: str
    licence: str = ""

    @property
    def purl(self) -> str:
        return f"pkg:{self.ecosystem}/{quote(self.name, safe='/')}@{quote(self.version)}"


def packages(root: Path) -> list[Package]:
    """Every shipped package once, sorted."""
    return sorted({*_python(root), *_npm(root)})


def _python(root: Path) -> Iterator[Package]:
    for file in PYTHON:
        for name, version in PINNED.findall((root / file).read_text(encoding="utf-8")):
            yield Package("pypi", name, version, _licence_of(name))


def _npm(root: Path) -> Iterator[Package]:
    for file in NPM:
        for path, entry in json.loads((root / file).read_text(encoding="utf-8"))["packages"].items():
            if path and not entry.get("dev") and not entry.get("link"):
                name = entry.get("name", path.rpartition("node_modules/")[2])
                yield Package("npm", name, entry["version"], str(entry.get("license", "")))


def _licence_of(name: str) -> str:
    """The licence that the installed package states."""
    try:
        metadata = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        return ""  # the package is needed on other systems only
    classifiers = [
        line.rpartition(" :: ")[2] for line in metadata.get_all("Classifier") or [] if line.startswith("License ::")
    ]
    licences = [
        *(metadata.get_all("License-Expression") or []),
        "; ".join(classifiers),
        *(metadata.get_all("License") or []),
    ]
    return next((text.partition("\n")[0] for text in licences if text), "")
