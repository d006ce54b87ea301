"""Holds a transaction open, so that a test can run others before its commit."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from django.db import connection, transaction

from sync.sql import raw_sql
from sync.writes.db_executor import read

BLOCKED = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
GRACE_S = 1.0  # how long a test waits for a transaction that must not end
POLL_S, TIMEOUT_S = 0.02, 10


@asynccontextmanager
async def uncommitted(service: Callable[[], object]) -> AsyncIterator[None]:
    """Inside, `service` has run in a transaction that is committed after the block."""
    done, may_commit = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                service()
                done.set()
                may_commit.wait(20)
        finally:
            done.set()
            connection.close()

    transaction_task = asyncio.create_task(asyncio.to_thread(hold))
    await asyncio.to_thread(done.wait)
    try:
        yield
    finally:
        may_commit.set()
        await transaction_task


async def blocked_or_done(task: "asyncio.Task[Any]") -> None:
    """Return when a transaction waits for a lock, or `task` is done.

    SQLite has one writer at a time, so there `task` can do nothing before the open transaction ends: return at once.
    Raises TimeoutError after 10 s.
    """
    if not connection.features.has_select_for_update:
        return
    async with asyncio.timeout(TIMEOUT_S):
        while not task.done() and not await read(raw_sql.rows, BLOCKED, []):
            await asyncio.wait([task], timeout=POLL_S)
