"""The jobs of the sync engine. Huey is only the wake-up; the `effects` table is what remembers."""

from huey import crontab
from huey.contrib.djhuey import db_periodic_task

from core.clock import now
from sync import effects, retention
from sync.seam import write_now


@effects.handles("sync.prune")
def prune(day: str) -> None:
    """Prune the log; asked for once a day."""
    retention.prune()


def ask_for_pruning() -> None:
    """Ticks hourly in every process; the effect is unique by day, so one of them prunes once."""
    write_now(effects.after_commit, kind="sync.prune", subject=now().date().isoformat())


db_periodic_task(crontab(minute="0"))(ask_for_pruning)
