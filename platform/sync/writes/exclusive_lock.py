"""Mutual exclusion among all processes and threads that share a database."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from django.db import connection

START = 0x70756C7365  # the key of process start: an arbitrary number, the same in all processes
FILES = 64  # lock files for all other keys; keys that share a file exclude each other too, which is rare


def key_of(row_id: UUID) -> int:
    """The lock key of one row."""
    return int.from_bytes(row_id.bytes[8:], signed=True)


@contextmanager
def exclusive_lock(key: int = START) -> Iterator[None]:
    """Hold the lock of `key`; a process that dies frees it.

    The caller waits for START without limit. On PostgreSQL, other keys raise OperationalError after the lock timeout of
    the settings.
    """
    with _advisory_lock(key) if connection.vendor == "postgresql" else _file_lock(key):
        yield


@contextmanager
def _advisory_lock(key: int) -> Iterator[None]:
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
def _file_lock(key: int) -> Iterator[None]:
    """Use a lock file, because SQLite's own lock ends with each transaction, and the caller runs several."""
    store = Path(connection.settings_dict["NAME"])
    suffix = "alone" if key == START else f"alone-{key % FILES}"
    with store.with_name(f"{store.name}.{suffix}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def wait_in_transaction(key: int, *, is_shared: bool = False) -> None:
    """Hold the lock of `key` to the end of this transaction. Does nothing on SQLite, which has one writer at a time.

    Shared locks of a key exclude only its exclusive ones.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            function = "pg_advisory_xact_lock_shared" if is_shared else "pg_advisory_xact_lock"
            cursor.execute(f"SELECT {function}(%s)", [key])
