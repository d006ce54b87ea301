"""What happens to a store as a whole: many rows at once, pruning, and a backup that is put back."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from clients.services import create_client
from sync import hub, retention, seam
from sync.db.snapshot import snapshot
from sync.models import Change, Stream
from sync.seam import read, write


async def many_clients(count: int, words: str = "") -> None:
    """`count` new client rows in one transaction: as many changes in `w`."""

    def make() -> None:
        for n in range(count):
            create_client(company_name=f"Company {n} {words}", contact_name="", contact_email=f"{n}@portal.example")

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


def back_up(path: Path) -> None:
    """Copy the store into a file, as it is now."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as source, closing(sqlite3.connect(path)) as target:
        source.backup(target)


async def restore(path: Path) -> None:
    """Put a copy back, with no process holding anything of the present."""
    await hub.stop_running()
    seam.close_connections()
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(connection.settings_dict["NAME"])) as target:
        source.backup(target)
