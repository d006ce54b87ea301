"""Checks the structure of the tree: misleading names, long files, full folders, and files without a first sentence."""

import ast
import re
import sys
from collections import Counter
from pathlib import Path

from tests.support.architecture.tree import Source, apps, sources

REASON_FROM, NEVER_OVER = 250, 400
FILES_MAX = 28  # about 25, and a few more that changes add before the folder is divided
CODE = (".py", ".ts", ".tsx", ".js", ".mjs", ".cjs", ".css")
VAGUE = re.compile(r"^(utils?|helpers?|commons?|managers?|misc|shared)$")
TEST = re.compile(r"/(test_[^/]*|[^/]*_test|conftest)\.py$|/tests/")
STORE = "django_db"
# The usual start of a module with a docstring. Only other modules are parsed, because parsing all of them takes 7 s.
DOCSTRING = re.compile(r"(?:\s|#.*\n)*[rR]?\"{3}\s*[^\s\"]")
REASON = "Over 250 lines because "


def no_platform_package(root: Path) -> list[str]:
    """platform/ is not a package, because it would shadow the standard library's `platform`."""
    if (root / "platform/__init__.py").exists():
        return ["platform/__init__.py: delete it; as a package, platform/ shadows the standard library's module."]
    return []


def no_standard_names(root: Path) -> list[str]:
    """No app has the name of a standard library module, because it would shadow that module."""
    names = sorted(set(apps(root)) & sys.stdlib_module_names)
    return [f"platform/{name}: rename it; `import {name}` must stay the standard library's." for name in names]


def tests_stay_in_tests(root: Path) -> list[str]:
    """No test is in platform/, because pytest would import it as part of the standard library's `platform`."""
    names = [s.name for s in sources(root, ".py", below="platform") if TEST.search(s.name)]
    return [f"{name}: move it to tests/, where pytest looks for it." for name in names]


def units_without_a_store(root: Path) -> list[str]:
    """Unit tests use no database, so that they are fast enough to run after every save."""
    units = sources(root, ".py", below="tests/unit")
    suspects = [s for s in units if STORE in s.text]
    names = [
        s.name for s in suspects if any(isinstance(n, ast.Attribute) and n.attr == STORE for n in ast.walk(s.syntax))
    ]
    return [f"{name}: uses a database; move it to tests/integration." for name in names]


def no_drawers(root: Path) -> list[str]:
    """No file or folder has a name without a topic, such as `utils`."""
    breaches = []
    for source in sources(root, *CODE):
        for part in source.name.split("/"):
            if VAGUE.match(part.split(".")[0].lower()):
                breaches.append(f"{source.name}: `{part}` is no topic; name it after the one thing it does.")
    return breaches


def no_long_files(root: Path) -> list[str]:
    """A file over 250 lines states a reason; no file has more than 400 lines."""
    breaches = []
    for source in _written(root):
        count = len(source.lines)
        if count > NEVER_OVER:
            breaches.append(f"{source.name}: {count} lines; over {NEVER_OVER} never: make a package by topic.")
        elif count > REASON_FROM and REASON not in " ".join(source.lines[:12]):
            breaches.append(f"{source.name}: {count} lines; split it, or write at its top: {REASON}...")
    return breaches


def no_full_folders(root: Path) -> list[str]:
    """No folder has so many files of its own that a reader has to search among them."""
    counts = Counter(source.name.rpartition("/")[0] for source in _written(root))
    return [
        f"{folder}: {count} files; over {FILES_MAX} never: make folders by topic."
        for folder, count in sorted(counts.items())
        if count > FILES_MAX
    ]


def first_lines(root: Path) -> list[str]:
    """Each file starts with a sentence about its role: a docstring in Python, a comment elsewhere."""
    breaches = []
    for source in _written(root):
        if source.text.strip() and not _states_its_role(source):
            breaches.append(f"{source.name}:1: start with one sentence on what this file is for.")
    return breaches


def _written(root: Path) -> list[Source]:
    return [s for s in sources(root, *CODE) if not s.is_migration and ".gen." not in s.name]


def _states_its_role(source: Source) -> bool:
    if source.name.endswith(".py"):
        return DOCSTRING.match(source.text) is not None or bool(ast.get_docstring(source.syntax))
    return re.match(r"(//|/\*\*?)\s*\S", source.text) is not None
