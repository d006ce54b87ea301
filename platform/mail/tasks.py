"""Background jobs of the mail app: the daily pruning."""

from huey import crontab
from huey.contrib.djhuey import db_periodic_task

from core.clock import now
from mail import services
from sync.effects import effects
from sync.writes.db_executor import write_now


def prune(day: str) -> None:
    """Delete old mails. Runs once a day."""
    write_now(services.prune)


def schedule_pruning() -> None:
    """Runs hourly in every process. The effect is unique per day, so the pruning runs once a day."""
    write_now(effects.after_commit, prune, now().date().isoformat())


db_periodic_task(crontab(minute="10"))(schedule_pruning)
