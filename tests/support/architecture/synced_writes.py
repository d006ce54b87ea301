"""Checks that only sync.log.changes writes synced rows, because devices do not receive any other write."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.support.architecture.tree import Source, dotted, imported_names, python

INSTEAD = "use `changes.insert(row)`, `changes.update(row, field=...)` or `changes.delete(row)` from sync, row by row."
# Only tables have these methods; dicts, caches and hashes also have the methods of the next pattern.
SURELY_WRITES = re.compile(r"^a?(save|save_base|bulk_create|bulk_update|get_or_create|update_or_create)$|^_raw_delete$")
PERHAPS_WRITES = re.compile(r"^a?(update|delete|create)$")
# A file without a call of such a method is not parsed.
METHOD = re.compile(r"\.\s*a?(save|bulk_|get_or_create|update|delete|create|_raw_delete|execute)\w*\s*\(")
FROM_A_TABLE = re.compile(r"\.objects\b|_set\.|\.(filter|exclude|all|select_for_update|order_by|using)\(")
WRITING_SQL = re.compile(r"^[f'\"\s(]*(insert|update|delete|replace)\b", re.IGNORECASE)

Kind = Literal["synced", "other", "unknown"]
Function = ast.FunctionDef | ast.AsyncFunctionDef
Compound = ast.Call | ast.Attribute | ast.Subscript | ast.Await | ast.BinOp


def only_through_changes(root: Path) -> list[str]:
    """No save, create, update, delete or bulk call writes a synced table outside of sync."""
    tables = tables_of(root)
    publishing = {app for app, has_synced_rows in tables.apps.items() if has_synced_rows}
    breaches: list[str] = []
    for source in python(root):
        if source.app not in {"", "sync"} and METHOD.search(source.text):
            breaches += _breaches(source, tables, suspicious=source.app in publishing)
    return breaches


@dataclass(frozen=True)
class Tables:
    """Whether each model class of the tree is synced, and whether each app publishes rows."""

    models: dict[str, bool]
    apps: dict[str, bool]


def tables_of(root: Path) -> Tables:
    """The classes in models files. A class is synced if it inherits from SyncedRow or a synced.py publishes it."""
    parents: dict[str, set[str]] = {}
    published: set[str] = set()
    apps: dict[str, bool] = {}
    for source in python(root):
        role = source.name.split("/")[2].removesuffix(".py") if source.app else ""
        apps[source.app] = apps.get(source.app, False) or role == "synced"
        for node in ast.walk(source.syntax) if role in {"models", "synced"} else ():
            if role == "models" and isinstance(node, ast.ClassDef) and node.name != "Meta":
                parents[node.name] = {ast.unparse(base).split(".")[-1] for base in node.bases}
            elif role == "synced" and isinstance(node, ast.Call) and ast.unparse(node.func).endswith("publish"):
                published.add(ast.unparse(node.args[0]).split(".")[-1])
    synced = {"SyncedRow"} | published
    while grown := {name for name, bases in parents.items() if bases & synced} - synced:
        synced |= grown
    return Tables({name: name in synced for name in parents} | dict.fromkeys(synced, True), apps)


def _breaches(source: Source, tables: Tables, *, suspicious: bool) -> Iterator[str]:
    """The writes in a file. With `suspicious`, a call on an unknown object counts if it looks like a write of a row."""
    scopes = [source.syntax, *(n for n in ast.walk(source.syntax) if isinstance(n, Function))]
    names = imported_names(source.syntax)
    seen: set[ast.Call] = set()
    for scope in reversed(scopes):  # ast.walk yields inner scopes last; a name refers to the innermost scope
        reader = _Reader(names, tables.models, _bindings(scope))
        for call in (n for n in ast.walk(scope) if isinstance(n, ast.Call) and n not in seen):
            seen.add(call)
            if isinstance(call.func, ast.Attribute) and _writes(call, call.func, reader, suspicious):
                yield source.at(call, f"`{ast.unparse(call.func)}(...)` goes past the log: {INSTEAD}")


def _writes(call: ast.Call, method: ast.Attribute, reader: "_Reader", suspicious: bool) -> bool:
    if method.attr in {"execute", "executemany"}:
        return suspicious and bool(call.args) and WRITING_SQL.match(ast.unparse(call.args[0])) is not None
    surely, perhaps = SURELY_WRITES.match(method.attr), PERHAPS_WRITES.match(method.attr)
    if not surely and not perhaps:
        return False
    kind = reader.kind(method.value)
    if kind != "unknown":
        return kind == "synced"
    return suspicious and bool(surely or _is_called_like_a_row(call, method))


def _is_called_like_a_row(call: ast.Call, method: ast.Attribute) -> bool:
    """Whether a call of `update`, `delete` or `create` on an unknown object looks like a call on a table or row."""
    if FROM_A_TABLE.search(ast.unparse(method) + "("):
        return True
    if method.attr.endswith("delete"):
        return not call.args and not call.keywords
    return method.attr.endswith("update") and not call.args and bool(call.keywords)


def _bindings(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """The possible values of each local name of a function: assigned values, loop sources and annotations."""
    bindings: dict[str, list[ast.expr]] = {}

    def bind(target: ast.expr | None, value: ast.expr | None) -> None:
        if isinstance(target, ast.Name) and value is not None:
            bindings.setdefault(target.id, []).append(value)
        elif isinstance(target, ast.Tuple) and target.elts:
            bind(target.elts[0], value)  # `row, created = ...`

    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                bind(target, node.value)
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
            bind(node.target, node.value)
        elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            bind(node.target, node.iter)
        elif isinstance(node, ast.withitem):
            bind(node.optional_vars, node.context_expr)
        elif isinstance(node, ast.arg) and node.annotation is not None:
            bindings.setdefault(node.arg, []).append(node.annotation)
    return bindings


class _Reader:
    """Decides whether an expression in one scope is a synced row or table."""

    def __init__(self, names: dict[str, str], models: dict[str, bool], bound: dict[str, list[ast.expr]]) -> None:
        self._names, self._models, self._bound = names, models, bound

    def kind(self, node: ast.expr, seen: frozenset[str] = frozenset()) -> Kind:
        if isinstance(node, ast.Dict | ast.Set | ast.List | ast.Constant | ast.JoinedStr | ast.DictComp | ast.SetComp):
            return "other"
        full_name = dotted(node, self._names)
        if full_name.startswith("sync.log.changes"):
            return "other"
        for part in full_name.split("."):
            if part in self._models:
                return "synced" if self._models[part] else "other"
        if isinstance(node, ast.Name):
            kinds = {self.kind(v, seen | {node.id}) for v in self._bound.get(node.id, []) if node.id not in seen}
            return "synced" if "synced" in kinds else "other" if kinds == {"other"} else "unknown"
        if isinstance(node, Compound):
            return self._inner(node, seen)
        return "unknown"

    def _inner(self, node: Compound, seen: frozenset[str]) -> Kind:
        if isinstance(node, ast.Call):
            return "other" if dotted(node.func, self._names) in {"dict", "set"} else self.kind(node.func, seen)
        if isinstance(node, ast.BinOp):
            return self.kind(node.left, seen) if isinstance(node.op, ast.BitOr) else "unknown"
        inner = self.kind(node.value, seen)
        # A field of a row can be another table's row: `audit.client` is not an audit row.
        is_field = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in self._bound
        return "unknown" if is_field and inner == "other" else inner
