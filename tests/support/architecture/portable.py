"""Checks that the tree works on any machine: no local paths or hosts, pinned requirements, one build command."""

import ast
import json
import re
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

from tests.support.architecture.tree import Source, imported_names, sources

BINARY = (".png", ".mp4", ".ico", ".webp", ".jpg", ".woff2", ".gz", ".xz")
# The words are split, so that these patterns do not match this file.
PERSONAL = re.compile(r"(?<![\w.~}-])/(?:ro" + r"ot|wo" + r"rk|tm" + r"p|home/\w+|Users/\w+)(?:/|(?=[\s'\"`,;:)]|$))")
REGISTRY = re.compile(
    r"\b(?:registry\.(?:npmjs|yarnpkg)" + r"|(?:test\.)?pypi\.(?:org|python)" + r"|files\.pythonhosted|deb\.debian)\b"
    r"|--(?:extra-)?index-url|--registry[ =]|^\s*registry\s*=",
    re.MULTILINE,
)
PINNED = re.compile(r"^[a-z0-9][a-z0-9._-]*(\[[a-z0-9,._-]+\])?==\S+( ;.*)? \\$")


def no_machine_paths(root: Path) -> list[str]:
    """No file has a path that exists only on the author's machine."""
    matches = _matches(root, PERSONAL)
    return [f"{place}: `{text}` exists on one machine only; build the path from a setting." for place, text in matches]


def no_registry_hosts(root: Path) -> list[str]:
    """No file names a package registry, because that is a setting of the machine."""
    matches = _matches(root, REGISTRY)
    return [f"{place}: `{text}`: where packages come from is the machine's own setting." for place, text in matches]


def hostless_lock(root: Path) -> list[str]:
    """npm lock files have versions and hashes, and no download URLs."""
    hint = "keep omit-lockfile-registry-resolved=true in the .npmrc beside it, and create the lock file again."
    return [
        f"{lock.name}: {name or 'the root'} is `resolved` to an address; {hint}"
        for lock in sources(root, ".json")
        if lock.name.endswith("/package-lock.json")
        for name, package in json.loads(lock.text)["packages"].items()
        if "resolved" in package and not package.get("link")
    ]


# The requirement files of every installation, and of installations with traces or error reports.
RUNTIME, TELEMETRY = REQUIREMENTS = ("requirements.txt", "requirements-telemetry.txt")
OPTIONAL = frozenset({"platform/server/telemetry/error_reports.py", "platform/server/telemetry/span_export.py"})


def pinned_requirements(root: Path) -> list[str]:
    """Requirement files have exact versions with hashes, and no URLs or options."""
    breaches = []
    for source in sources(root, ".txt"):
        if not re.fullmatch(r"requirements(-\w+)?\.txt", source.name):
            continue
        for number, line in enumerate(source.lines, 1):
            if line.startswith((" ", "#")) and "://" not in line:
                continue
            if not PINNED.match(line) or not _next(source, number).startswith("    --hash=sha256:"):
                breaches.append(
                    f"{source.name}:{number}: `{line[:60]}` is no name==version with hashes; compile it again."
                )
    return breaches


def same_pins(root: Path) -> list[str]:
    """requirements-dev.txt has every pin of the other files, so `make test` adds packages and replaces none."""
    dev = _pins(root, "requirements-dev.txt")
    return [
        f"{name}: `{pin}` is not in requirements-dev.txt; compile both again."
        for name in (RUNTIME, TELEMETRY)
        for pin in sorted(_pins(root, name) - dev)
    ]


def runtime_imports(root: Path) -> list[str]:
    """The product imports only packages of requirements.txt, because `make run` installs no others.

    The modules in OPTIONAL also import packages of `make telemetry`.
    """
    pinned = {name: {pin.partition("==")[0].partition("[")[0] for pin in _pins(root, name)} for name in REQUIREMENTS}
    packages = packages_distributions()
    product = chain(sources(root, ".py", below="platform"), sources(root, ".py", below="deploy"))
    return [
        f"{source.name}: `{module}` is not in {file}; add its package to the dependencies in pyproject.toml."
        for source in product
        for file in [TELEMETRY if source.name in OPTIONAL else RUNTIME]
        for module in sorted({name.partition(".")[0] for name in imported_names(source.syntax).values()})
        if module in packages
        and pinned[file].isdisjoint(re.sub(r"[-_.]+", "-", one).lower() for one in packages[module])
    ]


def optional_imports(root: Path) -> list[str]:
    """The modules in OPTIONAL are imported inside functions only, so that they load only if a setting needs them."""
    names = {name.removeprefix("platform/").removesuffix(".py").replace("/", ".") for name in OPTIONAL}
    return [
        source.at(node, f"`{node.module}` needs packages that not every installation has; import it in a function.")
        for source in sources(root, ".py", below="platform")
        for node in source.syntax.body
        if isinstance(node, ast.ImportFrom) and node.module in names
    ]


def one_command(root: Path) -> list[str]:
    """.ci/run only runs `make test`, so that a developer can run what CI runs."""
    lines = (root / ".ci/run").read_text(encoding="utf-8").splitlines()
    commands = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if commands == ['cd "$(dirname "$0")/.." && exec make test']:
        return []
    return [".ci/run: it runs `make test` and nothing of its own; move the rest into the Makefile's `test`."]


def _pins(root: Path, name: str) -> set[str]:
    """The lines `name==version` of a file of requirements."""
    lines = (root / name).read_text(encoding="utf-8").splitlines()
    return {line.removesuffix(" \\") for line in lines if PINNED.match(line)}


def _matches(root: Path, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    for source in sources(root):
        if source.name.endswith(BINARY):
            continue
        for match in pattern.finditer(source.text):
            yield f"{source.name}:{source.text.count(chr(10), 0, match.start()) + 1}", match.group().strip()


def _next(source: Source, number: int) -> str:
    return source.lines[number] if number < len(source.lines) else ""
