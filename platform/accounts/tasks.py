"""Background jobs of the sign-in service: the daily pruning of expired rows, and the erasure of users."""

from datetime import timedelta
from uuid import UUID

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from accounts import ports, services
from core.clock import now
from sync.effects import effects
from sync.effects.effects import Queue
from sync.effects.sweeper import once, sweeper
from sync.writes.db_executor import write_now

# The lease is long, because external services may be slow and a user may have many rows.
ERASURES = Queue("erasures", timedelta(minutes=15))


@effects.handles("accounts.prune")
def prune(day: str) -> None:
    write_now(services.prune)


@effects.handles(services.ERASE, queue=ERASURES)
def erase(subject: str) -> None:
    """Notify the external services while the user's rows still exist, then delete the rows in batches.

    Raises the error of a service that could not be notified; the effect is then tried again.
    """
    user_id = UUID(subject)
    ports.personal.notify_external(user_id)
    while write_now(services.erase_some, user_id=user_id):
        pass


@once
def start_erasures() -> None:
    """Start the erasure thread. Every Huey worker calls this at start; `once` starts one thread per process."""
    sweeper(ERASURES).start()


on_startup()(start_erasures)


def schedule_pruning() -> None:
    """Runs hourly in every process. The effect is unique per day, so the pruning runs once a day."""
    write_now(effects.after_commit, kind="accounts.prune", subject=now().date().isoformat())


db_periodic_task(crontab(minute="20"))(schedule_pruning)
