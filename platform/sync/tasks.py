"""The jobs of the sync engine. Huey is only the wake-up; the `effects` table is what remembers."""

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, db_task, on_startup

from core.clock import now
from sync.effects import effects
from sync.effects.sweeper import Attendant, once, sweeper
from sync.log import retention
from sync.writes.db_executor import write_now


@effects.handles("sync.prune")
def prune(day: str) -> None:
    """Prune the log; asked for once a day."""
    retention.prune()


def ask_for_pruning() -> None:
    """Ticks hourly in every process; the effect is unique by day, so one of them prunes once."""
    write_now(effects.after_commit, kind="sync.prune", subject=now().date().isoformat())


db_periodic_task(crontab(minute="0"))(ask_for_pruning)


@once
def sweep_here() -> None:
    """Huey's workers all call this as they start; one sweeper per process is enough."""
    sweeper().start()


on_startup()(sweep_here)


def sweep_soon() -> None:
    """What a web process without jobs of its own asks the worker for."""
    effects.sweep()
    effects.wake()  # the other queues have threads of their own


ask_the_worker = db_task()(sweep_soon)


def wake_the_worker() -> None:
    """For a web process without jobs of its own: have the worker told of what is to be done at once."""
    Attendant("effects-waker", ask_the_worker, None).start()
