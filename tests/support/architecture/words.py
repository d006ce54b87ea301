"""Checks that no identifier, file name or metric contains a word that `pwa/retired-words.json` retires.

It also checks that no test's title begins with a relative clause. Oxlint checks TypeScript against the same table
(`pwa/lint/retired-words.js`).
"""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.architecture.tree import ROOT, Source, python, sources

WORDS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")
# Declarations in scripts outside of pwa/. Destructured names do not count, because they are declared elsewhere.
SCRIPT_NAME = re.compile(r"\b(?:const|let|class|function\*?)\s+(\w+)")
METRIC = re.compile(r"pulseboard_[a-z_]+")
# Ids of rules may come first: `test_cu1_what_was_missed_follows`.
CLAUSE = re.compile(r"test_(?:[a-z]{2}\d+_)*(what|who|whoever|whatever)_")
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
PARTS = ("platform", "deploy", "tests")
FILES = (".py", ".ts", ".tsx", ".md", ".css")
# These modules declare names that are stored or sent: they change with a migration or a new version of the protocol.
STORED = re.compile(r"(^|/)(models|schemas)(\.py$|/)")


@cache
def _table() -> tuple[dict[str, str], dict[str, str], list[str]]:
    table = json.loads((ROOT / "pwa/retired-words.json").read_text(encoding="utf-8"))
    return table["terms"], table["names"], table["phrases"]


def retired(name: str, *, is_sentence: bool = False) -> tuple[str, str] | None:
    """The first retired word of an identifier, and what to take instead.

    `is_sentence` is for titles of tests, which may use the words that are retired only as names.
    """
    terms, names, phrases = _table()
    text = f" {' '.join(WORDS.findall(name)).lower()} "
    for phrase in phrases:
        text = text.replace(f" {phrase} ", "  ")
    table = terms if is_sentence else terms | names
    return next(((word, table[word]) for word in text.split() if word in table), None)


def no_retired_names(root: Path) -> list[str]:
    """No Python identifier is declared with a retired word."""
    return [breach for part in PARTS for source in python(root, part) for breach in _breaches(source)]


def _breaches(source: Source) -> Iterator[str]:
    declared = sorted({(node.lineno, name) for node, name in _declared(source)})
    for line, name in declared:
        if match := retired(name, is_sentence=name.startswith("test_")):
            word, instead = match
            yield f"{source.name}:{line}: `{name}`: the word `{word}` is retired; take {instead}."


def _declared(source: Source) -> Iterator[tuple[ast.stmt | ast.expr | ast.arg | ast.excepthandler | ast.alias, str]]:
    is_stored = STORED.search(source.name) is not None
    fields = {id(name) for node in ast.walk(source.syntax) for name in _fields(node)} if is_stored else set()
    for node in ast.walk(source.syntax):
        if isinstance(node, FUNCTION if is_stored else FUNCTION | ast.ClassDef):
            yield node, node.name
        elif isinstance(node, ast.arg):
            yield node, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields:
            yield node, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_own(node):
            yield node, node.attr
        elif isinstance(node, ast.alias) and node.asname:
            yield node, node.asname
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node, node.name


def _fields(node: ast.AST) -> list[ast.expr]:
    """The names that the body of a class assigns."""
    if not isinstance(node, ast.ClassDef):
        return []
    assigned = [target for part in node.body if isinstance(part, ast.Assign) for target in part.targets]
    return assigned + [part.target for part in node.body if isinstance(part, ast.AnnAssign)]


def _is_own(node: ast.Attribute) -> bool:
    """Whether `node` is `self.x`: an attribute of another object is declared elsewhere."""
    return isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}


def no_retired_script_names(root: Path) -> list[str]:
    """No script outside of pwa/ declares a name with a retired word."""
    breaches = []
    for source in sources(root, ".mjs", ".js"):
        if source.name.startswith("pwa/"):
            continue
        for line, text in enumerate(source.lines, 1):
            for name in SCRIPT_NAME.findall(text):
                if match := retired(name):
                    breaches.append(
                        f"{source.name}:{line}: `{name}`: the word `{match[0]}` is retired; take {match[1]}."
                    )
    return breaches


def no_inverted_titles(root: Path) -> list[str]:
    """No test's title has a relative clause as its subject."""
    breaches = []
    for source in python(root, "tests"):
        for node in ast.walk(source.syntax):
            if isinstance(node, FUNCTION) and (match := CLAUSE.match(node.name)):
                advice = f"begins with `{match[1]}`; name the subject: `test_lost_frames_never_arrive`."
                breaches.append(source.at(node, f"`{node.name}` {advice}"))
    return breaches


def no_retired_files(root: Path) -> list[str]:
    """No file or folder has a retired word in its name."""
    breaches = []
    for source in sources(root, *FILES):
        if not source.is_migration and (match := retired(source.name)):
            breaches.append(f"{source.name}: the word `{match[0]}` is retired; take {match[1]}.")
    return breaches


def no_retired_metrics(root: Path) -> list[str]:
    """No metric has a retired word in its name."""
    breaches = []
    for source in python(root):
        for node in ast.walk(source.syntax):
            name = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if METRIC.fullmatch(name) and (match := retired(name)):
                breaches.append(source.at(node, f"`{name}`: `{match[0]}` is retired; take {match[1]}."))
    return breaches


CHECKS = (no_retired_names, no_retired_script_names, no_inverted_titles, no_retired_files, no_retired_metrics)

if __name__ == "__main__":
    problems = [breach for check in CHECKS for breach in check(ROOT)]
    print(*problems, sep="\n")
    raise SystemExit(1 if problems else 0)
