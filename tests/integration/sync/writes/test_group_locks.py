"""The row locks of a group commit: taken in one order, and taken again after the store ends a deadlock."""

import asyncio
import random
import threading
from uuid import UUID

import pytest
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from core.ids import uuid7
from sync.db.flushing import FlushingMixin
from sync.writes.db_executor import write, write_now
from tests.support.database.group_commit import SOME_ID, one_group, stored_names, write_client
from tests.support.portal.agency import Portal
from tests.support.sync.convergence import Devices, replicas_converge

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


COMMIT = vars(BaseDatabaseWrapper)["_commit"]


class Deadlock(Exception):
    """The driver's error for a deadlock."""

    sqlstate = "40P01"


async def test_lg1_a_group_takes_row_locks_in_one_order() -> None:
    """Two processes that locked rows in the order of their writes would deadlock, and block all their writers."""
    clients = [uuid7() for _ in range(8)]
    random.Random(3).shuffle(clients)
    done: list[UUID | None] = []

    def record(client_id: UUID | None = None) -> None:
        done.append(client_id)

    async with one_group() as group:
        for client_id in clients[:5]:
            group.submit(record, client_id=client_id)
        group.submit(record)  # names no client, so the calls before it and those after it are sorted separately
        for client_id in clients[5:]:
            group.submit(record, client_id=client_id)
    if connection.features.has_select_for_update:
        clients = [*sorted(clients[:5]), *sorted(clients[5:])]
    assert done == [*clients[:5], None, *clients[5:]]


@pytest.mark.parametrize("together_with", [0, 2])
async def test_lg2_a_deadlock_victim_is_retried(together_with: int, portal: Portal, devices: Devices) -> None:
    """No caller sees the error, and the other writes run too, each once."""
    deadlocks = 3

    def meet_deadlock(name: str, client_id: UUID) -> str:
        nonlocal deadlocks
        write_client(name, client_id)
        deadlocks -= 1
        if deadlocks >= 0:
            raise OperationalError from Deadlock()
        return name

    async with replicas_converge(devices), one_group() as group:
        for n in range(together_with):
            group.submit(write_client, name=f"{n}", client_id=SOME_ID)
        group.submit(meet_deadlock, name="victim", client_id=SOME_ID)
    names = [*(f"{n}" for n in range(together_with)), "victim"]
    assert group.outcomes == names
    assert await stored_names() == (names, names)


@pytest.mark.parametrize("together_with", [0, 2])
async def test_lg2_a_commit_aborted_by_a_deadlock_is_retried(
    together_with: int, portal: Portal, devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The outcome of other failed COMMITs is unknown; this one certainly had no effect."""

    def fail(database: FlushingMixin) -> None:
        if not database.pending:  # the write that keeps the writer busy has written nothing
            COMMIT(database)
            return
        monkeypatch.setattr(BaseDatabaseWrapper, "_commit", COMMIT)
        raise OperationalError from Deadlock()

    names = [f"{n}" for n in range(together_with + 1)]
    async with replicas_converge(devices), one_group() as group:
        for name in names:
            group.submit(write_client, name=name, client_id=SOME_ID)
        monkeypatch.setattr(BaseDatabaseWrapper, "_commit", fail)
    assert group.outcomes == names
    assert await stored_names() == (names, names)


async def test_with_row_locks_no_write_waits_for_a_job() -> None:
    """On SQLite, which has one writer at a time, the write runs after the job."""
    has_begun, may_end, done = threading.Event(), threading.Event(), list[str]()

    def job() -> None:
        has_begun.set()
        may_end.wait(10)
        done.append("job")

    job_task = asyncio.create_task(asyncio.to_thread(write_now, job))
    await asyncio.to_thread(has_begun.wait, 10)
    write_task = asyncio.create_task(write(lambda: done.append("write")))
    if connection.features.has_select_for_update:
        await write_task
    may_end.set()
    await asyncio.gather(job_task, write_task)
    assert done == (["write", "job"] if connection.features.has_select_for_update else ["job", "write"])
