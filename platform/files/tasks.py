"""The job of the files room: what nobody finished, and what no row keeps, goes once an hour."""

from datetime import timedelta

from huey import crontab
from huey.contrib.djhuey import db_periodic_task

from core.clock import now
from files import flows
from sync import effects
from sync.seam import write_now

SWEEP = "files.sweep"
HOUR = "%Y-%m-%dT%H"
KEPT_FOR = timedelta(days=1)


@effects.handles(SWEEP)
def sweep(hour: str) -> None:
    while flows.sweep():
        pass
    write_now(effects.forget_done, kind=SWEEP, before=now() - KEPT_FOR)


def ask_for_sweep() -> None:
    """Ticks hourly in every process; the effect is unique by hour, so one of them sweeps."""
    write_now(effects.after_commit, kind=SWEEP, subject=now().strftime(HOUR))


db_periodic_task(crontab(minute="50"))(ask_for_sweep)
