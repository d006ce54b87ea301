"""Empty stores for a measurement: SQLite in a folder, or PostgreSQL with its durable default settings."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Literal

from tests.bench.harness.server import data_folder, every_core
from tests.support.servers.distributed import own_keys
from tests.support.servers.postgresql_and_redis import PostgreSQL, new_database

Kind = Literal["SQLite", "PostgreSQL"]


@contextmanager
def store(kind: Kind) -> Iterator[tuple[Path, dict[str, str]]]:
    """A data folder, and the settings that a server needs to use the store."""
    with data_folder() as folder:
        yield folder, {} if kind == "SQLite" else {"DATABASE_URL": new_database(_postgresql()), **own_keys(folder)}


@cache
def _postgresql() -> str:
    """The address of one server for the whole run. It may use every core; only the product is pinned to one."""
    with every_core():
        return PostgreSQL(settings=()).address
