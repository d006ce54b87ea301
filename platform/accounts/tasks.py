"""The jobs of the sign-in service: what nobody can use any more goes, once a day; and who wants to be erased, at once."""

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

# Others have to be told, who may be slow; and whoever has written a lot is not gone in a moment.
ERASURES = Queue("erasures", timedelta(minutes=15))


@effects.handles("accounts.prune")
def prune(day: str) -> None:
    write_now(services.prune)


@effects.handles(services.ERASE, queue=ERASURES)
def erase(subject: str) -> None:
    """Others first, while there is still somebody to speak of; then row by row. Raises what keeps others from hearing."""
    user_id = UUID(subject)
    ports.personal.leave(user_id)
    while write_now(services.erase_some, user_id=user_id):
        pass


@once
def erase_here() -> None:
    """Huey's workers all call this as they start; one thread of erasures per process is enough."""
    sweeper(ERASURES).start()


on_startup()(erase_here)


def ask_for_pruning() -> None:
    """Ticks hourly in every process; the effect is unique by day, so one of them prunes once."""
    write_now(effects.after_commit, kind="accounts.prune", subject=now().date().isoformat())


db_periodic_task(crontab(minute="20"))(ask_for_pruning)
