"""Reads of mails: counts by state, and the mails that failed."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from mail.models import Mail, State


@dataclass(frozen=True, slots=True)
class MailFailure:
    """A mail that failed, or whose delivery is unknown."""

    kind: str
    recipient: str
    state: str
    reason: str
    at: datetime


def by_state(*, since: datetime) -> dict[str, int]:
    """The number of mails created since then, by state; 0 for states without mails."""
    counted = Mail.objects.filter(created_at__gte=since).values_list("state").annotate(n=Count("id"))
    return dict.fromkeys(State.values, 0) | dict(counted)


def failures(*, since: datetime, limit: int) -> list[MailFailure]:
    """At most `limit` mails since then that failed or whose delivery is unknown, newest first."""
    rows = Mail.objects.filter(created_at__gte=since, state__in=(State.FAILED, State.UNKNOWN)).order_by("-id")[:limit]
    return [MailFailure(one.kind, one.recipient, one.state, one.reason, one.created_at) for one in rows]
