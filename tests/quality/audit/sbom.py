"""Writes the inventory as CycloneDX 1.6, without time and serial number, so that equal packages give equal files."""

import json
from collections.abc import Sequence
from pathlib import Path

from tests.quality.audit.inventory import Package

FILES = {"pypi": "python.cdx.json", "npm": "npm.cdx.json"}


def write(shipped: Sequence[Package], folder: Path, version: str) -> None:
    """Write one file for each ecosystem into `folder`."""
    for ecosystem, name in FILES.items():
        document = {
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": {"component": {"type": "application", "name": "pulseboard", "version": version}},
            "components": [_component(one) for one in shipped if one.ecosystem == ecosystem],
        }
        (folder / name).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def _component(package: Package) -> dict[str, object]:
    component: dict[str, object] = {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
    }
    # A name instead of an SPDX expression, because older packages state their licence as free text.
    return component | ({"licenses": [{"license": {"name": package.licence}}]} if package.licence else {})
