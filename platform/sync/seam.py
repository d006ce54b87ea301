"""The one way from a door to the database: services and queries run in threads of ours with kept connections.

Under ASGI Django would open a thread and a connection for each synchronous request (168 writes/s measured);
SQLite has one writer at a time anyway, and its busy handler waits unfairly (p99 654 ms with several threads,
17-31 ms with one).
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connection

from core.errors import NotSignedIn
from core.person import Person
from sync import ports
from sync.group_commit import GroupCommit
from sync.work import Work

P = ParamSpec("P")
R = TypeVar("R")

READERS = 4

_writer = GroupCommit("db-write")
# Where rows have locks jobs have a writer of their own: to tell ten people of ten messages takes 30 ms, and every hundredth
# message that was written meanwhile was delivered after 60.
_jobs_writer = GroupCommit("db-write-jobs")
_readers = ThreadPoolExecutor(READERS, "db-read")


async def write(service: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run `service` in a transaction in the writer thread. With `actor=` the session stands, or nothing happens.

    Answers after the commit. Raises NotSignedIn, and whatever the service raises, after taking back what it wrote.
    It may run twice (sync.group_commit): all that it does is in the transaction. `client_id=` says besides that it
    locks rows of that client alone; only then it shares a transaction where rows have locks.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[R] = loop.create_future()
    _writer.put(Work(service, args, kwargs, future, loop))
    return await future


async def read(query: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run `query` in a reader thread. With `actor=` the session is checked first. Raises NotSignedIn."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_readers, lambda: _checked(query, *args, **kwargs))


def write_now(service: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """`write` for threads without an event loop (jobs, commands)."""
    future: Future[R] = Future()
    writer = _jobs_writer if connection.features.has_select_for_update else _writer
    writer.put(Work(service, args, kwargs, future, None))
    return future.result()


def _checked(query: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    close_old_connections()
    actor = kwargs.get("actor")
    if isinstance(actor, Person) and not ports.session_is_live.ask(actor):
        raise NotSignedIn
    return query(*args, **kwargs)


def close_connections() -> None:
    """Close the kept connection of every database thread, once it is idle: between two stores of a test run."""
    _writer.close()
    _jobs_writer.close()
    together = threading.Barrier(READERS)  # each thread takes one
    for future in [_readers.submit(_close, together) for _ in range(READERS)]:
        future.result()


def _close(together: threading.Barrier) -> None:
    together.wait()
    connection.close()
