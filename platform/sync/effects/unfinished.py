"""Shows operators the effects that are not done, and retries those that failed."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Min, Q

from core.clock import CLOCK_ERROR, now
from sync.effects import effects, reactions
from sync.models import Effect


@dataclass(frozen=True, slots=True)
class UnfinishedEffects:
    """The unfinished effects of one kind: how many are due, due later, leased and failing.

    `due` and `later` do not count leased ones. `overdue_s` is the number of seconds since the oldest of `due` was due,
    and `next_due` the time when the first of `later` will be due.
    """

    kind: str
    due: int
    later: int
    leased: int
    failing: int
    overdue_s: float
    next_due: datetime | None


@dataclass(frozen=True, slots=True)
class FailingEffect:
    """An effect that has failed and is retried at `due`; `error` is its last error."""

    kind: str
    subject: str
    tries: int
    due: datetime
    error: str


def counts_by_kind() -> list[UnfinishedEffects]:
    """The unfinished effects, by kind."""
    time = now()
    leased, due = _is_leased(time), Q(due__lte=time)
    kinds = Effect.objects.filter(done_at=None).values("kind")
    counted = kinds.annotate(
        due_now=Count("id", filter=due & ~leased),
        later=Count("id", filter=~due & ~leased),
        leased=Count("id", filter=leased),
        failing=Count("id", filter=~Q(error="")),
        oldest=Min("due", filter=due & ~leased),
        next_due=Min("due", filter=~due & ~leased),
    )
    return [
        UnfinishedEffects(
            one["kind"],
            one["due_now"],
            one["later"],
            one["leased"],
            one["failing"],
            (time - one["oldest"]).total_seconds() if one["oldest"] else 0.0,
            one["next_due"],
        )
        for one in counted.order_by("kind")
    ]


def _is_leased(time: datetime) -> Q:
    """A valid lease, as effects.sweep judges it: one that was taken while the clock was ahead is not valid."""
    leased = Q()
    for queue in reactions.queues():
        valid = (time, time + queue.lease + CLOCK_ERROR)
        leased |= Q(kind__in=reactions.stored_names_in(queue), leased_until__range=valid)
    return leased


def failing_effects(*, limit: int) -> list[FailingEffect]:
    """The effects that have failed and are not done, those tried most often first."""
    rows = Effect.objects.filter(done_at=None).exclude(error="").order_by("-tries", "id")[:limit]
    return [FailingEffect(one.kind, one.subject, one.tries, one.due, one.error) for one in rows]


def try_again(*, kind: str | None) -> int:
    """Make the failed effects, of one kind or of all, due now; returns how many."""
    waiting = Effect.objects.filter(done_at=None).exclude(error="")
    count = (waiting if kind is None else waiting.filter(kind=kind)).update(due=now())
    transaction.on_commit(effects.wake, robust=True)
    return count
