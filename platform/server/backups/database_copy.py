"""Copies the database of a running server, and checks each copy by reading it completely."""

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from server.backups.errors import BackupFailed

SQLITE_HEADER = b"SQLite format 3\0"


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a consistent snapshot without stopping writers. Raises BackupFailed, OSError."""
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as store,
            closing(sqlite3.connect(target)) as copy,
        ):
            store.backup(copy)
    except sqlite3.Error as error:
        raise BackupFailed(f"SQLite cannot copy {source}: {error}") from error
    if not is_whole_database(target):
        raise BackupFailed(f"the copy of {source} is damaged; check the database and the disk")


def dump_postgresql(url: str, target: Path) -> None:
    """Dump one snapshot with pg_dump without stopping writers. Raises BackupFailed."""
    try:
        parts = conninfo_to_dict(url)
    except ProgrammingError as error:
        raise BackupFailed("DATABASE_URL is not the address of a PostgreSQL database") from error
    # The password is passed in the environment, because every user of the machine can see a program's arguments.
    password = parts.pop("password", None)
    env = dict(os.environ) | ({} if password is None else {"PGPASSWORD": str(password)})
    _run(["pg_dump", "--format=custom", f"--file={target}", make_conninfo("", **parts)], env)
    if not is_whole_dump(target):
        raise BackupFailed("pg_restore cannot read the new dump; check the disk")


def is_whole_database(copy: Path) -> bool:
    """Whether a file is a complete SQLite database, by its own check of every page."""
    try:
        with closing(open_copy(copy)) as store:
            is_whole = store.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    except sqlite3.DatabaseError:
        return False
    with copy.open("rb") as file:
        return (
            is_whole and file.read(len(SQLITE_HEADER)) == SQLITE_HEADER
        )  # SQLite takes an empty file for an empty database


def is_whole_dump(copy: Path) -> bool:
    """Whether pg_restore can read the whole dump; `pg_restore --list` would accept a truncated dump.

    Raises BackupFailed if pg_restore is missing.
    """
    try:
        _run(["pg_restore", f"--file={os.devnull}", str(copy)], dict(os.environ))
    except ProgramFailed:
        return False
    return True


def open_copy(copy: Path) -> sqlite3.Connection:
    """A connection that reads a copy and creates no file beside it."""
    return sqlite3.connect(f"{copy.absolute().as_uri()}?immutable=1", uri=True)


class ProgramFailed(BackupFailed):
    """A program of PostgreSQL ended with an error."""


def _run(command: list[str], env: dict[str, str]) -> None:
    try:
        result = subprocess.run(command, env=env, check=False, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise BackupFailed(f"{command[0]} is missing (Debian: postgresql-client). Install it.") from error
    if result.returncode:
        raise ProgramFailed(result.stderr.strip() or f"{command[0]} ended with {result.returncode}")
