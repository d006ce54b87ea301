"""Runs services and queries of all endpoints in its own threads, each with a persistent database connection.

Under ASGI Django would open a thread and a connection for each synchronous request (168 writes/s measured).
SQLite has one writer at a time anyway, and its busy handler waits unfairly (p99 654 ms with several threads,
17-31 ms with one).
"""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar
from typing import Concatenate, ParamSpec, TypeVar, cast
from uuid import UUID

from django.db import OperationalError, close_old_connections, connection

from core import spans
from core.actor import Actor
from core.errors import NotSignedIn
from sync import ports
from sync.writes import deadlines
from sync.writes.concurrency_limit import ConcurrencyLimit
from sync.writes.deadlines import Deadline, DeadlineExceeded, limit_persistent_connection
from sync.writes.exclusive_lock import exclusive_lock, key_of
from sync.writes.group_commit import GroupCommit
from sync.writes.queued_write import Work

P = ParamSpec("P")
R = TypeVar("R")

READERS, SEARCHERS, EXPORTERS, HOLDERS = 4, 2, 2, 4
WRITERS = 2
# Of one process: each thread opens its connection at first use. A writer has a second thread for locked rows.
CONNECTIONS_MAX = 2 * WRITERS + READERS + SEARCHERS + EXPORTERS + HOLDERS

_writer = GroupCommit("db-write")
# With row locks (PostgreSQL) jobs have their own writer: notifying ten users of ten messages takes 30 ms, which
# raised the p99 of message delivery to 60 ms.
_jobs_writer = GroupCommit("db-write-jobs")
_readers = ThreadPoolExecutor(READERS, "db-read")
_searchers = ThreadPoolExecutor(SEARCHERS, "db-search")
_exporters = ThreadPoolExecutor(EXPORTERS, "db-export")
_holders = ThreadPoolExecutor(HOLDERS, "db-hold")  # each holds a lock that outlasts a transaction
# One reader is always left for other users.
_read_limit = ConcurrencyLimit(at_once=READERS - 1, waiting=1000)
_search_limit = ConcurrencyLimit(at_once=1, waiting=3)
_export_limit = ConcurrencyLimit(at_once=1, waiting=3)
_user_hold_limit = ConcurrencyLimit(at_once=HOLDERS // 2, waiting=100)
_row_hold_limit = ConcurrencyLimit(at_once=1, waiting=100)
_waits_for_rows = ContextVar("waits_for_rows", default=True)


async def write(service: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run `service` in a transaction in the writer thread, and return its result after the commit.

    If `actor` is given, raises NotSignedIn unless the session is still valid. An error of the service is raised
    here, after its writes are rolled back. It may run twice (sync.writes.group_commit), so all its effects must be in
    the transaction. If `client_id` is given, it may lock only rows of that client; with row locks, only such calls
    share a transaction. Raises OperationalError if a row stays locked for 20 s (sync.writes.blocked_writes).
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[R] = loop.create_future()
    with _step("write", service):
        _writer.put(Work(service, args, kwargs, future, loop))
        return await future


async def read(query: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run `query` in a reader thread. If `actor` is given, raises NotSignedIn unless the session is still valid.

    Raises OperationalError when a read takes longer than ten seconds.
    """
    actor = kwargs.get("actor")
    with _step("read", query):
        if not isinstance(actor, Actor):
            return await _in_thread(_readers, lambda: _limited_read(query, *args, **kwargs))
        return await _in_turn(_readers, lambda: _limited_read(query, *args, **kwargs), (_read_limit, actor.id))


async def search(query: Callable[Concatenate[Deadline, P], R], seconds: float, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a query that takes a Deadline as its first argument, and returns what it has when the deadline is over.

    The deadline is over after `seconds`, or when the caller is cancelled. Searches have their own threads, and run one
    at a time for each user. Raises NotSignedIn, TooManyAtOnce.
    """
    actor, deadline = cast(Actor, kwargs["actor"]), Deadline(seconds)
    try:
        return await _in_turn(
            _searchers, lambda: _checked(query, deadline.start(), *args, **kwargs), (_search_limit, actor.id)
        )
    except asyncio.CancelledError:
        deadline.cancel()
        raise


async def read_export_step(step: Callable[[], R], *, user_id: UUID, is_first: bool) -> R:
    """Run the next step of a user's long read, with at most a small query, in threads that no other read uses.

    One step at a time for each user. Only the first step of a read raises TooManyAtOnce: a later one would cut a
    response that has begun.
    """
    return await _in_turn(_exporters, lambda: _limited_read(step), (_export_limit, user_id), is_continued=not is_first)


async def one_at_a_time(work: Callable[[], R], *, actor: Actor, row_id: UUID) -> R:
    """Run blocking `work` in a thread, one at a time for each row across all processes. Raises TooManyAtOnce."""

    def run() -> R:
        close_old_connections()
        with exclusive_lock(key_of(row_id)):
            return work()

    # Work that waits for its turn in this process takes no thread.
    return await _in_turn(_holders, run, (_user_hold_limit, actor.id), (_row_hold_limit, row_id))


def _step(kind: str, function: Callable[..., object]) -> AbstractContextManager[object]:
    """The span of a read or a write, with the name of its function."""
    if spans.recorder is None:
        return spans.OFF
    return spans.step(f"{kind} {function.__module__}.{function.__qualname__}")


async def _in_turn(
    threads: ThreadPoolExecutor,
    work: Callable[[], R],
    *limits: tuple[ConcurrencyLimit, UUID],
    is_continued: bool = False,
) -> R:
    """Run `work` in a thread, after it has got a turn from each of `limits`. Raises TooManyAtOnce.

    The turns end with the work, not with the caller: a cancelled caller leaves its thread busy.
    """
    loop = asyncio.get_running_loop()
    with ExitStack() as taken:
        for limit, key in limits:
            taken.callback(await limit.take(key, is_continued=is_continued))
        running = threads.submit(work)
        end = taken.pop_all().close
    running.add_done_callback(lambda _: _call_in_loop(loop, end))
    return await asyncio.wrap_future(running)


def _call_in_loop(loop: asyncio.AbstractEventLoop, work: Callable[[], None]) -> None:
    """Call `work` in the event loop, or here if the loop is closed."""
    try:
        loop.call_soon_threadsafe(work)
    except RuntimeError:
        work()


async def _in_thread(threads: ThreadPoolExecutor, work: Callable[[], R]) -> R:
    return await asyncio.get_running_loop().run_in_executor(threads, work)


def write_now(service: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """`write` for threads without an event loop (jobs, commands)."""
    future: Future[R] = Future()
    writer = _jobs_writer if connection.features.has_select_for_update else _writer
    with _step("write", service):
        writer.put(Work(service, args, kwargs, future, None, waits=_waits_for_rows.get()))
        return future.result()


@contextmanager
def no_waiting_for_rows() -> Iterator[None]:
    """Inside, `write_now` does not retry a locked row but raises OperationalError after 0.3 s."""
    before = _waits_for_rows.set(False)
    try:
        yield
    finally:
        _waits_for_rows.reset(before)


def _checked(query: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    close_old_connections()
    actor = kwargs.get("actor")
    if isinstance(actor, Actor) and not ports.session_is_live.call(actor):
        raise NotSignedIn
    return query(*args, **kwargs)


def _limited_read(query: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    close_old_connections()
    if connection.vendor == "postgresql":
        limit_persistent_connection(deadlines.DEFAULT_STATEMENT_TIMEOUT_S)
        return _checked(query, *args, **kwargs)
    try:
        with Deadline(deadlines.DEFAULT_STATEMENT_TIMEOUT_S).start().ends_statements():
            return _checked(query, *args, **kwargs)
    except DeadlineExceeded as error:
        raise OperationalError("a read took too long") from error


def close_connections() -> None:
    """Close the connection of every database thread once it is idle, so that a test run can change the store."""
    _writer.close()
    _jobs_writer.close()
    pools = ((_readers, READERS), (_searchers, SEARCHERS), (_exporters, EXPORTERS), (_holders, HOLDERS))
    for threads, count in pools:
        together = threading.Barrier(count)  # so that each thread takes one of the jobs
        for future in [threads.submit(_close, together) for _ in range(count)]:
            future.result()


def _close(together: threading.Barrier) -> None:
    together.wait()
    connection.close()
