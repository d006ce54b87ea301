"""Reads deploy/compose.yml as `docker compose` does, with variables filled in, but without Docker."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.support.servers.server import ROOT

DEPLOY = ROOT / "deploy"
FILE, IMAGES = DEPLOY / "compose.yml", DEPLOY / "containers/Dockerfile"
REFERENCE = re.compile(r"\$\{(?P<name>[A-Z_]+)(?::\?(?P<why>[^}]*))?\}")
VARIABLES = {"PORTAL_HOST": "portal.example.com", "FILES_HOST": "files.example.com"}


def substitute(text: str, variables: Mapping[str, str]) -> str:
    """`text` with each `${NAME:?why}` replaced. Raises ValueError with the reason if a variable is missing."""

    def value(reference: re.Match[str]) -> str:
        if not variables.get(reference["name"]):
            raise ValueError(f"{reference['name']}: {reference['why']}")
        return variables[reference["name"]]

    # Compose fills in values, not comments.
    lines = (line if line.lstrip().startswith("#") else REFERENCE.sub(value, line) for line in text.splitlines())
    return "\n".join(lines)


def services(variables: Mapping[str, str] = VARIABLES) -> dict[str, dict[str, Any]]:
    """Every service by its name, with the shared parts merged in."""
    document = yaml.safe_load(substitute(FILE.read_text(encoding="utf-8"), variables))
    merged: dict[str, dict[str, Any]] = document["services"]
    return merged


@dataclass
class Stage:
    """One stage of the image file."""

    name: str
    base: str
    instructions: list[tuple[str, str]] = field(default_factory=list)

    def all(self, instruction: str) -> list[str]:
        """The arguments of every instruction with this name."""
        return [arguments for name, arguments in self.instructions if name == instruction]


def stages(text: str | None = None) -> dict[str, Stage]:
    """The stages of the image file by name, in order."""
    joined = (text or IMAGES.read_text(encoding="utf-8")).replace("\\\n", " ")
    by_name: dict[str, Stage] = {}
    for line in (line.strip() for line in joined.splitlines()):
        if not line or line.startswith("#"):
            continue
        instruction, arguments = line.split(maxsplit=1)
        if instruction == "FROM":
            base, _, name = arguments.split()
            current = by_name[name] = Stage(name, base)
        else:
            current.instructions.append((instruction, " ".join(arguments.split())))
    return by_name


def with_local_paths(value: str, folders: Mapping[str, Path]) -> str:
    """A command word or value with the paths of a container replaced by paths of this machine."""
    for container_path, local_path in folders.items():
        value = re.sub(rf"(?<![\w.-]){re.escape(container_path)}(?=/|$)", str(local_path), value)
    return value
