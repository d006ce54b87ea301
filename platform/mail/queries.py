"""Reads of mails: how many were sent, and what became of those that were not."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from mail.models import Mail, State


@dataclass(frozen=True, slots=True)
class Trouble:
    """A mail that was not sent, or of which nobody knows."""

    kind: str
    recipient: str
    state: str
    reason: str
    at: datetime


def by_state(*, since: datetime) -> dict[str, int]:
    """How many mails were asked for since then, by what became of them."""
    counted = Mail.objects.filter(created_at__gte=since).values_list("state").annotate(n=Count("id"))
    return dict.fromkeys(State.values, 0) | dict(counted)


def troubles(*, since: datetime, most: int) -> list[Trouble]:
    """The mails since then that were not sent, newest first."""
    found = Mail.objects.filter(created_at__gte=since, state__in=(State.FAILED, State.UNKNOWN)).order_by("-id")[:most]
    return [Trouble(one.kind, one.recipient, one.state, one.reason, one.created_at) for one in found]
