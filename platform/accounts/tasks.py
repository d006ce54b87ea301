"""Background jobs of the sign-in service: the daily pruning of expired rows, and the thread that erases users."""

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from accounts import services
from core.clock import now
from sync.effects import effects
from sync.effects.sweeper import once, sweeper
from sync.writes.db_executor import write_now


def prune(day: str) -> None:
    """Delete expired rows, and end unused and old sessions. Runs once a day."""
    write_now(services.prune)
    while write_now(services.end_old_batch):
        pass


@once
def start_erasures() -> None:
    """Start the erasure thread. Every Huey worker calls this, but `once` starts only one thread per process."""
    sweeper(services.ERASURES).start()


on_startup()(start_erasures)


def schedule_pruning() -> None:
    """Runs hourly in every process. The effect is unique per day, so the pruning runs once a day."""
    write_now(effects.after_commit, prune, now().date().isoformat())


db_periodic_task(crontab(minute="20"))(schedule_pruning)
