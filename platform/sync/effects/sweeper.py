"""Threads that run due effects: at once when woken, and every 10 s in case a wake-up is lost."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps

from django.db import InterfaceError, OperationalError

from core.outage import Outage
from sync.effects import effects, ending, progress
from sync.effects.reactions import QUICK, Queue

EVERY_S = 10.0
# The limit for a thread without queues, because it has no lease.
STUCK_AFTER = timedelta(minutes=15)

log = logging.getLogger(__name__)
# Without the database all threads fail, every half second. The heartbeat, which writes to the database, reports the end
# of the outage.
DATABASE = Outage(log, "jobs need the database, which fails", "jobs run again")
_started: list["WorkerThread"] = []


class WorkerThread:
    """A daemon thread that calls `act` when an effect of its queues is requested, and every `every_s` seconds.

    Without `queues`, an effect of any queue wakes it. `job` is the entry of sync.heartbeats.JOBS to which the thread
    belongs, or None.
    """

    def __init__(
        self, name: str, act: Callable[[], object], every_s: float | None, *queues: Queue, job: str | None = "other"
    ) -> None:
        self._name, self._act, self._every_s, self._queues, self.job = name, act, every_s, queues, job
        self._wake_event = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._is_acting = False
        self._stuck_after_s = max([queue.lease for queue in queues], default=STUCK_AFTER).total_seconds()

    def start(self) -> None:
        _started.append(self)
        self._thread.start()
        effects.register_waker(self._wake_event.set, *self._queues)

    def is_stuck(self) -> bool:
        """Whether the thread has ended, or works and has made no progress for longer than its lease."""
        if not self._thread.is_alive():
            return True
        return self._is_acting and progress.age(self._thread.ident or 0) > self._stuck_after_s

    def join(self, timeout_s: float) -> None:
        """Return when the thread has ended, or after `timeout_s`."""
        self._wake_event.set()
        self._thread.join(timeout_s)

    def _run(self) -> None:
        while True:
            self._wake_event.clear()
            if ending.has_begun():  # checked after the event is cleared, because `stop` sets the event last
                return
            progress.mark()
            self._is_acting = True
            try:
                self._act()
            except (OperationalError, InterfaceError) as error:
                DATABASE.report_failure(error)
            except Exception:
                if not ending.has_begun():
                    log.exception("%s failed; trying again", self._name)
            self._is_acting = False
            self._wake_event.wait(self._every_s)


def stop(*, timeout_s: float) -> None:
    """End this process's threads: they take no more effects, and have `timeout_s` to finish those that run.

    An effect that runs longer and then fails is due again at once. An effect that the end of the process cuts off stays
    leased until its lease expires.
    """
    ending.begin()
    end = time.monotonic() + timeout_s
    for thread in _started:
        thread.join(max(0.0, end - time.monotonic()))


def working_jobs() -> set[str]:
    """Those of sync.heartbeats.JOBS whose threads run in this process and make progress."""
    return _jobs_of(_started) - stuck_jobs()


def stuck_jobs() -> set[str]:
    """Those of sync.heartbeats.JOBS with a thread in this process that hangs."""
    return _jobs_of([thread for thread in _started if thread.is_stuck()])


def _jobs_of(threads: list[WorkerThread]) -> set[str]:
    return {thread.job for thread in threads if thread.job is not None}


def once(start: Callable[[], None]) -> Callable[[], None]:
    """Let `start` run once in this process. With `functools.cache`, each of several concurrent calls would run it."""
    first_call = threading.Lock()  # never released

    @wraps(start)  # Huey identifies its startup functions by name
    def starts_once() -> None:
        if first_call.acquire(blocking=False):
            start()

    return starts_once


def sweeper(queue: Queue = QUICK) -> WorkerThread:
    """A thread that runs the effects of one queue. Each process that runs jobs starts one for each queue.

    If the process ends while an effect runs, the effect stays leased until its lease expires.
    """
    return WorkerThread(f"effects-{queue.name}", partial(effects.sweep, queue), EVERY_S, queue)
