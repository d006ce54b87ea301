"""The one way from a door to the database: services and queries run in threads of ours with kept connections.

Under ASGI Django would open a thread and a connection for each synchronous request (168 writes/s measured);
SQLite has one writer at a time anyway, and its busy handler waits unfairly (p99 654 ms with several threads,
17-31 ms with one).
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from django.db import close_old_connections, connection, transaction

from core.errors import NotSignedIn
from core.person import Person
from sync import ports

P = ParamSpec("P")
R = TypeVar("R")

READERS = 4
WRITERS_POSTGRESQL = 4


def _writer_count() -> int:
    return 1 if connection.vendor == "sqlite" else WRITERS_POSTGRESQL


_writers = ThreadPoolExecutor(_writer_count(), "db-write")
_readers = ThreadPoolExecutor(READERS, "db-read")


async def write(service: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run `service` in one transaction in the writer thread. With `actor=` the session is checked first.

    Raises NotSignedIn, and whatever the service raises, after rolling back.
    """
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_writers, lambda: _in_transaction(service, *args, **kwargs))


async def read(query: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run `query` in a reader thread. With `actor=` the session is checked first. Raises NotSignedIn."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_readers, lambda: _checked(query, *args, **kwargs))


def write_now(service: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """`write` for threads without an event loop (jobs, commands)."""
    return _writers.submit(lambda: _in_transaction(service, *args, **kwargs)).result()


def _in_transaction(service: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    close_old_connections()
    with transaction.atomic():
        _check_session(kwargs.get("actor"))
        return service(*args, **kwargs)


def _checked(query: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    close_old_connections()
    _check_session(kwargs.get("actor"))
    return query(*args, **kwargs)


def _check_session(actor: Any) -> None:
    if isinstance(actor, Person) and not ports.session_is_live.ask(actor):
        raise NotSignedIn


def close_connections() -> None:
    """Close the kept connection of every database thread, once it is idle: between two stores of a test run."""
    for pool, count in ((_writers, _writer_count()), (_readers, READERS)):
        together = threading.Barrier(count)  # each thread takes one
        for future in [pool.submit(_close, together) for _ in range(count)]:
            future.result()


def _close(together: threading.Barrier) -> None:
    together.wait()
    connection.close()
