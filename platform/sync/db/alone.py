"""One process at a time, among all that share a database: for what starts with each of them and must happen once."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

KEY = 0x70756C7365  # any number, the same in all processes


@contextmanager
def alone() -> Iterator[None]:
    """Inside, every other process that wants to be alone waits, for as long as it takes; one that dies waits no more."""
    with _at_the_server() if connection.vendor == "postgresql" else _beside_the_file():
        yield


@contextmanager
def _at_the_server() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [KEY])
        cursor.execute("RESET lock_timeout")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [KEY])


@contextmanager
def _beside_the_file() -> Iterator[None]:
    """SQLite's own lock ends with each transaction, and a migration is several."""
    store = Path(connection.settings_dict["NAME"])
    with store.with_name(f"{store.name}.alone").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
