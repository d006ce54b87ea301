"""A row that another transaction keeps locked, as an operator's psql may: only writes that need it wait."""

import asyncio
import math
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections, transaction

from clients.models import Client
from core.ids import uuid7
from messaging.models import Message
from notifications.models import Notice
from sync.effects import effects
from sync.effects.reactions import BatchReaction, register
from sync.log import changes
from sync.log.rows import BATCH_SIZE
from sync.writes import blocked_writes
from sync.writes.db_executor import read, write
from tests.support.database.effects import effects_of, own_reactions
from tests.support.database.group_commit import SOME_ID, one_group, stored_names, write_client
from tests.support.portal.agency import Portal
from tests.support.servers.crash_harness import eventually
from tests.support.sync.convergence import Devices, replicas_converge

__all__ = ["own_reactions"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
HAS_ROW_LOCKS = connection.features.has_select_for_update
BLOCKED_LOCKS = "SELECT count(*) FROM pg_locks WHERE NOT granted"


class LockTimeout(Exception):
    """The driver's error for a lock timeout."""

    sqlstate = "55P03"


class LockHolder:
    """Keeps rows locked on a store with row locks."""

    def __init__(self) -> None:
        self._connection: Any = connections.create_connection(DEFAULT_DB_ALIAS)
        self._connection.inc_thread_sharing()

    def lock(self, table: str, row_id: UUID) -> None:
        if HAS_ROW_LOCKS:
            if self._connection.get_autocommit():
                self._connection.set_autocommit(False)
            with self._connection.cursor() as cursor:
                cursor.execute(f"SELECT 1 FROM {table} WHERE id = %s FOR UPDATE", [row_id])

    def wait_until_blocked(self) -> None:
        """Return once a transaction waits for a lock."""
        if HAS_ROW_LOCKS:
            with self._connection.cursor() as cursor:
                assert eventually(lambda: bool(cursor.execute(BLOCKED_LOCKS).fetchone()[0]))

    def release(self) -> None:
        self._connection.close()


@asynccontextmanager
async def locked(table: str, row_id: UUID) -> AsyncIterator[LockHolder]:
    """Another transaction locks a row until the block ends or the test releases it."""
    holder = LockHolder()
    await asyncio.to_thread(holder.lock, table, row_id)
    try:
        yield holder
    finally:
        await asyncio.to_thread(holder.release)


async def contents_of(client_id: UUID) -> list[str]:
    messages = Message.objects.filter(client_id=client_id).order_by("created_at")
    return await read(lambda: list(messages.values_list("content", flat=True)))


async def test_mu3_a_locked_row_delays_no_other_thread(portal: Portal, devices: Devices) -> None:
    await portal.post("maya", "0")
    async with replicas_converge(devices), locked("threads", portal.clients["maya"]) as holder:
        waiting = [asyncio.create_task(portal.post("maya", "1"))]
        await asyncio.to_thread(holder.wait_until_blocked)
        waiting.append(asyncio.create_task(portal.post("maya", "2")))
        for n in range(3):
            await portal.post("otto", f"{n}", to="otto")
        assert await contents_of(portal.clients["otto"]) == ["0", "1", "2"]
        if HAS_ROW_LOCKS:
            assert [task.done() for task in waiting] == [False, False]
            assert await contents_of(portal.clients["maya"]) == ["0"]
        await asyncio.to_thread(holder.release)
        await asyncio.gather(*waiting)
    assert await contents_of(portal.clients["maya"]) == ["0", "1", "2"]


async def test_a_write_that_waits_too_long_returns_503(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocked_writes, "GIVE_UP_S", 0.0)
    await portal.post("maya", "0")
    body = portal.message("1")
    async with locked("threads", portal.clients["maya"]):
        response = await portal.as_("maya").post("/rest/v1/messages", json=body)
    again = await portal.as_("maya").post("/rest/v1/messages", json=body)
    if HAS_ROW_LOCKS:
        assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert (response.status_code, again.status_code) == ((503, 201) if HAS_ROW_LOCKS else (201, 200))
    assert await contents_of(portal.clients["maya"]) == ["0", "1"]


async def test_mu6_a_clients_later_writes_wait_behind_one_that_met_a_locked_row(
    portal: Portal, devices: Devices
) -> None:
    """Also in the same group, and also a write that does not need that row; each write takes effect once."""
    is_free, done, locked_client = threading.Event(), list[str](), uuid7()

    def meet_locked_row(name: str, client_id: UUID) -> str:
        write_client(name, client_id)
        if not is_free.is_set():
            raise OperationalError from LockTimeout()
        done.append(name)
        return name

    async with replicas_converge(devices):
        async with one_group() as group:
            for name, client_id in (("1", SOME_ID), ("3", SOME_ID)):
                group.submit(write_client, name=name, client_id=client_id)
            waiting = [
                asyncio.create_task(write(meet_locked_row, name="2", client_id=locked_client)),
                asyncio.create_task(write(write_client, name="4", client_id=locked_client)),
            ]
        assert group.outcomes == ["1", "3"]
        assert await write(write_client, name="5", client_id=SOME_ID) == "5"
        waiting.append(asyncio.create_task(write(write_client, name="6", client_id=locked_client)))
        assert await stored_names() == (["1", "3", "5"], ["1", "3", "5"])
        is_free.set()
        assert await asyncio.gather(*waiting) == ["2", "4", "6"]
    assert done == ["2"]
    assert await stored_names() == (list("123456"), list("123456"))


@pytest.mark.usefixtures("own_reactions")
async def test_a_job_that_waits_for_a_locked_row_does_not_block_others(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job is retried later, because its thread would otherwise wait for the lock."""
    monkeypatch.setattr(blocked_writes, "GIVE_UP_S", math.inf)

    def handle(subjects: Sequence[str]) -> None:
        for subject in subjects:
            client = changes.locked(Client, UUID(subject))
            assert client is not None
            changes.update(client, phone="done")

    register(BatchReaction("test.locked", handle, after=[], at_a_time=4))
    ids = [portal.clients["maya"], portal.clients["otto"]]
    subjects = dict.fromkeys(str(client_id) for client_id in ids)
    await write(effects.each_after_commit, handle, subjects)
    async with locked("clients", ids[0]):
        await asyncio.to_thread(sweep)
    phones = await read(lambda: [Client.objects.get(id=client_id).phone for client_id in ids])
    states = await read(
        lambda: [
            effects_of(handle).filter(subject=client_id).values_list("tries", "error").get() for client_id in subjects
        ]
    )
    assert phones == (["", "done"] if HAS_ROW_LOCKS else ["done", "done"])
    assert [(tries, bool(error)) for tries, error in states] == [(1, HAS_ROW_LOCKS), (1, False)]


def sweep() -> None:
    """Run the due effects in the calling thread."""
    try:
        effects.sweep()
    finally:
        connection.close()


async def test_many_rows_are_locked_in_one_order(portal: Portal) -> None:
    """Two transactions that lock the same rows in different orders may deadlock."""
    first, second = sorted((portal.clients["maya"], portal.clients["otto"]))
    ids = [UUID(int=n) for n in range(BATCH_SIZE + 1)]
    in_order = [ids[-1], *ids[:-1]]

    def notice(notice_id: UUID) -> Notice:
        client_id = first if notice_id == ids[-1] else second
        return Notice(id=notice_id, user_id=portal.users["ana"].id, client_id=client_id, tag=str(notice_id))

    def lock_each() -> list[UUID]:
        try:
            with transaction.atomic():
                return list(changes.locked_each(Notice, ids))
        finally:
            connection.close()

    await write(lambda: changes.ensure_each([notice(notice_id) for notice_id in ids]))
    async with locked("notices", in_order[0]) as holder:
        locking = asyncio.create_task(asyncio.to_thread(lock_each))
        await asyncio.to_thread(holder.wait_until_blocked)
        await asyncio.to_thread(holder.lock, "notices", in_order[1])
    assert await locking == in_order
