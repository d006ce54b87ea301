"""A consistent view of the database for several reads, without the write lock."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from django.db import connection, transaction

from sync.db.sqlite3.base import DatabaseWrapper as SqliteWrapper


@contextmanager
def snapshot() -> Iterator[None]:
    """All reads inside see the same state of the database. Inside an open transaction they see that transaction."""
    if connection.in_atomic_block:
        yield
        return
    if connection.vendor == "sqlite":
        # Our transactions BEGIN IMMEDIATE, which takes the write lock; a reader must not take it.
        with cast(SqliteWrapper, connection).deferred(), transaction.atomic():
            yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield
