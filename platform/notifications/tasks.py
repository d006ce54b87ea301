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
from notifications.delivery import Named
from notifications.errors import PushRefused, SubscriptionGone
from notifications.week import week_due
from sync.effects import effects
from sync.effects.effects import Queue
from sync.effects.sweeper import Attendant, once
from sync.writes.db_executor import write_now

# Pushes have their own queue, so that a slow push service delays nothing else. It is polled often, because users wait.
PUSHES = Queue("pushes", timedelta(minutes=1))
LOOK_EVERY_S = 2.0
PUSHED_AT_A_TIME = 25  # notices per transaction, so that other writers wait for 10 ms at most
EFFECTS_KEPT_FOR = timedelta(days=1)


@effects.handles_inside(services.PUSH, at_a_time=PUSHED_AT_A_TIME, queue=PUSHES)
def push(subjects: Sequence[str]) -> None:
    """Each subject is `<notice>:<n>`, followed by the time until which it was postponed, if it was."""
    named = [subject.split(":") for subject in subjects]
    delivery.begin(tellings=[(UUID(notice_id), int(n)) for notice_id, n, *_ in named])


@effects.handles(services.DELIVER, queue=PUSHES)
def deliver(subject: str) -> None:
    """Send one push. A repeat replaces the first on the device, so it is harmless. Raises PushNotTaken."""
    named = Named.of(subject)
    parcel = write_now(delivery.parcel, named=named)
    if parcel is None:
        return
    try:
        push_service.hand_over(parcel)
    except SubscriptionGone:
        write_now(delivery.settle, named=named, outcome="gone")
    except PushRefused as refused:
        write_now(delivery.settle, named=named, outcome="refused", reason=f"The push service refused: {refused}")
    else:
        write_now(delivery.settle, named=named, outcome="taken")


@effects.handles_inside(delivery.MAIL, at_a_time=1)
def mail(subjects: Sequence[str]) -> None:
    """Each subject is `<notice>:<n>`, followed by the time until which it was postponed, if it was."""
    for subject in subjects:
        delivery.mail_what_waits(notice_id=UUID(subject.split(":")[0]))


@effects.handles_inside(delivery.UNREACHED, at_a_time=1)
def unreached(subjects: Sequence[str]) -> None:
    """Each subject is `<notice>:<since>`."""
    for subject in subjects:
        delivery.mark_unreached(notice_id=UUID(subject.split(":")[0]))


@effects.handles(weekly_email.WEEK)
def ask_for_mails(week: str) -> None:
    """Request every client's weekly email, each by an effect of its own."""
    weekly_email.ask_for_everybody(week=date.fromisoformat(week))


@effects.handles(weekly_email.MAIL)
def weekly_mail(subject: str) -> None:
    """The subject is `<week>:<client>`."""
    week, _, client_id = subject.partition(":")
    write_now(weekly_email.send, client_id=UUID(client_id), week=date.fromisoformat(week))


def ask_for_week() -> None:
    """Runs hourly in every process. The effect is unique by Monday, and the emails by Monday and client."""
    week = week_due(now(), ZoneInfo(get_default_timezone_name()))
    if week is not None:
        write_now(effects.after_commit, kind=weekly_email.WEEK, subject=week.isoformat())


db_periodic_task(crontab(minute="1"))(ask_for_week)


@effects.handles("notifications.prune")
def prune(day: str) -> None:
    """Delete old notices and the completed effects of notices. Runs once a day."""
    write_now(delivery.prune)
    for kind in (services.PUSH, services.DELIVER, delivery.MAIL, delivery.UNREACHED):
        write_now(effects.forget_done, kind=kind, before=now() - EFFECTS_KEPT_FOR)


def ask_for_pruning() -> None:
    """Runs hourly in every process. The effect is unique by day, so the pruning runs once a day."""
    write_now(effects.after_commit, kind="notifications.prune", subject=now().date().isoformat())


db_periodic_task(crontab(minute="20"))(ask_for_pruning)


def push_what_is_due() -> None:
    """Run the due effects of the pushes queue until none is left."""
    effects.sweep(PUSHES)


@once
def push_here() -> None:
    """Start the push thread. Every Huey worker calls this at start, but one thread per process is enough."""
    Attendant("pushes", push_what_is_due, LOOK_EVERY_S, PUSHES).start()


on_startup()(push_here)
