"""Checks where code may use the clock, print and Any, and that endpoints do not block the event loop."""

import ast
from pathlib import Path

from tests.support.architecture.tree import dotted, imported_names, python

CLOCK = "platform/core/clock.py"
TIME_OF_DAY = frozenset(
    {
        "datetime.datetime.now",
        "datetime.datetime.today",
        "datetime.datetime.utcnow",
        "datetime.date.today",
        "django.utils.timezone.localdate",
        "django.utils.timezone.localtime",
        "django.utils.timezone.now",
        "time.time",
        "time.time_ns",
    }
)
DOMAIN = frozenset({"access", "errors", "models", "queries", "services"})
VERBS = frozenset({"get", "post", "put", "patch", "delete", "api_operation"})


def one_clock(root: Path) -> list[str]:
    """Only core.clock reads the time of day; any file may use `time.monotonic`."""
    breaches = []
    for source in python(root):
        if source.name == CLOCK:
            continue
        names = imported_names(source.syntax)
        for node in ast.walk(source.syntax):
            if isinstance(node, ast.Attribute | ast.Name) and dotted(node, names) in TIME_OF_DAY:
                name = dotted(node, names)
                breaches.append(source.at(node, f"`{name}`: take the time from core.clock, so that tests can set it."))
    return breaches


def no_prints(root: Path) -> list[str]:
    """Only management commands print; all other code logs."""
    breaches = []
    for source in python(root):
        if "/management/commands/" in source.name:
            continue
        for node in ast.walk(source.syntax):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                breaches.append(source.at(node, "`print`: use logging.getLogger(__name__); only commands print."))
    return breaches


def exact_domain(root: Path) -> list[str]:
    """Domain modules do not use Any; code that calls a library without types may."""
    breaches = []
    for source in python(root):
        if source.app and source.name.split("/")[2].removesuffix(".py") in DOMAIN:
            names = imported_names(source.syntax)
            for node in ast.walk(source.syntax):
                if isinstance(node, ast.Attribute | ast.Name) and dotted(node, names) == "typing.Any":
                    breaches.append(
                        source.at(node, "`Any`: the domain names its types; a dataclass, or a type variable.")
                    )
    return breaches


def async_endpoints(root: Path) -> list[str]:
    """Endpoints are `async def`, because each call of a synchronous one opens a thread and a database connection."""
    breaches = []
    for source in python(root):
        for node in ast.walk(source.syntax):
            if isinstance(node, ast.FunctionDef) and any(_is_route(mark) for mark in node.decorator_list):
                instead = "make it `async def`, and reach services by `await write(...)` and `await read(...)`."
                breaches.append(source.at(node, f"`{node.name}` blocks the server's loop: {instead}"))
    return breaches


def _is_route(mark: ast.expr) -> bool:
    """Whether a decorator registers an endpoint, like `@router.post("/path", ...)`."""
    return (
        isinstance(mark, ast.Call)
        and isinstance(mark.func, ast.Attribute)
        and mark.func.attr in VERBS
        and bool(mark.args)
        and isinstance(mark.args[0], ast.Constant | ast.List)
    )
