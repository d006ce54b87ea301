"""Statements on the way of every write, in plain SQL: Django takes 0.2 ms to word what the database answers in 0.02.

Its cursors are left out as well (11 us each); its connection, transactions and errors are not. Values stand as `%s`.

PostgreSQL gets the values apart from the words, which it keeps prepared: Django's cursor writes them into the words in
Python, and every statement is planned anew (together half of a statement's time).
"""

import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections
from psycopg import RawCursor
from psycopg.types.datetime import TimestamptzLoader

# Statements as a store in use has them: seven of a group of messages, worded anew for each size of one.
WORDED = 512
_cursors = threading.local()  # a new one for each statement costs 12 us on PostgreSQL


def rows(sql: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    """Every row that a statement answers with."""
    return _executed(sql, values)[0]


def count(sql: str, values: Sequence[object]) -> int:
    """How many rows a statement wrote."""
    return _executed(sql, values)[1]


def first(sql: str, *values: UUID | datetime) -> tuple[Any, ...] | None:
    """The first row of a query, None without one; a UUID in it is what `uuid` takes."""
    found = rows(sql, [adapted(value) for value in values])
    return found[0] if found else None


@cache
def marks(width: int, times: int) -> str:
    """The places of so many rows of values in a statement: `(%s, %s), (%s, %s)`."""
    return ", ".join(["(" + ", ".join(["%s"] * width) + ")"] * times)


def uuid(value: Any) -> UUID:
    """A UUID as either store gives it: PostgreSQL's own type, or SQLite's 32 characters."""
    return value if isinstance(value, UUID) else UUID(value)


def moment(value: datetime) -> datetime:
    """A time as either store gives it: SQLite leaves out the zone, which is UTC."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def _executed(sql: str, values: Sequence[object]) -> tuple[list[tuple[Any, ...]], int]:
    """Its rows, if it answers with some, and how many it wrote."""
    database = connections[DEFAULT_DB_ALIAS]
    database.close_if_health_check_failed()
    database.ensure_connection()
    database.validate_no_broken_transaction()
    worded = _for_sqlite(sql) if database.vendor == "sqlite" else _for_postgresql(sql)
    kept = _cursors.__dict__.get("kept")
    if kept is None or kept.connection is not database.connection:
        kept = _cursors.kept = _cursor_of(database)
    with database.wrap_database_errors:
        kept.execute(worded, values)
        return (kept.fetchall() if kept.description else []), kept.rowcount


def _cursor_of(database: Any) -> Any:
    if database.vendor == "sqlite":
        return database.connection.cursor()
    cursor: RawCursor[Any] = RawCursor(database.connection)
    cursor.adapters.register_loader("timestamptz", TimestamptzLoader)  # Django's own is Python, 3 us each
    return cursor


@lru_cache(maxsize=WORDED)
def _for_sqlite(sql: str) -> str:
    return sql.replace("%s", "?")


@lru_cache(maxsize=WORDED)
def _for_postgresql(sql: str) -> str:
    """With `$1` for the first value: of more than fifty the driver looks for the places anew each time, 155 us."""
    first, *others = sql.split("%s")
    return first + "".join(f"${n}{part}" for n, part in enumerate(others, 1))


def adapted(value: UUID | datetime) -> UUID | datetime | str | None:
    """A value of a statement as the store in use takes it."""
    if isinstance(value, datetime):
        moment: datetime | str | None = connection.ops.adapt_datetimefield_value(value)
        return moment
    return value if connection.features.has_native_uuid_field else value.hex
