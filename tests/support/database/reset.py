"""Restores saved rows between tests, with SQL statements, because Django's flush and load take 30 ms."""

from typing import Any

from django.db import connection
from django.test import TransactionTestCase

# PostgreSQL fires no triggers in this transaction; SQLite checks deferred foreign keys at its end.
BEGIN = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "BEGIN; SET LOCAL session_replication_role = replica"}


def skip_django_flush() -> None:
    """Keep Django from flushing the database after a test."""
    case: Any = TransactionTestCase
    case._fixture_setup = classmethod(lambda cls: None)
    case._fixture_teardown = lambda case: None


class SavedRows:
    """A copy of the rows of all tables, in additional tables."""

    def __init__(self, name: str) -> None:
        statements = [BEGIN[connection.vendor]]
        with connection.cursor() as cursor:
            tables = sorted(connection.introspection.django_table_names(only_existing=True, include_views=False))
            triggers = _append_only_triggers(cursor)
            statements += [f'DROP TRIGGER IF EXISTS "{name}"' for name, _ in triggers]
            statements += [f'DELETE FROM "{table}"' for table in tables]
            for table in tables:
                copy = f'"kept_{name}_{table}"'
                cursor.execute(f'CREATE TABLE {copy} AS SELECT * FROM "{table}"')
                cursor.execute(f"SELECT COUNT(*) FROM {copy}")
                if cursor.fetchone()[0]:
                    statements.append(f'INSERT INTO "{table}" SELECT * FROM {copy}')
                else:
                    cursor.execute(f"DROP TABLE {copy}")
        statements += [sql for _, sql in triggers]
        self._script = ";\n".join([*statements, "COMMIT"])

    def put_back(self) -> None:
        """Replace all rows by the saved ones, in one transaction."""
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.executescript(self._script)
            else:
                cursor.execute(self._script)


def _append_only_triggers(cursor: Any) -> list[tuple[str, str]]:
    """The names and definitions of SQLite's triggers that reject changes of the audit log."""
    if connection.vendor != "sqlite":
        return []
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%RAISE(ABORT%'")
    return list(cursor.fetchall())
