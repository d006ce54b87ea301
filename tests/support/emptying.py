"""Empties PostgreSQL between tests by deleting: to truncate makes every file of every table anew, 50 ms instead of 1."""

from typing import Any

from django.db.backends.postgresql.operations import DatabaseOperations


def by_deleting() -> None:
    """Have Django's flush delete rows, without the order and the triggers that they have in the product."""
    operations: Any = DatabaseOperations
    operations.sql_flush = _deletes


def _deletes(operations: DatabaseOperations, style: object, tables: list[str], **options: object) -> list[str]:
    quote = operations.quote_name
    return ["SET LOCAL session_replication_role = replica", *(f"DELETE FROM {quote(table)}" for table in tables)]
