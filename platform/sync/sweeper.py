"""Threads that see to due effects: at once if told, and every 10 s whatever became of the telling."""

import logging
import threading
from collections.abc import Callable

from sync import effects

EVERY_S = 10.0

log = logging.getLogger(__name__)


class Attendant:
    """Acts when told, and without being told each `every_s` seconds. It may end with the process."""

    def __init__(self, name: str, act: Callable[[], object], every_s: float | None) -> None:
        self._name, self._act, self._every_s = name, act, every_s
        self._told = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._run, name=self._name, daemon=True).start()
        effects.wakes(self._told.set)

    def _run(self) -> None:
        while True:
            self._told.clear()
            try:
                self._act()
            except Exception:
                log.exception("%s failed; it is tried again", self._name)
            self._told.wait(self._every_s)


def sweeper() -> Attendant:
    """Start one per process that does jobs: an effect in hand keeps its lease when it ends."""
    return Attendant("effects-sweeper", effects.sweep, EVERY_S)
