"""The status of the installation for admins: waiting and failed work of every app. Also retries failed effects."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from billing import queries as billing
from clients import services as clients
from clients.access import must_be_admin
from core.actor import Actor
from core.clock import now
from mail import queries as mail
from mail.queries import MailFailure
from notifications import queries as notifications
from notifications.queries import PushFailure
from performance import queries as performance
from server.backups import status as backups
from sync.effects import unfinished
from sync.effects.unfinished import FailingEffect, UnfinishedEffects

ROWS_MAX, PERIOD = 50, timedelta(days=7)


@dataclass(frozen=True, slots=True)
class FailedScan:
    client_id: UUID
    website_url: str
    error: str
    at: datetime


@dataclass(frozen=True, slots=True)
class FridayRun:
    """The number of scans in each state, for one weekly run on a Friday."""

    week: date
    states: dict[str, int]


@dataclass(frozen=True, slots=True)
class Installation:
    """The status of an installation.

    `mails` has the number of mails in each state over the last seven days; `backup_at` is when a backup last finished.
    """

    effects: list[UnfinishedEffects]
    failing: list[FailingEffect]
    mails: dict[str, int]
    mail_troubles: list[MailFailure]
    push_troubles: list[PushFailure]
    failed_scans: list[FailedScan]
    friday: FridayRun | None
    webhook_at: datetime | None
    backup_at: datetime | None


def installation(*, actor: Actor) -> Installation:
    """The installation's status. Raises AdminsOnly."""
    must_be_admin(actor)
    since = now() - PERIOD
    friday = performance.last_friday_run()
    return Installation(
        effects=unfinished.counts_by_kind(),
        failing=unfinished.failing_effects(limit=ROWS_MAX),
        mails=mail.by_state(since=since),
        mail_troubles=mail.failures(since=since, limit=ROWS_MAX),
        push_troubles=notifications.push_failures(limit=ROWS_MAX),
        failed_scans=[
            FailedScan(run.client_id, run.website_url, run.error, run.finished_at or run.asked_at)
            for run in performance.failed_scans(limit=ROWS_MAX)
        ],
        friday=None if friday is None else FridayRun(*friday),
        webhook_at=billing.last_event_at(),
        backup_at=backups.last_backup_at(),
    )


def try_again(*, actor: Actor, kind: str | None) -> int:
    """Retry failed effects now: of `kind`, or all if None. Returns how many. Raises AdminsOnly."""
    must_be_admin(actor)
    count = unfinished.try_again(kind=kind)
    clients.audit(actor_id=actor.id, action="effects.retried", subject=kind or "everything")
    return count
