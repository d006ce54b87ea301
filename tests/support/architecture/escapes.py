"""Checks against ways around the checks: disabled checks, skipped tests, sleeps, and lists of exceptions."""

import re
import tomllib
from pathlib import Path
from typing import Any

from tests.support.architecture.tree import apps, sources

# The words are split, so that these patterns do not match this file.
SWITCHED_OFF = re.compile(
    r"#\s*(?:type:\s*ig" + r"nore|no" + r"qa|pragma:\s*no\s*cover|mypy:\s)"
    r"|(?:es|ox)lint-dis" + r"able|@ts-(?:ig" + r"nore|expect-error|nocheck)"
)
SKIPPED = re.compile(
    r"\b(?:pytest|mark|unittest)\.(?:sk" + r"ip|skipif|xfail|importorskip)\b"
    r"|\b(?:it|test|describe)\.(?:sk" + r"ip|only|todo|fails|skipIf|runIf)\b"
)
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
SLEEPS = re.compile(r"\b(?:time|asyncio)\.sl" + r"eep\((?!0\))[^)\n]*\)?|\bwait_for_time" + r"out\(")
CODE = (".py", ".ts", ".tsx", ".js", ".mjs", ".cjs", ".css")
LISTS = ("pwa/oxlint-suppressions.json", "pwa/.dependency-cruiser-known-violations.json", "pwa/.eslintignore")


def nothing_switched_off(root: Path) -> list[str]:
    """No check is disabled, no test is skipped, and no unfinished code is marked."""
    breaches = []
    for source in sources(root, *CODE):
        for number, line in enumerate(source.lines, 1):
            place = f"{source.name}:{number}"
            if match := SWITCHED_OFF.search(line):
                breaches.append(f"{place}: `{match.group()}`: satisfy the check, or change its rule for everyone.")
            if match := SKIPPED.search(line):
                breaches.append(
                    f"{place}: `{match.group()}`: a test that does not run proves nothing; mend or delete it."
                )
            if match := UNFINISHED.search(line):
                breaches.append(f"{place}: `{match.group()}`: finish it, or leave it out.")
    return breaches


def no_sleeping_tests(root: Path) -> list[str]:
    """Test modules do not sleep, because a test waits for a condition; code that polls is in tests/support."""
    breaches = []
    for source in sources(root, ".py", below="tests"):
        if source.name.rsplit("/", 1)[-1].startswith("test_"):
            for number, line in enumerate(source.lines, 1):
                if match := SLEEPS.search(line):
                    breaches.append(f"{source.name}:{number}: `{match.group()}`: wait for the condition itself.")
    return breaches


def no_exceptions(root: Path) -> list[str]:
    """The lists of exceptions to checks are empty."""
    tools = _tools(root)
    exceptions = []
    for contract in tools["importlinter"]["contracts"]:
        exceptions += [f"importlinter, {contract['id']}: {key}" for key in contract if "ignore" in key]
    for override in tools["mypy"].get("overrides", []):
        allowed = {"module", "ignore_missing_imports"}
        exceptions += [f"mypy, {override['module']}: {key}" for key in override if key not in allowed]
    for key in ("exclude", "extend-exclude"):
        exceptions += [f"ruff: {key}"] if key in tools["ruff"] else []
    exceptions += ["ruff: per-file-ignores"] if tools["ruff"]["lint"].get("per-file-ignores") else []
    breaches = [f"pyproject.toml: {what} is a list of exceptions; it stays empty." for what in exceptions]
    return breaches + [
        f"{name}: delete it; checks have no lists of exceptions." for name in LISTS if (root / name).exists()
    ]


def every_app_has_contracts(root: Path) -> list[str]:
    """Every app is in the import-linter contracts: the order of the apps, the roles inside them, and import circles."""
    linter = _tools(root)["importlinter"]
    roles = next(contract for contract in linter["contracts"] if contract["id"] == "roles")
    acyclic = next(contract for contract in linter["contracts"] if contract["id"] == "acyclic")
    order = next(contract for contract in linter["contracts"] if contract["id"] == "apps")
    ordered = {name.strip(" ()") for layer in order["layers"] for name in layer.split("|")}
    breaches = []
    for name in apps(root):
        for listed, setting in (
            (linter["root_packages"], "root_packages"),
            (roles["containers"], "containers of `roles`"),
            (acyclic["ancestors"], "ancestors of `acyclic`"),
        ):
            if name not in listed:
                breaches.append(f"pyproject.toml: add {name} to the {setting} of importlinter.")
        if name not in ordered:
            breaches.append(f"pyproject.toml: {name} has no place in the layers of `apps`.")
    return breaches


def _tools(root: Path) -> dict[str, Any]:
    document: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    tools: dict[str, Any] = document["tool"]
    return tools
