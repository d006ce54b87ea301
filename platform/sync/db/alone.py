"""One process at a time, among all that share a database: for what starts with each of them and must happen once."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

KEY = 0x70756C7365  # any number, the same in all processes


@contextmanager
def alone() -> Iterator[None]:
    """Inside, every other process that wants to be alone waits, for as long as it takes.

    SQLite belongs to one machine and one server; its transactions are enough.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [KEY])
        cursor.execute("RESET lock_timeout")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [KEY])
