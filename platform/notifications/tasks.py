"""The jobs of notifications: pushes in a thread of their own, emails, unreached marks, and the weekly email."""

from collections.abc import Sequence
from datetime import date, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.timezone import get_default_timezone_name
from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from core.clock import now
from notifications import delivery, push_service, services, weekly_email
from notifications.delivery import PushTarget
from notifications.errors import PushRejected, SubscriptionExpired
from notifications.week import week_due
from sync.effects import effects
from sync.effects.effects import Queue
from sync.effects.sweeper import WorkerThread, once
from sync.writes.db_executor import write_now

# Pushes have their own queue, so that a slow push service delays nothing else. It is polled often, because users wait.
PUSHES = Queue("pushes", timedelta(minutes=1))
POLL_EVERY_S = 2.0
PUSH_BATCH_SIZE = 25  # notices per transaction, so that other writers wait for 10 ms at most
EFFECTS_RETENTION = timedelta(days=1)


@effects.handles_in_transaction(services.PUSH, at_a_time=PUSH_BATCH_SIZE, queue=PUSHES)
def push(subjects: Sequence[str]) -> None:
    """Each subject is `<notice>:<n>`, followed by the time until which it was postponed, if it was."""
    parts = [subject.split(":") for subject in subjects]
    delivery.enqueue_pushes(pushes=[(UUID(notice_id), int(n)) for notice_id, n, *_ in parts])


@effects.handles(services.DELIVER, queue=PUSHES)
def deliver(subject: str) -> None:
    """Send one push. A repeat replaces the first on the device, so it is harmless. Raises PushServiceUnavailable."""
    target = PushTarget.parse(subject)
    message = write_now(delivery.push_message, target=target)
    if message is None:
        return
    try:
        push_service.send(message)
    except SubscriptionExpired:
        write_now(delivery.record_outcome, target=target, outcome="gone")
    except PushRejected as error:
        write_now(
            delivery.record_outcome, target=target, outcome="refused", reason=f"The push service refused: {error}"
        )
    else:
        write_now(delivery.record_outcome, target=target, outcome="taken")


@effects.handles_in_transaction(delivery.MAIL, at_a_time=1)
def mail(subjects: Sequence[str]) -> None:
    """Each subject is `<notice>:<n>`, followed by the time until which it was postponed, if it was."""
    for subject in subjects:
        delivery.email_unseen(notice_id=UUID(subject.split(":")[0]))


@effects.handles_in_transaction(delivery.UNREACHED, at_a_time=1)
def unreached(subjects: Sequence[str]) -> None:
    """Each subject is `<notice>:<since>`."""
    for subject in subjects:
        delivery.mark_unreached(notice_id=UUID(subject.split(":")[0]))


@effects.handles(weekly_email.WEEK)
def request_weekly_emails(week: str) -> None:
    """Request every client's weekly email, each by an effect of its own."""
    weekly_email.request_all(week=date.fromisoformat(week))


@effects.handles(weekly_email.MAIL)
def weekly_mail(subject: str) -> None:
    """The subject is `<week>:<client>`."""
    week, _, client_id = subject.partition(":")
    write_now(weekly_email.send, client_id=UUID(client_id), week=date.fromisoformat(week))


def schedule_week() -> None:
    """Runs hourly in every process. The effect is unique by Monday, and the emails by Monday and client."""
    week = week_due(now(), ZoneInfo(get_default_timezone_name()))
    if week is not None:
        write_now(effects.after_commit, kind=weekly_email.WEEK, subject=week.isoformat())


db_periodic_task(crontab(minute="1"))(schedule_week)


@effects.handles("notifications.prune")
def prune(day: str) -> None:
    """Delete old notices and the completed effects of notices. Runs once a day."""
    write_now(delivery.prune)
    for kind in (services.PUSH, services.DELIVER, delivery.MAIL, delivery.UNREACHED):
        write_now(effects.forget_done, kind=kind, before=now() - EFFECTS_RETENTION)


def schedule_pruning() -> None:
    """Runs hourly in every process. The effect is unique by day, so the pruning runs once a day."""
    write_now(effects.after_commit, kind="notifications.prune", subject=now().date().isoformat())


db_periodic_task(crontab(minute="20"))(schedule_pruning)


def push_due() -> None:
    """Run the due effects of the pushes queue until none is left."""
    effects.sweep(PUSHES)


@once
def start_pushing() -> None:
    """Start the push thread. Every Huey worker calls this at start, but one thread per process is enough."""
    WorkerThread("pushes", push_due, POLL_EVERY_S, PUSHES).start()


on_startup()(start_pushing)
