"""Threads that see to due effects: at once if told, and every 10 s whatever became of the telling."""

import logging
import threading
from collections.abc import Callable
from functools import partial, wraps

from sync.effects import effects
from sync.effects.effects import QUICK, Queue

EVERY_S = 10.0

log = logging.getLogger(__name__)


class Attendant:
    """Acts when told that something is asked for of its queues, or of any if it names none, and each `every_s` seconds.

    It may end with the process.
    """

    def __init__(self, name: str, act: Callable[[], object], every_s: float | None, *queues: Queue) -> None:
        self._name, self._act, self._every_s, self._queues = name, act, every_s, queues
        self._told = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._run, name=self._name, daemon=True).start()
        effects.wakes(self._told.set, *self._queues)

    def _run(self) -> None:
        while True:
            self._told.clear()
            try:
                self._act()
            except Exception:
                log.exception("%s failed; it is tried again", self._name)
            self._told.wait(self._every_s)


def once(start: Callable[[], None]) -> Callable[[], None]:
    """Have `start` run a single time in this process, whoever calls it at the same moment: `functools.cache` lets all in."""
    free = threading.Lock()  # taken for good

    @wraps(start)  # Huey knows what it calls at a start by its name
    def starts_once() -> None:
        if free.acquire(blocking=False):
            start()

    return starts_once


def sweeper(queue: Queue = QUICK) -> Attendant:
    """Start one per process that does jobs, and queue: an effect in hand keeps its lease when it ends."""
    return Attendant(f"effects-{queue.name}", partial(effects.sweep, queue), EVERY_S, queue)
