"""Checks that tests quote every numbered rule of the sync protocol, and no rule that does not exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.architecture.tree import Source, sources

PROTOCOL = "platform/sync/PROTOCOL.md"
RULE = re.compile(r"^- \*\*([A-Z]{2}\d+)\*\* ", re.MULTILINE)
NAMED = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{2}\d+)(?![A-Za-z0-9])")
VITEST_TITLE = re.compile(r"\b(?:describe|it|test)(?:\.each\(.*?\))?\(\s*(['\"`])(.*?)\1", re.DOTALL)


def every_rule_is_quoted(root: Path) -> list[str]:
    """Every rule is quoted. A test quotes CU3 in its name, docstring, parameter id or vitest title."""
    rules = RULE.findall((root / PROTOCOL).read_text(encoding="utf-8"))
    families = {rule[:2] for rule in rules}
    quotes = {(name, rule) for name, rule in _quotes(root) if rule[:2] in families}
    unquoted = [rule for rule in dict.fromkeys(rules) if rule not in {rule for _, rule in quotes}]
    breaches = [
        f"{PROTOCOL}: {r} names two rules; give the second another number." for r in set(rules) if rules.count(r) > 1
    ]
    for rule in unquoted:
        hint = f"name one test_{rule.lower()}_..., or start a vitest title with {rule}."
        breaches.append(f"{PROTOCOL}: no test quotes {rule}; {hint}")
    for name, rule in sorted(quotes):
        if rule not in rules:
            breaches.append(f"{name}: quotes {rule}, which {PROTOCOL} does not have.")
    return breaches


def _quotes(root: Path) -> Iterator[tuple[str, str]]:
    for source in sources(root, ".py", below="tests"):
        if source.name.rsplit("/", 1)[-1].startswith("test_"):
            for text in _python_titles(source):
                yield from ((source.name, rule.upper()) for rule in NAMED.findall(text.replace("_", " ")))
    for source in sources(root, ".ts", ".tsx", below="pwa/src"):
        if ".test." in source.name:
            for _, title in VITEST_TITLE.findall(source.text):
                yield from ((source.name, rule) for rule in NAMED.findall(title) if rule.isupper())


def _python_titles(source: Source) -> Iterator[str]:
    """The names and docstrings of test functions, and the ids of their parameters."""
    for node in ast.walk(source.syntax):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name
            yield _upper_only(ast.get_docstring(node) or "")
        elif isinstance(node, ast.keyword) and node.arg == "id" and isinstance(node.value, ast.Constant):
            yield _upper_only(str(node.value.value))


def _upper_only(text: str) -> str:
    """The rule ids in capitals, because `as1` in a sentence is not a rule."""
    return " ".join(rule for rule in NAMED.findall(text) if rule.isupper())
