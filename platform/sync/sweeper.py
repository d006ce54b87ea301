"""A thread that does due effects every 10 s, whatever became of Huey's wake-up."""

import logging
import threading

from sync import effects

EVERY_S = 10.0

log = logging.getLogger(__name__)


class Sweeper:
    """Start one per process that does jobs. It may end with the process: an effect in hand keeps its lease."""

    def start(self) -> None:
        threading.Thread(target=self._run, name="effects-sweeper", daemon=True).start()

    def _run(self) -> None:
        pause = threading.Event()
        while True:
            try:
                effects.sweep()
            except Exception:
                log.exception("sweeping effects failed; it is tried again")
            pause.wait(EVERY_S)
