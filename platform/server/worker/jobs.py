"""The job queue: Huey on its own SQLite file with threads in the server process, or on Redis."""

import logging
import signal
from typing import Any

from huey import Huey, MemoryHuey, RedisHuey, SqliteHuey
from redis.exceptions import RedisError

from environment.environment import Environment
from sync.hub.outage import JOBS_OUTAGE

WORKERS = 2
# How long a stopping process waits for its running effects. Service managers kill a server after 20 s and a worker after
# 60 s.
SERVER_STOP_TIMEOUT_S, WORKER_STOP_TIMEOUT_S = 5.0, 50.0
# Polling intervals in seconds; Huey's defaults back off to one poll every 10 s.
POLLING = {"initial_delay": 0.05, "max_delay": 0.5}


class OutageReportingHuey(RedisHuey):
    """Reports each successful read of the queue, which ends an outage."""

    def dequeue(self) -> Any:
        task = super().dequeue()
        JOBS_OUTAGE.report_success()
        return task


class QueueErrorFilter(logging.Filter):
    """Filters Huey's own loggers, which write two tracebacks a second for each thread while Redis fails."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, RedisError):
            return True
        JOBS_OUTAGE.report_failure(error)
        return False


def make_queue(env: Environment) -> Huey:
    """The queue. It has its own SQLite file, so that it and the product never wait for each other's locks."""
    if env.redis_url is not None:
        return OutageReportingHuey("pulseboard", url=env.redis_url)
    if not env.data_dir.is_dir():
        return MemoryHuey("pulseboard")  # a management command creates no folder and queues no job
    return SqliteHuey("pulseboard", filename=str(env.data_dir / "jobs.sqlite3"))


class Worker:
    """Huey's consumer. It also starts the threads of all effects, except those of scans if `scans` is False."""

    def __init__(self, *, scans: bool = True) -> None:
        from django.utils.module_loading import autodiscover_modules
        from huey.contrib.djhuey import HUEY

        from performance.tasks import start_scanning

        autodiscover_modules("tasks")
        if not scans:
            HUEY.unregister_on_startup(start_scanning)
        self._consumer: Any = HUEY.create_consumer(workers=WORKERS, worker_type="thread", periodic=True, **POLLING)

    def run(self) -> None:
        """Run until a signal. SIGINT lets Huey finish its task. Effects have WORKER_STOP_TIMEOUT_S to finish."""
        try:
            self._consumer.run()
        finally:
            end_effects(WORKER_STOP_TIMEOUT_S)

    def start(self) -> None:
        """Run in threads; the caller handles SIGTERM and SIGINT."""
        self._consumer._set_signal_handlers = lambda: None
        self._consumer.start()

    def check(self) -> None:
        """Restart dead worker threads, because Huey does this only in its own run loop."""
        self._consumer.check_worker_health()

    def stop(self) -> None:
        end_effects(SERVER_STOP_TIMEOUT_S)
        self._consumer.stop(graceful=True)


def run_scans_alone() -> None:
    """Run the scans until SIGINT or SIGTERM, without Huey. A scan has WORKER_STOP_TIMEOUT_S to finish."""
    from performance.tasks import start_scanning
    from sync.tasks import start_heartbeat

    signals = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # before the threads start, because they inherit the mask
    start_scanning()
    start_heartbeat()
    signal.sigwait(signals)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)  # a second signal ends the process at once
    end_effects(WORKER_STOP_TIMEOUT_S)


def end_effects(timeout_s: float) -> None:
    """Wait for the running effects before this process ends, for at most `timeout_s`."""
    from sync.effects import sweeper  # needs Django's apps, and the settings import this module

    sweeper.stop(timeout_s=timeout_s)
