"""A thread that does due effects every 10 s, whatever became of Huey's wake-up."""

import logging
import threading

from sync import effects

EVERY_S = 10.0

log = logging.getLogger(__name__)


class Sweeper:
    """Start one per process that does jobs; `stop` waits for the effect in hand."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="effects-sweeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                effects.sweep()
            except Exception:
                log.exception("sweeping effects failed; it is tried again")
            self._stopping.wait(EVERY_S)
