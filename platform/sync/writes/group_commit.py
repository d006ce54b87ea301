"""Runs services in a thread with a persistent connection, and commits queued services together, as a group.

A commit costs as much as a service, and a switch between threads a tenth of that; a group pays for each once. A service
does not notice the group: its writes are rolled back if it raises, and its caller gets the result after the commit.

A group runs without savepoints. If a service raises, the group is rolled back and runs again with a savepoint for each
service, and the next group has savepoints at once. So a service may run twice: all it does must be in its transaction.

In a group without savepoints, queued calls of one service run as one call of its bulk version (`has_bulk_version`).

With row locks, a group holds the locks of all its services to its end, and so do the groups of other processes. If
two groups took the locks in the order of their calls, they would deadlock (with three processes and 30 writers half
of the groups did, and none made progress). So a group takes the locks in the order of the clients whose rows its
services lock. Calls without `client_id` run in their own transaction.

A group that takes long holds the locks of many rows. The other processes then time out, repeat their work and hold
locks meanwhile: a busy machine wrote 0.2 messages a second, because every group did so. So a group that takes too long
halves the size of the next one, and a quick full group doubles it.

A service that meets a locked row is retried in another thread (sync.writes.blocked_writes). Later services of the same
client wait behind it; if it names no client, later services of the same user do.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby
from queue import Empty, SimpleQueue
from typing import Any

from django.db import close_old_connections, connection, transaction

from core.errors import NotSignedIn
from sync import ports
from sync.errors import CommitFailed
from sync.writes.blocked_writes import BlockedWrites, has_state, is_locked, limit_lock_waits
from sync.writes.queued_write import Work, run_batch, span_of, split_into_batches

GROUP_MAX = 64  # services in one transaction
# With row locks, a longer group makes the next one smaller, because others give up waiting for its locks after 0.3 s.
HOLD_S = 0.15
ATTEMPTS_MAX = 4  # of a transaction that the store aborts because of a deadlock; a service may run twice anyway
DEADLOCK = "40P01"


class GroupCommit:
    """A writer thread, which starts with its first work."""

    def __init__(self, name: str) -> None:
        self._waiting: SimpleQueue[Work | threading.Event] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._starting = threading.Lock()
        self._expects_errors = False
        self._group_size = GROUP_MAX
        self._blocked_writes = BlockedWrites(f"{name}-locked", _run_alone, lambda work: _answer([work]))

    def put(self, work: Work | threading.Event) -> None:
        """Queue `work`, or the event of a `close`, behind everything that waits already."""
        if not self._thread.is_alive():
            with self._starting:
                if not self._thread.is_alive():
                    self._thread.start()
        self._waiting.put(work)

    def close(self) -> None:
        """Close the connection after all queued work is done; the next work opens another."""
        closing = threading.Event()
        self.put(closing)
        closing.wait()
        self._blocked_writes.close()

    def _serve(self) -> None:
        while True:
            works, closing = self._take()
            for group in _groups(works):
                # Checked for each group, because an earlier group may have met a locked row.
                pending = [work for work in group if not work.is_abandoned]
                free = [work for work in pending if not self._blocked_writes.queue_behind(work)]
                self._commit(free)
                _answer([work for work in free if not self._blocked_writes.queue_if_locked(work)])
            if closing is not None:
                connection.close()
                closing.set()

    def _take(self) -> tuple[list[Work], threading.Event | None]:
        """Wait for work, and return all that is queued, up to the group size; and the event of a `close` after it."""
        works: list[Work] = []
        item = self._waiting.get()
        with suppress(Empty):
            while isinstance(item, Work):
                works.append(item)
                if len(works) == self._group_size:
                    return works, None
                item = self._waiting.get_nowait()
            return works, item
        return works, None

    def _commit(self, works: Sequence[Work]) -> None:
        began = time.monotonic()
        self._run_group(works)
        if not connection.features.has_select_for_update:
            return
        is_long = time.monotonic() - began > HOLD_S
        # A long group of one service does not show that groups are too large.
        if is_long and len(works) > 1:
            self._group_size = len(works) // 2
        elif not is_long and len(works) == self._group_size:
            self._group_size = min(GROUP_MAX, 2 * self._group_size)

    def _run_group(self, works: Sequence[Work]) -> None:
        if len(works) < 2:
            _run_each(works, _run_alone)
        elif self._expects_errors or not _run_together(works):
            _run_in_savepoints(works)
            self._expects_errors = any(work.error is not None for work in works)


def _groups(works: Sequence[Work]) -> list[list[Work]]:
    """Split works into one group for each transaction. With row locks, a group is sorted by client."""
    groups: list[list[Work]] = []
    if not connection.features.has_select_for_update:
        for has_own_transaction, neighbours in groupby(works, key=lambda work: work.has_own_transaction):
            members = list(neighbours)
            groups += [[work] for work in members] if has_own_transaction else [members]
        return groups
    for has_client, neighbours in groupby(works, key=lambda work: work.client is not None):
        members = list(neighbours)
        groups += [sorted(members, key=lambda work: str(work.client))] if has_client else [[work] for work in members]
    return groups


def _run_alone(work: Work) -> None:
    for attempts_left in reversed(range(ATTEMPTS_MAX)):
        try:
            close_old_connections()
            limit_lock_waits()
            with span_of([work]), transaction.atomic():
                result = _run_checked(work)
                _raise_if_broken()
            work.result = result
        except BaseException as error:
            if attempts_left and _is_deadlock(error):
                continue
            work.error = error
        return


def _is_deadlock(error: BaseException | None) -> bool:
    """Whether the store aborted the transaction because of a deadlock. If so, its COMMIT had no effect."""
    return has_state(error, DEADLOCK)


def _run_each(works: Sequence[Work], do: Callable[[Work], None]) -> None:
    """Run the works one after the other. After a locked row, later works of the same `partition_key` get its error."""
    locked: dict[object, BaseException | None] = {}
    for work in works:
        work.result, work.error = None, locked.get(work.partition_key)
        if work.error is None:
            do(work)
        if is_locked(work.error):
            locked[work.partition_key] = work.error


def _run_together(works: Sequence[Work]) -> bool:
    """Run the works in one transaction. Returns False if it was rolled back, because one of them failed.

    An ended session never becomes valid again, so one query at the end shows that each was valid when its work ran.
    """

    def run() -> None:
        for batch in split_into_batches(works):
            run_batch(batch)
        actors = {work.actor for work in works if work.actor is not None}
        if actors and not ports.sessions_are_live.call(actors):
            raise NotSignedIn

    return _in_one_transaction(works, run)


def _run_in_savepoints(works: Sequence[Work]) -> None:
    def run() -> None:
        _run_each(works, _run_in_savepoint)

    if not _in_one_transaction(works, run):
        # The log or a deferred constraint rejected the whole group; each work runs alone, so that only the cause fails.
        _run_each(works, _run_alone)


def _in_one_transaction(works: Sequence[Work], run: Callable[[], None]) -> bool:
    """Call `run` in a transaction. Returns False if it was rolled back, so that the works may run again.

    Each work gets the error if the transaction could not begin, or if the commit failed and may have had an effect.
    """
    begun = False
    try:
        close_old_connections()
        limit_lock_waits()
        with span_of(works), transaction.atomic():
            begun = True
            run()
            _raise_if_broken()
    except BaseException as error:
        if begun and (not isinstance(error, CommitFailed) or _is_deadlock(error) or is_locked(error)):
            return False
        for work in works:
            work.error = error
    return True


def _run_in_savepoint(work: Work) -> None:
    try:
        with transaction.atomic():
            work.result = _run_checked(work)
            _raise_if_broken()
    except BaseException as error:
        if _is_deadlock(error):
            raise  # the group's own locks are part of the deadlock, so each work runs alone
        work.error = error


def _run_checked(work: Work) -> Any:
    if work.actor is not None and not ports.session_is_live.call(work.actor):
        raise NotSignedIn
    return work.run()


def _raise_if_broken() -> None:
    """Raise if a caught error has broken the transaction: Django would silently roll it back and report success."""
    if connection.needs_rollback or connection.closed_in_transaction:
        raise transaction.TransactionManagementError("an error that was caught inside has broken the transaction")


def _answer(works: Sequence[Work]) -> None:
    """Resolve all futures, with one call into each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Work]] = {}
    for work in works:
        if work.loop is None:
            work.answer()
        else:
            by_loop.setdefault(work.loop, []).append(work)
    for loop, answered in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed, so no caller waits any more
            loop.call_soon_threadsafe(_answer_each, answered)


def _answer_each(works: Sequence[Work]) -> None:
    for work in works:
        work.answer()
