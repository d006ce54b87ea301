"""Checks that each module of a domain app has one role, and that it imports and touches only what its role may.

A module's role is the name in `NAMES` that its path has below its app: `messaging/services/sending.py` is a service.
A module without such a name is domain logic, which has the strictest rules.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.architecture.tree import Source, dotted, imported_names, python

# Apps that are no domain apps: their modules have no roles, and `[tool.importlinter]` has their rules.
OTHER_APPS = frozenset({"", "config", "core", "demo", "environment", "server", "sync"})
ENTRY, LOGIC = "entry point", "logic"
# The name of a file or folder -> the role of the modules in it.
NAMES = dict.fromkeys(("api", "apps", "http", "management", "tasks"), ENTRY) | {
    name: name
    for name in (
        *("synced", "schemas", "workflows", "services", "effects", "queries", "access"),
        *("providers", "models", "ports", "errors"),
    )
}
# A role imports itself and the roles after it.
ORDER = (
    *(ENTRY, "synced", "schemas", "workflows", "services", "effects"),
    *("queries", "access", "models", "ports", "errors"),
)
IMPORTS = {role: {LOGIC, *ORDER[place:]} for place, role in enumerate(ORDER)} | {
    "providers": {"providers", LOGIC, "ports", "errors"},
    LOGIC: {LOGIC, "models", "ports", "errors"},
}
for user in (ENTRY, "workflows", "effects"):
    IMPORTS[user].add("providers")
# Effects import services of lower apps only: `[tool.importlinter]` puts an app's own services above its effects.
IMPORTS["effects"].add("services")
STORING = frozenset({"services", "effects", "queries", "access", "models", "synced"})
# Module -> the roles that may import it, and what modules of other roles do instead.
TOUCHED = {
    "sync.hub": ({ENTRY}, "the endpoint sends to devices; pass it as a function to a workflow."),
    "sync.writes.db_executor": ({ENTRY, "workflows", "effects"}, "move the caller of `read` and `write` to workflows."),
    "sync.log.changes": ({"services", "effects"}, "move the write to services."),
    "sync.sql": ({"services", "queries", "access"}, "move the statement to queries."),
    "django.db.transaction": ({"services"}, "a service is one transaction; move it there."),
    "huey": ({ENTRY}, "move the job to tasks.py."),
    "ninja": ({ENTRY, "schemas"}, "move it to api.py or schemas.py."),
    "pydantic": ({ENTRY, "schemas"}, "put the shape into schemas.py."),
    "channels": ({ENTRY}, "move it to api.py."),
    "django.http": ({ENTRY}, "move it to api.py or http/, and return plain values."),
} | {
    module: ({"providers"}, "move the call to providers, which workflows, effects and tasks use.")
    for module in (
        *("core.fetch", "core.http_client", "httpx", "urllib.request", "smtplib", "subprocess"),
        *("boto3", "openai", "storages", "stripe"),
    )
}
TABLE = frozenset({"objects", "_default_manager", "_base_manager"})
# Methods that only querysets and rows have.
ROWS = frozenset(
    {
        *("bulk_create", "bulk_update", "get_or_create", "refresh_from_db", "select_for_update"),
        *("select_related", "prefetch_related", "values_list", "order_by", "in_bulk"),
    }
)


def one_role(root: Path) -> list[str]:
    """The path of a module names one role at most, so that it is clear which rules it has."""
    breaches = []
    for source in _modules(root):
        role_names = [part for part in _parts(source.name) if part in NAMES]
        if len({NAMES[part] for part in role_names}) > 1:
            breaches.append(
                f"{source.name}: `{'`, `'.join(role_names)}`: a module has one role; rename the file or folder."
            )
    return breaches


def imports_below(root: Path) -> list[str]:
    """A module imports only modules whose roles its own role may import, in all apps."""
    breaches = []
    modules = {_module_name(source) for source in _modules(root)}
    for source in _modules(root):
        role = _role(source.name)
        for node, name in _imports(source):
            module = _longest(name, modules)
            other = _role(module.replace(".", "/")) if module else ""
            if other and other not in IMPORTS[role]:
                breaches.append(
                    source.at(
                        node,
                        f"{_a(role)} imports `{module}`, {_a(other)}: move what it needs into a role that it may import (CONTRIBUTING.md).",
                    )
                )
    return breaches


def touches_its_own(root: Path) -> list[str]:
    """A module touches the store, the network, devices and the web only if its role may."""
    breaches = []
    for source in _modules(root):
        role = _role(source.name)
        names = imported_names(source.syntax)
        for node, name in _imports(source):
            for touched, (roles, instead) in TOUCHED.items():
                if f"{name}.".startswith(f"{touched}.") and role not in roles:
                    breaches.append(source.at(node, f"{_a(role)} imports `{touched}`: {instead}"))
        if role not in STORING:
            for node in ast.walk(source.syntax):
                if isinstance(node, ast.Attribute) and _is_table(node, names):
                    instead = "move it to queries, services or access."
                    breaches.append(source.at(node, f"{_a(role)} uses the table `{ast.unparse(node)}`: {instead}"))
    return breaches


def _modules(root: Path) -> Iterator[Source]:
    return (source for source in python(root) if source.app not in OTHER_APPS and source.name.count("/") > 1)


def _parts(name: str) -> list[str]:
    """The names of a path below its app: `platform/files/api/uploads.py` -> `api`, `uploads`."""
    return name.removeprefix("platform/").removesuffix(".py").split("/")[1:]


def _role(name: str) -> str:
    return next((NAMES[part] for part in _parts(name) if part in NAMES), LOGIC)


def _module_name(source: Source) -> str:
    name = source.name.removeprefix("platform/").removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__")


def _imports(source: Source) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(source.syntax):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((node, f"{node.module}.{alias.name}") for alias in node.names)


def _longest(name: str, modules: set[str]) -> str:
    """The module that an imported name is or comes from, or '' for a module of no domain app."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def _is_table(node: ast.Attribute, names: dict[str, str]) -> bool:
    """Whether it is `Model.objects`, not a library's `storage.bucket.objects`: its owner is a variable or a class."""
    owner = dotted(node.value, names).rpartition(".")[2]
    return node.attr in ROWS or (node.attr in TABLE and (isinstance(node.value, ast.Name) or owner[:1].isupper()))


def _a(role: str) -> str:
    return f"a module with the role {role}"
