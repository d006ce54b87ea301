"""Checks `platform/config/reactions.py`: it lists every request of an effect, and only it has the stored names."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.support.architecture.tree import Source, dotted, imported_names, python

PAGE = "platform/config/reactions.py"
DECLARATIONS = frozenset({"sync.effects.reactions.Reaction", "sync.effects.reactions.BatchReaction"})
REQUESTS = frozenset({"sync.effects.effects.after_commit", "sync.effects.effects.each_after_commit"})


@dataclass(frozen=True)
class ListedReaction:
    """One entry of reactions.py: its stored name, its handler, and the functions that request it."""

    node: ast.Call
    stored_name: str
    handler: str
    after: list[str]


def complete_page(root: Path) -> list[str]:
    """The file lists exactly the functions that call `after_commit`, each with the handler that it passes."""
    page, listed = _page(root)
    requests = {(requester, one.handler) for one in listed for requester in one.after}
    breaches: list[str] = []
    existing: set[tuple[str, str]] = set()
    for source in python(root):
        if source.name == "platform/sync/effects/effects.py":
            continue
        for requester, handler, node in _requests(source):
            existing.add((requester, handler))
            if (requester, handler) not in requests:
                what = f"`{requester}` requests `{handler or ast.unparse(node)}`"
                breaches.append(source.at(node, f"{what}: give the handler by its name, and list both in {PAGE}."))
    for one in listed:
        for requester in one.after:
            if (requester, one.handler) not in existing:
                breaches.append(page.at(one.node, f"`{requester}` does not request `{one.handler}`: remove it."))
    return breaches


def stored_names_on_one_page(root: Path) -> list[str]:
    """No other file has the stored name of an effect."""
    names = {one.stored_name for one in _page(root)[1]}
    breaches = []
    for source in python(root):
        for node in ast.walk(source.syntax):
            if isinstance(node, ast.Constant) and node.value in names and source.name != PAGE:
                breaches.append(source.at(node, f"`{node.value}` is a stored name: give the handler's function."))
    return breaches


def _page(root: Path) -> tuple[Source, list[ListedReaction]]:
    page = Source(root, PAGE)
    names = imported_names(page.syntax)
    listed = []
    for node in ast.walk(page.syntax):
        if isinstance(node, ast.Call) and dotted(node.func, names) in DECLARATIONS:
            stored_name, handler = node.args
            [after] = [each.value for each in node.keywords if each.arg == "after"]
            assert isinstance(stored_name, ast.Constant)
            assert isinstance(after, ast.List)
            requesters = [dotted(each, names) for each in after.elts]
            listed.append(ListedReaction(node, str(stored_name.value), dotted(handler, names), requesters))
    return page, listed


def _requests(source: Source) -> Iterator[tuple[str, str, ast.expr]]:
    """Each request of an effect in a file: the function that makes it, and the handler, '' if it has no name."""
    module = source.name.removeprefix("platform/").removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    own = {node.name: f"{module}.{node.name}" for node in source.syntax.body if isinstance(node, ast.FunctionDef)}
    names = own | imported_names(source.syntax)
    for scope in source.syntax.body:
        requester = f"{module}.{getattr(scope, 'name', '')}".removesuffix(".")
        for node in ast.walk(scope):
            if not isinstance(node, ast.Call):
                continue
            # `effects.after_commit(handler, ...)` or `write_now(effects.after_commit, handler, ...)`
            called = [dotted(node.func, names), *(dotted(each, names) for each in node.args[:1])]
            if called[0] in REQUESTS:
                given = node.args[:1]
            elif called[-1] in REQUESTS:
                given = node.args[1:2]
            else:
                continue
            for handler in given or [node.func]:
                branches = [handler.body, handler.orelse] if isinstance(handler, ast.IfExp) else [handler]
                yield from ((requester, dotted(each, names), each) for each in branches)
