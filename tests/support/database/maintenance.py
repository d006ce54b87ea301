"""Operations on a whole database: many rows in one transaction, pruning, backup and restore."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection, transaction

from clients.models import Client
from core.ids import uuid7
from sync.db.snapshot import snapshot
from sync.hub import hub
from sync.log import changes, retention
from sync.models import Change, Stream
from sync.writes import db_executor
from sync.writes.db_executor import read, write


async def many_clients(count: int, words: str = "") -> None:
    """Create `count` client rows in one transaction, with one change each in `w`. `words` makes the rows longer."""

    def make() -> None:
        for n in range(count):
            email = f"{n}@portal.example"
            row = Client(id=uuid7(), company_name=f"Company {n}", contact_email=email, service_areas=words)
            changes.insert(row)

    await write(make)


async def prune() -> int:
    """Prune the log as the daily effect does; returns the number of deleted changes."""

    def run() -> int:
        try:
            return retention.prune()
        finally:
            connection.close()

    return await asyncio.to_thread(run)


async def log_numbers(stream: str) -> tuple[int, int, list[int]]:
    """Tail, head, and the numbers in the log of a stream, from one snapshot."""

    def query() -> tuple[int, int, list[int]]:
        numbers = Change.objects.filter(stream=stream).order_by("seq").values_list("seq", flat=True)
        with snapshot():
            row = Stream.objects.get(id=stream)
            return row.tail, row.head, list(numbers)

    return await read(query)


async def back_up(path: Path) -> None:
    """Copy the database into `path`: a file on SQLite, a folder on PostgreSQL."""
    await asyncio.to_thread(_take_copy, path)


def _take_copy(path: Path) -> None:
    if connection.vendor == "sqlite":
        _copy(Path(connection.settings_dict["NAME"]), path)
        return
    path.mkdir()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            with cursor.copy(f'COPY "{table}" TO STDOUT') as rows, (path / table).open("wb") as file:
                file.writelines(rows)
    connection.close()


async def restore(path: Path) -> None:
    """Restore a copy. First stops the hub and closes the connections of this process."""
    await hub.stop_running()
    db_executor.close_connections()
    await asyncio.to_thread(_put_back, path)


def _put_back(path: Path) -> None:
    if connection.vendor == "sqlite":
        _copy(path, Path(connection.settings_dict["NAME"]))
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no triggers, no foreign keys
        for file in path.iterdir():
            cursor.execute(f'DELETE FROM "{file.name}"')
            with cursor.copy(f'COPY "{file.name}" FROM STDIN') as rows:
                rows.write(file.read_bytes())
    connection.close()


def _copy(source_path: Path, target_path: Path) -> None:
    with closing(sqlite3.connect(source_path)) as source, closing(sqlite3.connect(target_path)) as target:
        source.backup(target)
