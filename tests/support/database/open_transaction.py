"""Holds a transaction open, so that a test can run others before its commit."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from django.db import connection, transaction

GRACE_S = 1.0  # how long a test waits for a transaction that must not end


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
