"""Busy rows and slow groups: every writer makes progress, and no work is wasted."""

import asyncio
import threading
from uuid import UUID

import pytest
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections

from core.ids import uuid7
from sync.writes.db_executor import write
from tests.support.database.group_commit import SOME_ID, one_group, stored_names, write_client, write_slowly
from tests.support.portal.agency import Portal
from tests.support.servers.crash_harness import eventually

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
HAS_ROW_LOCKS = connection.features.has_select_for_update
BLOCKED_LOCKS = "SELECT count(*) FROM pg_locks WHERE NOT granted"


class LockTimeout(Exception):
    """The driver's error for a lock timeout."""

    sqlstate = "55P03"


class AlternatingLocks:
    """Two threads that lock a row alternately, for half a second each. Does nothing on SQLite."""

    def __init__(self, table: str, row_id: UUID) -> None:
        self._row = f"SELECT 1 FROM {table} WHERE id = '{row_id}' FOR UPDATE"
        self._has_ended = threading.Event()
        self._threads = [threading.Thread(target=self._lock_repeatedly) for _ in range(2)]

    def begin(self) -> None:
        """Start both threads; return once one of them waits for the other."""
        if not HAS_ROW_LOCKS:
            self._threads = []
            return
        for thread in self._threads:
            thread.start()
        observer = connections.create_connection(DEFAULT_DB_ALIAS)
        with observer.cursor() as cursor:
            assert eventually(lambda: bool(cursor.execute(BLOCKED_LOCKS).fetchone()[0]))
        observer.close()

    def end(self) -> None:
        self._has_ended.set()
        for thread in self._threads:
            thread.join()

    def _lock_repeatedly(self) -> None:
        connected = connections.create_connection(DEFAULT_DB_ALIAS)
        connected.set_autocommit(False)
        with connected.cursor() as cursor:
            while not self._has_ended.is_set():
                cursor.execute(self._row)
                self._has_ended.wait(0.5)
                connected.rollback()
        connected.close()


async def test_a_write_that_waits_for_a_busy_row_gets_its_turn(portal: Portal) -> None:
    await portal.post("maya", "0")
    locks = AlternatingLocks("threads", portal.clients["maya"])
    await asyncio.to_thread(locks.begin)
    try:
        reply = await portal.as_("maya").post("/rest/v1/messages", json=portal.message("1"))
    finally:
        await asyncio.to_thread(locks.end)
    assert reply.status_code == 201


async def test_slow_groups_become_smaller(portal: Portal) -> None:
    """Groups shrink only on a store with row locks, because there other processes need the rows that a group locks."""

    for count in (16, 16, 3):
        async with one_group(is_first=False) as group:
            for number in range(count):
                group.submit(write_slowly, number=number, client_id=SOME_ID)
    sizes = [group.outcomes.count(one) for one in set(group.outcomes)]
    # A quick full group doubles the size of the next one.
    assert (max(sizes) <= 2) if HAS_ROW_LOCKS else (sizes == [3])


async def test_a_cancelled_write_is_not_started(portal: Portal) -> None:
    """A device that gave up retries with the same ids; its abandoned requests would only delay other writes."""
    async with one_group() as group:
        group.submit(write_client, name="1", client_id=SOME_ID)
        group.submit(write_client, name="gone", client_id=uuid7())
        group.submit(write_client, name="2", client_id=SOME_ID)
        await asyncio.sleep(0)
        group.tasks[1].cancel()
        await asyncio.wait([group.tasks[1]])
    assert [group.outcomes[0], group.outcomes[2]] == ["1", "2"]
    assert await stored_names() == (["1", "2"], ["1", "2"])


async def test_a_cancelled_write_that_waits_for_a_row_is_not_restarted(portal: Portal) -> None:
    started, may_end, client_id = list[str](), threading.Event(), uuid7()
    has_started = asyncio.Event()
    loop = asyncio.get_running_loop()

    def meet_locked_row(name: str, client_id: UUID) -> str:
        started.append(name)
        if name == "later":
            return name
        loop.call_soon_threadsafe(has_started.set)
        may_end.wait(20)
        raise OperationalError from LockTimeout()

    waiting = asyncio.create_task(write(meet_locked_row, name="given up", client_id=client_id))
    await has_started.wait()
    waiting.cancel()
    await asyncio.wait([waiting])
    may_end.set()
    assert await write(meet_locked_row, name="later", client_id=client_id) == "later"
    assert started == ["given up", "later"]
