"""Background tasks of notifications: the push thread, the weekly emails, and the daily pruning."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from django.utils.timezone import get_default_timezone_name
from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from clients import queries as clients
from core.clock import now
from notifications.effects import delivery, pushes
from notifications.services import weekly_email
from notifications.week import week_due
from sync.effects import effects
from sync.effects.sweeper import WorkerThread, once
from sync.writes.db_executor import write_now

POLL_EVERY_S = 2.0
MAIL_BATCH_SIZE = 100  # clients per transaction
EFFECTS_RETENTION = timedelta(days=1)


def request_weekly_emails(week: str) -> None:
    """Request every client's weekly email as a separate effect, a batch of clients per transaction."""
    ids = clients.clients_with_weekly_email()
    for start in range(0, len(ids), MAIL_BATCH_SIZE):
        write_now(weekly_email.request, week=date.fromisoformat(week), client_ids=ids[start : start + MAIL_BATCH_SIZE])


def schedule_week() -> None:
    """Request the due emails. Runs in every process; the effect is unique by Monday, so it runs once."""
    week = week_due(now(), ZoneInfo(get_default_timezone_name()))
    if week is not None:
        write_now(effects.after_commit, request_weekly_emails, week.isoformat())


# Four times an hour, because Huey counts UTC minutes, and some time zones are off by a half or a quarter of an hour.
db_periodic_task(crontab(minute="1,16,31,46"))(schedule_week)


def prune(day: str) -> None:
    """Delete old notices and the completed effects of notices. Runs once a day."""
    while write_now(delivery.prune):
        pass
    for handler in (pushes.request_pushes, pushes.deliver, delivery.email_notices, delivery.check_unreached):
        write_now(effects.delete_done, handler, before=now() - EFFECTS_RETENTION)


def schedule_pruning() -> None:
    """Request the daily pruning. Runs hourly in every process; the effect is unique by day, so it runs once."""
    write_now(effects.after_commit, prune, now().date().isoformat())


db_periodic_task(crontab(minute="20"))(schedule_pruning)


def send_due_pushes() -> None:
    """Run the due effects of the pushes queue until none is left."""
    effects.sweep(pushes.PUSHES)


@once
def start_pushing() -> None:
    """Start the push thread. Every Huey worker calls this at start, but one thread per process is enough."""
    WorkerThread("pushes", send_due_pushes, POLL_EVERY_S, pushes.PUSHES).start()


on_startup()(start_pushing)
