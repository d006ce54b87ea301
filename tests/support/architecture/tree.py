"""Reads a source tree for the checks: its files, their syntax, and what their names refer to."""

import ast
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
# Folders with generated files: the same names as in .gitignore.
GENERATED = frozenset({"node_modules", "catalogue", "dist", "__pycache__", "data", "artifacts"})


@dataclass(frozen=True)
class Source:
    """One file of a tree, named relative to the tree's root."""

    root: Path
    name: str

    @cached_property
    def text(self) -> str:
        return (self.root / self.name).read_text(encoding="utf-8")

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @cached_property
    def syntax(self) -> ast.Module:
        return ast.parse(self.text, self.name)

    @property
    def app(self) -> str:
        """The app, a folder of platform/, that has the file, or ''."""
        parts = self.name.split("/")
        return parts[1] if parts[0] == "platform" and len(parts) > 2 else ""

    @property
    def is_migration(self) -> bool:
        return self.app != "" and "/migrations/" in self.name

    def at(self, node: ast.AST, message: str) -> str:
        """The breach `message` with the file and line of `node`, in the format that editors open."""
        return f"{self.name}:{getattr(node, 'lineno', 1)}: {message}"


def sources(root: Path, *suffixes: str, below: str = "") -> Iterator[Source]:
    """Every source file below `root`/`below` with one of the suffixes, ordered by name."""
    for folder, folders, names in os.walk(root / below):
        folders[:] = sorted(f for f in folders if f not in GENERATED and (f == ".ci" or not f.startswith(".")))
        for name in sorted(names):
            path = Path(folder, name)
            if name == ".git":  # In a linked work tree `.git` is a file that names the folder of the repository.
                continue
            if not suffixes or path.suffix in suffixes:
                yield Source(root, path.relative_to(root).as_posix())


def python(root: Path, below: str = "platform") -> Iterator[Source]:
    """The Python files of one part of the tree, without migrations, because a command generates them."""
    return (source for source in sources(root, ".py", below=below) if not source.is_migration)


def apps(root: Path) -> list[str]:
    """The apps: the folders of platform/ that have Python files."""
    return sorted({source.app for source in sources(root, ".py", below="platform")} - {""})


def imported_names(tree: ast.Module) -> dict[str, str]:
    """The dotted name of each imported name of a file: {'now': 'django.utils.timezone.now', 'dt': 'datetime'}."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                names[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return names


def dotted(node: ast.expr, names: dict[str, str]) -> str:
    """The full name of a chain of names, `datetime.datetime.now` for `dt.datetime.now`; '' for other expressions."""
    chain: list[str] = []
    while isinstance(node, ast.Attribute):
        chain.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([names.get(node.id, node.id), *reversed(chain)])
