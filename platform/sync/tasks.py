"""The jobs of the sync engine. Huey only wakes the process; the `effects` table stores the work."""

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, db_task, on_startup
from redis.exceptions import RedisError

from core.clock import now
from sync import heartbeats
from sync.effects import effects
from sync.effects.sweeper import DATABASE, EVERY_S, WorkerThread, once, sweeper, working_jobs
from sync.hub.outage import JOBS_OUTAGE
from sync.log import retention
from sync.writes.db_executor import write_now


def prune(day: str) -> None:
    """Prune the log; requested once a day."""
    retention.prune()


def request_pruning() -> None:
    """Request the day's pruning. Every process does so hourly; the effect is unique per day, so it runs once."""
    write_now(effects.after_commit, prune, now().date().isoformat())


db_periodic_task(crontab(minute="0"))(request_pruning)


@once
def start_sweeping() -> None:
    """Start the sweeper of this process. Every Huey worker calls this as it starts; only the first call acts."""
    sweeper().start()


on_startup()(start_sweeping)


def beat() -> None:
    """Record which jobs of this process make progress."""
    write_now(heartbeats.beat, working_jobs())
    DATABASE.report_success()


@once
def start_heartbeat() -> None:
    """Start the heartbeat of this process, which shows operators that its jobs run."""
    WorkerThread("heartbeat", beat, EVERY_S, job=None).start()


on_startup()(start_heartbeat)


def sweep_soon() -> None:
    """Sweep in the worker, at the request of a web process that runs no jobs."""
    effects.sweep()
    effects.wake()  # the other queues have threads of their own


sweep_in_worker = db_task()(sweep_soon)


def wake_once() -> None:
    """Request a sweep in the worker; without Redis, the worker sweeps by itself every 10 s."""
    try:
        sweep_in_worker()
    except RedisError as error:
        JOBS_OUTAGE.report_failure(error)
    else:
        JOBS_OUTAGE.report_success()


def wake_the_worker() -> None:
    """In a web process that runs no jobs: wake the worker when an effect is requested."""
    WorkerThread("effects-waker", wake_once, None, job=None).start()
