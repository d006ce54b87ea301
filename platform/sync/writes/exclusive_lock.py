"""One at a time, among all processes and threads that share a database: for what must not happen twice at once."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from django.db import connection

START = 0x70756C7365  # what starts with each process; any number, the same in all of them
FILES = 64  # lock files of all other keys: two of these keys seldom have the same one, and then wait for each other


def key_of(row_id: UUID) -> int:
    """A key for what happens to one row."""
    return int.from_bytes(row_id.bytes[8:], signed=True)


@contextmanager
def alone(key: int = START) -> Iterator[None]:
    """Inside, everybody else with that key waits; whoever dies inside frees it.

    A start waits as long as it takes; others on PostgreSQL for the lock timeout of its settings. Raises OperationalError.
    """
    with _at_the_server(key) if connection.vendor == "postgresql" else _beside_the_file(key):
        yield


@contextmanager
def _at_the_server(key: int) -> Iterator[None]:
    with connection.cursor() as cursor:
        if key == START:
            cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [key])
        cursor.execute("RESET lock_timeout")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [key])


@contextmanager
def _beside_the_file(key: int) -> Iterator[None]:
    """SQLite's own lock ends with each transaction, and what happens inside has several."""
    store = Path(connection.settings_dict["NAME"])
    ending = "alone" if key == START else f"alone-{key % FILES}"
    with store.with_name(f"{store.name}.{ending}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def wait_in_transaction(key: int) -> None:
    """Wait until no other transaction has done the same; SQLite has one at a time anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
