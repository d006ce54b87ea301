"""Reads on the way of every write, in plain SQL: Django takes 0.2 ms to word what the database answers in 0.02."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection


def first(sql: str, *values: UUID | datetime) -> tuple[Any, ...] | None:
    """The first row of a query, None without one; a UUID in it is what `uuid` takes."""
    with connection.cursor() as cursor:
        cursor.execute(sql, [_adapted(value) for value in values])
        row: tuple[Any, ...] | None = cursor.fetchone()
        return row


def uuid(value: Any) -> UUID:
    """A UUID as either store gives it: PostgreSQL's own type, or SQLite's 32 characters."""
    return value if isinstance(value, UUID) else UUID(value)


def _adapted(value: UUID | datetime) -> UUID | str | None:
    if isinstance(value, datetime):
        adapted: str | None = connection.ops.adapt_datetimefield_value(value)
        return adapted
    return value if connection.features.has_native_uuid_field else value.hex
