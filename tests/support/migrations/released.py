"""The stores of the last released version, and its migrations."""

import gzip
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tests.support.architecture.tree import ROOT
from tests.support.servers.postgresql_and_redis import new_database

VERSION = "2026.11.1"
SQLITE = ROOT / f"tests/frozen/store-{VERSION}.sqlite3.gz"
POSTGRESQL = ROOT / f"tests/frozen/store-{VERSION}.postgresql.sql.gz"


def sqlite_store(path: Path) -> None:
    """Write the former version's SQLite database to `path`."""
    path.write_bytes(gzip.decompress(SQLITE.read_bytes()))


def postgresql_store(address: str) -> str:
    """The URL of a new database on the server at `address` with the former version's tables and rows."""
    url = new_database(address)
    statements = gzip.decompress(POSTGRESQL.read_bytes())
    command = ["psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", url]
    subprocess.run(command, input=statements, check=True, stdout=subprocess.DEVNULL)
    return url


def migrations(folder: Path) -> set[tuple[str, str]]:
    """The app and name of each migration of the former version; `folder` is for a temporary file."""
    copy = folder / "released.sqlite3"
    sqlite_store(copy)
    with closing(sqlite3.connect(copy)) as store:
        return set(store.execute("SELECT app, name FROM django_migrations"))
