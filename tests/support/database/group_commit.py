"""Writes for tests of group commit: queued writes, services for them, and the rows and effects that they store."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from uuid import UUID

from django.db import connection

from clients.models import Client
from core.ids import uuid7
from sync.effects import effects
from sync.log import membership
from sync.tasks import prune
from sync.writes import db_executor
from sync.writes.db_executor import read, write
from sync.writes.group_commit import GROUP_MAX
from tests.support.database.concurrent_writers import new_client
from tests.support.database.effects import effects_of

SOME_ID = uuid7()


class Group:
    """Writes that are submitted while the writer is busy, and the result or error of each."""

    def __init__(self) -> None:
        self.tasks: list[asyncio.Task[object]] = []
        self.outcomes: list[object] = []

    def submit(self, service: Callable[..., object], **how: object) -> None:
        self.tasks.append(asyncio.create_task(write(service, **how)))


@asynccontextmanager
async def one_group(*, is_first: bool = True) -> AsyncIterator[Group]:
    """Commit the writes of the block as one group at its end.

    `is_first` resets the group size, which an earlier group may have reduced.
    """
    if is_first:
        db_executor._writer._group_size = GROUP_MAX
    busy, free, group = threading.Event(), threading.Event(), Group()

    def keep_busy() -> None:
        busy.set()
        free.wait(10)

    blocker = asyncio.create_task(write(keep_busy))
    await asyncio.to_thread(busy.wait, 10)
    try:
        yield group
        await asyncio.sleep(0)  # each task submits its write in its first step
    finally:
        free.set()
        await blocker
    group.outcomes = list(await asyncio.gather(*group.tasks, return_exceptions=True))


def write_client(name: str, client_id: UUID) -> str:
    """A service that writes a row, a membership change and an effect; `client_id` is the client that it may lock."""
    effects.after_commit(prune, name)
    membership.join(user_id=new_client(name).id)
    return name


def write_slowly(number: int, client_id: UUID) -> str:
    """A service that takes 0.16 s. Returns the id of its transaction on PostgreSQL, and '' on SQLite."""
    time.sleep(0.16)
    if not connection.features.has_select_for_update:
        return ""
    with connection.cursor() as cursor:
        return str(cursor.execute("SELECT txid_current()").fetchone()[0])


async def stored_names() -> tuple[list[str], list[str]]:
    """The names of the rows that `write_client` wrote, and the names in its effects, both sorted."""
    rows = Client.objects.filter(contact_email__endswith="@portal.example", contact_name="")
    names = await read(lambda: sorted(rows.values_list("company_name", flat=True)))
    return names, await read(lambda: sorted(effects_of(prune).values_list("subject", flat=True)))
