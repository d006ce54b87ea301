"""The jobs of the sync engine. Huey is only the wake-up; the `effects` table is what remembers."""

from functools import cache

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from core.clock import now
from sync import effects, retention
from sync.seam import write_now
from sync.sweeper import Sweeper


@effects.handles("sync.prune")
def prune(day: str) -> None:
    """Prune the log; asked for once a day."""
    retention.prune()


def ask_for_pruning() -> None:
    """Ticks hourly in every process; the effect is unique by day, so one of them prunes once."""
    write_now(effects.after_commit, kind="sync.prune", subject=now().date().isoformat())


db_periodic_task(crontab(minute="0"))(ask_for_pruning)


@cache
def sweep_here() -> None:
    """Huey's workers all call this as they start; one sweeper per process is enough."""
    Sweeper().start()


on_startup()(sweep_here)
