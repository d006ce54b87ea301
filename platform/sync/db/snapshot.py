"""One consistent view of the database for several reads, without taking the write lock."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from django.db import connection, transaction

from sync.db.sqlite3.base import DatabaseWrapper as SqliteWrapper


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read inside sees one moment. Inside an open transaction it sees that transaction."""
    if connection.in_atomic_block:
        yield
        return
    if connection.vendor == "sqlite":
        # Writers BEGIN IMMEDIATE, which takes the write lock; a reader must not.
        with cast(SqliteWrapper, connection).deferred(), transaction.atomic():
            yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield
