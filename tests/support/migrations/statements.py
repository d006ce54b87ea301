"""The PostgreSQL statements of migrations, without a database server."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.postgresql.schema import DatabaseSchemaEditor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.utils import ConnectionHandler

OLDEST_POSTGRESQL = 140_000  # deploy/docs/install/several-processes.md promises version 14


@dataclass(frozen=True, slots=True)
class MigrationSql:
    """The statements of one migration. A step in Python is a comment in `sql`."""

    app: str
    name: str
    is_atomic: bool
    sql: str


def statements(released: Container[tuple[str, str]]) -> Iterator[MigrationSql]:
    """The statements of each migration that is not in `released`, in the order in which they run."""
    loader, connection = MigrationLoader(None), _without_server()
    plan: dict[tuple[str, str], None] = {}
    for leaf in loader.graph.leaf_nodes():
        plan |= dict.fromkeys(loader.graph.forwards_plan(leaf))
    state = ProjectState()
    for key in plan:
        migration = loader.graph.nodes[key]
        if key in released:
            state = migration.mutate_state(state, preserve=False)
            continue
        with _Editor(connection, collect_sql=True, atomic=False) as editor:
            state = migration.apply(state, editor, collect_sql=True)
        yield MigrationSql(*key, bool(migration.atomic), "\n".join(editor.collected_sql) + "\n")


class _Editor(DatabaseSchemaEditor):
    """Writes statements without a server."""

    def _constraint_names(self, *args: Any, **kwargs: Any) -> list[str]:
        """Django asks the server for the name of a constraint that it drops; any name is enough to check the lock."""
        return ["existing_constraint"]

    def execute(self, sql: Any, params: Any = ()) -> None:
        """Insert the parameters here, because PostgreSQL's own editor needs an open connection for that."""
        BaseDatabaseSchemaEditor.execute(self, sql, params)


def _without_server() -> BaseDatabaseWrapper:
    """A connection that writes statements for PostgreSQL and is never opened."""
    settings = {"ENGINE": "sync.db.postgresql", "NAME": "nowhere"}
    connection: BaseDatabaseWrapper = ConnectionHandler({"default": settings})["default"]
    connection.__dict__["pg_version"] = OLDEST_POSTGRESQL  # a cached property, which would connect
    return connection
