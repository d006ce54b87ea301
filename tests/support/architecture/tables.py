"""Checks that only the app that owns a table imports its model."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.architecture.tree import Source, dotted, imported_names, python

INSTEAD = "call {owner}'s queries, services or access, or name the table in a foreign key by its string label."


def no_foreign_tables(root: Path) -> list[str]:
    """No app imports another app's models, except abstract ones, because those have no table."""
    bases = abstract_models(root)
    breaches = []
    for source in python(root):
        for node, owner, name in _model_uses(source):
            if owner != source.app and name not in bases:
                breaches.append(source.at(node, f"`{name}` is {owner}'s own table: {INSTEAD.format(owner=owner)}"))
    return breaches


def abstract_models(root: Path) -> set[str]:
    """The dotted names of the tree's abstract models, such as `sync.models.SyncedRow`."""
    names = set()
    for source in _model_files(root):
        for node in source.syntax.body:
            if isinstance(node, ast.ClassDef) and _is_abstract(node):
                names.add(f"{source.app}.models.{node.name}")
    return names


def _model_files(root: Path) -> Iterator[Source]:
    return (
        source for source in python(root) if source.app and source.name.split("/")[2].removesuffix(".py") == "models"
    )


def _is_abstract(model: ast.ClassDef) -> bool:
    return any(
        isinstance(inner, ast.ClassDef) and inner.name == "Meta" and "abstract = True" in ast.unparse(inner)
        for inner in model.body
    )


def _model_uses(source: Source) -> Iterator[tuple[ast.AST, str, str]]:
    """Every use of a model in a file: node, owning app, and dotted name (`clients.models.Client`)."""
    names = imported_names(source.syntax)
    for node in ast.walk(source.syntax):
        if isinstance(node, ast.Import):
            for alias in node.names:
                owner, _, rest = alias.name.partition(".")
                if rest.split(".")[0] == "models":
                    yield node, owner, alias.name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            owner, _, rest = node.module.partition(".")
            for alias in node.names:
                if rest.split(".")[0] == "models" and owner not in {"django", "pydantic"}:
                    yield node, owner, f"{owner}.models.{alias.name}"
                elif not rest and alias.name == "models":
                    yield node, owner, f"{owner}.models"
        elif isinstance(node, ast.Call):
            yield from _registry_lookups(node, dotted(node.func, names))


def _registry_lookups(node: ast.Call, function: str) -> Iterator[tuple[ast.AST, str, str]]:
    """The uses of a model by Django's registry: `apps.get_model("clients", "Client")`, `get_user_model()`."""
    if function.endswith("get_user_model"):
        yield node, "accounts", "get_user_model()"
    if function.endswith("apps.get_model") and node.args and isinstance(node.args[0], ast.Constant):
        label = str(node.args[0].value)
        yield node, label.split(".")[0], f"get_model({label!r})"
