"""Runs services in a thread with a kept connection; those that wait together are committed together.

A commit costs as much as a service, and a hand-over between threads a tenth of one; a group pays each once. For a
service it is as if it were alone: what it wrote is taken back if it refuses, and nobody is answered before the commit.

A group runs without savepoints first; if somebody refuses it is rolled back, and runs again with one for each. So a
service may run twice, and all that it does is in its transaction.

In a group without savepoints one call does several services of a kind, if there is one for that (sync.writes.queued_write).

Where rows have locks, a group holds those of all its services to its end, and so does that of every other process. Two
groups that took them as the services came would wait for each other in a circle (with three processes and 30 writers
every second group did, and nobody got on). So a group takes them in one order: by the client whose rows a service
locks. What says nothing of that is a transaction of its own.

A group that takes long holds the locks of many rows. The other processes time out, repeat their work and hold locks
meanwhile: a busy machine wrote 0.2 messages a second, because every group did so. So a group that takes too long halves
the size of the next one, and a quick full group doubles it.

Whoever meets a row that somebody else keeps locked waits for it beside the writer (sync.writes.blocked_writes), and later services
of the same client behind them; without a client, those of the same person.
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
from sync.writes.blocked_writes import LockedOut, has_state, is_locked, limit_lock_waits
from sync.writes.queued_write import Work, run_at_once, side_by_side

GROUP = 64  # services in one transaction, at most
# Where rows have locks a group that lasts longer makes the next ones smaller: who waits gives up after 0.3 s.
HOLD_S = 0.15
TRIES = 4  # of a transaction that the store ends to break a circle of locks; it may run twice anyway
DEADLOCK = "40P01"

Closing = threading.Event


class GroupCommit:
    """A writer: a thread that starts with its first work."""

    def __init__(self, name: str) -> None:
        self._waiting: SimpleQueue[Work | Closing] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._starting = threading.Lock()
        self._expects_refusals = False
        self._most = GROUP
        self._locked_out = LockedOut(f"{name}-locked", _alone, lambda work: _answer([work]))

    def put(self, work: Work | Closing) -> None:
        """Have `work` done after everything that waits already."""
        if not self._thread.is_alive():
            with self._starting:
                if not self._thread.is_alive():
                    self._thread.start()
        self._waiting.put(work)

    def close(self) -> None:
        """Close the kept connection once all that waits is done; the next work opens another."""
        closing = Closing()
        self.put(closing)
        closing.wait()
        self._locked_out.close()

    def _serve(self) -> None:
        while True:
            works, closing = self._take()
            for group in _groups(works):
                # Looked at here: one before it may have met a locked row.
                wanted = [work for work in group if not work.is_abandoned]
                free = [work for work in wanted if not self._locked_out.takes_behind(work)]
                self._commit(free)
                _answer([work for work in free if not self._locked_out.takes(work)])
            if closing is not None:
                connection.close()
                closing.set()

    def _take(self) -> tuple[list[Work], Closing | None]:
        """What waits, and at least one thing."""
        works: list[Work] = []
        item = self._waiting.get()
        with suppress(Empty):
            while isinstance(item, Work):
                works.append(item)
                if len(works) == self._most:
                    return works, None
                item = self._waiting.get_nowait()
            return works, item
        return works, None

    def _commit(self, works: Sequence[Work]) -> None:
        began = time.monotonic()
        self._try(works)
        if not connection.features.has_select_for_update:
            return
        is_long = time.monotonic() - began > HOLD_S
        # A long group of one service does not show that groups are too large.
        if is_long and len(works) > 1:
            self._most = len(works) // 2
        elif not is_long and len(works) == self._most:
            self._most = min(GROUP, 2 * self._most)

    def _try(self, works: Sequence[Work]) -> None:
        if len(works) < 2:
            _each(works, _alone)
        elif self._expects_refusals or not _together(works):
            _each_in_a_savepoint(works)
            self._expects_refusals = any(work.error is not None for work in works)


def _groups(works: Sequence[Work]) -> list[list[Work]]:
    """What is done in one transaction each, in its order: but for that of services which stand side by side and lock."""
    groups: list[list[Work]] = []
    if not connection.features.has_select_for_update:
        for is_alone, neighbours in groupby(works, key=lambda work: work.is_alone):
            some = list(neighbours)
            groups += [[work] for work in some] if is_alone else [some]
        return groups
    for is_told, neighbours in groupby(works, key=lambda work: work.client is not None):
        some = list(neighbours)
        groups += [sorted(some, key=lambda work: str(work.client))] if is_told else [[work] for work in some]
    return groups


def _alone(work: Work) -> None:
    for left in reversed(range(TRIES)):
        try:
            close_old_connections()
            limit_lock_waits()
            with transaction.atomic():
                result = _checked(work)
                _must_be_whole()
            work.result = result
        except BaseException as error:
            if left and _is_deadlock(error):
                continue
            work.error = error
        return


def _is_deadlock(error: BaseException | None) -> bool:
    """Whether the store has ended the transaction to break a circle; of a COMMIT too it is known that it did nothing."""
    return has_state(error, DEADLOCK)


def _each(works: Sequence[Work], do: Callable[[Work], None]) -> None:
    """One after the other; behind one that met a locked row those of its lane are not tried, and have its error."""
    locked: dict[object, BaseException | None] = {}
    for work in works:
        work.result, work.error = None, locked.get(work.lane)
        if work.error is None:
            do(work)
        if is_locked(work.error):
            locked[work.lane] = work.error


def _together(works: Sequence[Work]) -> bool:
    """Whether every work has its answer; if not, nothing has happened.

    A session that has ended stays so: if all live at the end, each did where its work stands, by one question.
    """

    def run() -> None:
        for some in side_by_side(works):
            run_at_once(some)
        actors = {work.actor for work in works if work.actor is not None}
        if actors and not ports.sessions_are_live.ask(actors):
            raise NotSignedIn

    return _committed(works, run)


def _each_in_a_savepoint(works: Sequence[Work]) -> None:
    def run() -> None:
        _each(works, _in_a_savepoint)

    if not _committed(works, run):
        # The log or a deferred constraint refuses the whole: only alone does it show whose fault it is.
        _each(works, _alone)


def _committed(works: Sequence[Work], run: Callable[[], None]) -> bool:
    begun = False
    try:
        close_old_connections()
        limit_lock_waits()
        with transaction.atomic():
            begun = True
            run()
            _must_be_whole()
    except BaseException as error:
        if begun and (not isinstance(error, CommitFailed) or _is_deadlock(error) or is_locked(error)):
            return False
        for work in works:
            work.error = error
    return True


def _in_a_savepoint(work: Work) -> None:
    try:
        with transaction.atomic():
            work.result = _checked(work)
            _must_be_whole()
    except BaseException as error:
        if _is_deadlock(error):
            raise  # the group's own locks are part of the circle: each is done alone
        work.error = error


def _checked(work: Work) -> Any:
    if work.actor is not None and not ports.session_is_live.ask(work.actor):
        raise NotSignedIn
    return work.run()


def _must_be_whole() -> None:
    """Django rolls back without a word what an error has broken that somebody caught; nobody may be told "done"."""
    if connection.needs_rollback or connection.closed_in_transaction:
        raise transaction.TransactionManagementError("an error that was caught inside has broken the transaction")


def _answer(works: Sequence[Work]) -> None:
    """Answer everybody: one hand-over for each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Work]] = {}
    for work in works:
        if work.loop is None:
            work.answer()
        else:
            by_loop.setdefault(work.loop, []).append(work)
    for loop, some in by_loop.items():
        with suppress(RuntimeError):  # a closed loop: nobody waits any more
            loop.call_soon_threadsafe(_answer_each, some)


def _answer_each(works: Sequence[Work]) -> None:
    for work in works:
        work.answer()
