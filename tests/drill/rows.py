"""Reads every row of a store in one snapshot, with the database's driver."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

Row = dict[str, Any]
# Each table's rows by their primary key.
Rows = dict[str, dict[tuple[Any, ...], Row]]

PRIMARY_KEYS = """
SELECT c.relname, a.attname FROM pg_index i
  JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
  WHERE i.indisprimary AND n.nspname = 'public' ORDER BY c.relname, a.attnum
"""


def of_sqlite(path: Path) -> Rows:
    """The rows of a SQLite database; virtual tables are left out, because other tables store their rows."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as store:
        store.execute("BEGIN")
        tables = store.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
            " AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        return {table: _of_table(store, table, _sqlite_key(store, table)) for (table,) in tables}


def of_postgresql(url: str) -> Rows:
    """The rows of a PostgreSQL database."""
    with psycopg.connect(url) as store:
        store.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        keys: dict[str, list[str]] = {}
        for table, column in store.execute(PRIMARY_KEYS):
            keys.setdefault(table, []).append(column)
        return {table: _of_table(store, table, key) for table, key in keys.items()}


def _sqlite_key(store: sqlite3.Connection, table: str) -> list[str]:
    columns = store.execute(f"PRAGMA table_info('{table}')").fetchall()
    return [name for _, name, _, _, _, key_position in columns if key_position] or [columns[0][1]]


def _of_table(store: Any, table: str, key: list[str]) -> dict[tuple[Any, ...], Row]:
    cursor = store.execute(f'SELECT * FROM "{table}"')
    columns = [column[0] for column in cursor.description]
    rows = [dict(zip(columns, values, strict=True)) for values in cursor]
    return {tuple(row[column] for column in key): row for row in rows}
