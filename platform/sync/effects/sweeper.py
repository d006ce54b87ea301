"""Threads that run due effects: at once when woken, and every 10 s in case a wake-up is lost."""

import logging
import threading
from collections.abc import Callable
from functools import partial, wraps

from sync.effects import effects
from sync.effects.reactions import QUICK, Queue

EVERY_S = 10.0

log = logging.getLogger(__name__)


class WorkerThread:
    """A daemon thread that calls `act` when an effect of its queues is requested, and every `every_s` seconds.

    Without queues it acts for any queue.
    """

    def __init__(self, name: str, act: Callable[[], object], every_s: float | None, *queues: Queue) -> None:
        self._name, self._act, self._every_s, self._queues = name, act, every_s, queues
        self._wake_event = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._run, name=self._name, daemon=True).start()
        effects.register_waker(self._wake_event.set, *self._queues)

    def _run(self) -> None:
        while True:
            self._wake_event.clear()
            try:
                self._act()
            except Exception:
                log.exception("%s failed; trying again", self._name)
            self._wake_event.wait(self._every_s)


def once(start: Callable[[], None]) -> Callable[[], None]:
    """Let `start` run once in this process. With `functools.cache`, each of several concurrent calls would run it."""
    free = threading.Lock()  # never released

    @wraps(start)  # Huey identifies its startup functions by name
    def starts_once() -> None:
        if free.acquire(blocking=False):
            start()

    return starts_once


def sweeper(queue: Queue = QUICK) -> WorkerThread:
    """A thread that runs the effects of one queue. Each process that runs jobs starts one for each queue.

    If the process ends while an effect runs, the effect stays leased until its lease expires.
    """
    return WorkerThread(f"effects-{queue.name}", partial(effects.sweep, queue), EVERY_S, queue)
