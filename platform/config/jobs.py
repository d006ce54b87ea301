"""The job queue: Huey on a SQLite file of its own, with its threads inside the serving process."""

from pathlib import Path
from typing import Any

from huey import SqliteHuey

WORKERS = 2
# Huey's defaults back off to a look every 10 s.
LOOK = {"initial_delay": 0.05, "max_delay": 0.5}


def make_queue(data_dir: Path) -> SqliteHuey:
    """The queue; its file is apart from the product's so that they never wait for each other's locks."""
    return SqliteHuey("pulseboard", filename=str(data_dir / "jobs.sqlite3"))


class Worker:
    """Huey's consumer as threads of this process, and the sweeper of effects."""

    def __init__(self) -> None:
        from django.utils.module_loading import autodiscover_modules
        from huey.contrib.djhuey import HUEY

        from sync.sweeper import Sweeper

        autodiscover_modules("tasks")
        self._consumer: Any = HUEY.create_consumer(workers=WORKERS, worker_type="thread", periodic=True, **LOOK)
        # The reactor owns SIGTERM and SIGINT.
        self._consumer._set_signal_handlers = lambda: None
        self._sweeper = Sweeper()

    def start(self) -> None:
        self._consumer.start()
        self._sweeper.start()

    def check(self) -> None:
        """Restart dead worker threads; Huey does this only in its own run loop."""
        self._consumer.check_worker_health()

    def stop(self) -> None:
        self._consumer.stop(graceful=True)
        self._sweeper.stop()
