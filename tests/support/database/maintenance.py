"""What happens to a store as a whole: many rows at once, pruning, and a backup that is put back."""

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
    """`count` new client rows in one transaction: as many changes in `w`. `words` make them longer."""

    def make() -> None:
        for n in range(count):
            email = f"{n}@portal.example"
            row = Client(id=uuid7(), company_name=f"Company {n}", contact_email=email, service_areas=words)
            changes.insert(row)

    await write(make)


async def prune() -> int:
    """What the daily effect does; returns how many changes went."""

    def run() -> int:
        try:
            return retention.prune()
        finally:
            connection.close()

    return await asyncio.to_thread(run)


async def kept(stream: str) -> tuple[int, int, list[int]]:
    """Tail, head, and the numbers that the log has, as of one moment."""

    def look() -> tuple[int, int, list[int]]:
        numbers = Change.objects.filter(stream=stream).order_by("seq").values_list("seq", flat=True)
        with snapshot():
            row = Stream.objects.get(id=stream)
            return row.tail, row.head, list(numbers)

    return await read(look)


async def back_up(path: Path) -> None:
    """Copy the store into a folder or file at `path`, as it is now."""
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
    """Put a copy back, with no process holding anything of the present."""
    await hub.stop_running()
    db_executor.close_connections()
    await asyncio.to_thread(_put_back, path)


def _put_back(path: Path) -> None:
    if connection.vendor == "sqlite":
        _copy(path, Path(connection.settings_dict["NAME"]))
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # no triggers, no order of tables
        for file in path.iterdir():
            cursor.execute(f'DELETE FROM "{file.name}"')
            with cursor.copy(f'COPY "{file.name}" FROM STDIN') as rows:
                rows.write(file.read_bytes())
    connection.close()


def _copy(source_path: Path, target_path: Path) -> None:
    with closing(sqlite3.connect(source_path)) as source, closing(sqlite3.connect(target_path)) as target:
        source.backup(target)
