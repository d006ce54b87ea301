"""The jobs of the sign-in service: what nobody can use any more goes, once a day."""

from huey import crontab
from huey.contrib.djhuey import db_periodic_task

from accounts import services
from core.clock import now
from sync import effects
from sync.seam import write_now


@effects.handles("accounts.prune")
def prune(day: str) -> None:
    write_now(services.prune)


def ask_for_pruning() -> None:
    """Ticks hourly in every process; the effect is unique by day, so one of them prunes once."""
    write_now(effects.after_commit, kind="accounts.prune", subject=now().date().isoformat())


db_periodic_task(crontab(minute="20"))(ask_for_pruning)
