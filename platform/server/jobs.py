"""The job queue: Huey on its own SQLite file with threads in the server process, or on Redis."""

from typing import Any

from huey import Huey, RedisHuey, SqliteHuey

from environment.environment import Environment

WORKERS = 2
# Polling intervals in seconds; Huey's defaults back off to one poll every 10 s.
POLLING = {"initial_delay": 0.05, "max_delay": 0.5}


def make_queue(env: Environment) -> Huey:
    """The queue. It has its own SQLite file, so that it and the product never wait for each other's locks."""
    if env.redis_url is not None:
        return RedisHuey("pulseboard", url=env.redis_url)
    return SqliteHuey("pulseboard", filename=str(env.data_dir / "jobs.sqlite3"))


class Worker:
    """Huey's consumer; the sweeper of effects starts with it (sync.tasks)."""

    def __init__(self) -> None:
        from django.utils.module_loading import autodiscover_modules
        from huey.contrib.djhuey import HUEY

        autodiscover_modules("tasks")
        self._consumer: Any = HUEY.create_consumer(workers=WORKERS, worker_type="thread", periodic=True, **POLLING)

    def run(self) -> None:
        """Run until a signal. SIGINT finishes current jobs; SIGTERM does not: their effects rerun after the lease."""
        self._consumer.run()

    def start(self) -> None:
        """Run in threads; the caller handles SIGTERM and SIGINT."""
        self._consumer._set_signal_handlers = lambda: None
        self._consumer.start()

    def check(self) -> None:
        """Restart dead worker threads, because Huey does this only in its own run loop."""
        self._consumer.check_worker_health()

    def stop(self) -> None:
        self._consumer.stop(graceful=True)
