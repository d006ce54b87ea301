"""The shape of the tree: names that mislead, files that grow, files that do not say what they are for."""

import ast
import re
import sys
from pathlib import Path

from tests.support.walls.tree import Source, rooms, sources

REASON_FROM, NEVER_OVER = 250, 400
CODE = (".py", ".ts", ".tsx", ".js", ".mjs", ".cjs", ".css")
DRAWERS = re.compile(r"^(utils?|helpers?|commons?|managers?|misc|shared)$")
REASON = "Over 250 lines because "


def no_platform_package(root: Path) -> list[str]:
    """platform/ is a folder on sys.path; as a package it would shadow the standard library's `platform`."""
    if (root / "platform/__init__.py").exists():
        return ["platform/__init__.py: delete it; as a package, platform/ shadows the standard library's module."]
    return []


def no_standard_names(root: Path) -> list[str]:
    """No room is named like a module of the standard library, for the same reason."""
    taken = sorted(set(rooms(root)) & sys.stdlib_module_names)
    return [f"platform/{name}: rename it; `import {name}` must stay the standard library's." for name in taken]


def no_drawers(root: Path) -> list[str]:
    """No file and no folder has a name that lets anything in."""
    breaches = []
    for source in sources(root, *CODE):
        for part in source.name.split("/"):
            if DRAWERS.match(part.split(".")[0].lower()):
                breaches.append(f"{source.name}: `{part}` says nothing; name it after the one thing it does.")
    return breaches


def no_long_files(root: Path) -> list[str]:
    """Over 250 lines needs a stated reason, over 400 never."""
    breaches = []
    for source in _written(root):
        count = len(source.lines)
        if count > NEVER_OVER:
            breaches.append(f"{source.name}: {count} lines; over {NEVER_OVER} never: make a package by topic.")
        elif count > REASON_FROM and REASON not in " ".join(source.lines[:12]):
            breaches.append(f"{source.name}: {count} lines; split it, or say at its top: {REASON}...")
    return breaches


def first_lines(root: Path) -> list[str]:
    """Each file starts with one sentence on its role: a docstring in Python, a comment elsewhere."""
    breaches = []
    for source in _written(root):
        if source.text.strip() and not _says_its_role(source):
            breaches.append(f"{source.name}:1: start with one sentence on what this file is for.")
    return breaches


def _written(root: Path) -> list[Source]:
    return [s for s in sources(root, *CODE) if not s.is_migration and ".gen." not in s.name]


def _says_its_role(source: Source) -> bool:
    if source.name.endswith(".py"):
        return bool((ast.get_docstring(source.syntax) or "").strip())
    return re.match(r"(//|/\*\*?)\s*\S", source.text) is not None
