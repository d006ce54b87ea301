"""What must happen after a change: a row written in its transaction, done under a lease until it succeeds.

Huey deletes a task before running it, so a kill would lose it; here the row stays until the work is done.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Count, Min, Q

from core.clock import now
from sync.errors import OutsideTransaction
from sync.models import Effect
from sync.seam import write_now

RETRY_AFTER = (timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class Queue:
    """Effects that are done one after the other; `lease` is longer than the longest of them."""

    name: str
    lease: timedelta


# What takes seconds or more has a queue and a thread of its own, so that it holds up nobody's mail.
QUICK = Queue("quick", timedelta(minutes=2))
Handler = Callable[[str], None]
log = logging.getLogger(__name__)
_handlers: dict[str, Handler] = {}
_kinds: dict[Queue, list[str]] = {}
_wakers: list[Callable[[], None]] = []


@dataclass(frozen=True, slots=True)
class Standing:
    """What of one kind is still to be done: due now, due later, being done; and how long the oldest is overdue."""

    kind: str
    due: int
    later: int
    leased: int
    failing: int
    overdue_s: float


@dataclass(frozen=True, slots=True)
class Failing:
    """An effect that has failed and is tried again at `due`; `error` is what it met last."""

    kind: str
    subject: str
    tries: int
    due: datetime
    error: str


def handles(kind: str, *, queue: Queue = QUICK) -> Callable[[Handler], Handler]:
    """Register what does effects of `kind`; it gets the subject, re-reads what it needs, and may run twice."""

    def register(handler: Handler) -> Handler:
        _handlers[kind] = handler
        _kinds.setdefault(queue, []).append(kind)
        return handler

    return register


def wakes(waker: Callable[[], None]) -> None:
    """Register what is called after each commit that asked for something at once; it must not wait for anything."""
    _wakers.append(waker)


def after_commit(*, kind: str, subject: str, due: datetime | None = None) -> None:
    """Have the effect happen once this transaction commits; a second one of the same kind and subject is the first."""
    if not connection.in_atomic_block:
        raise OutsideTransaction(f"the effect {kind} was asked for outside a transaction")
    Effect.objects.bulk_create([Effect(kind=kind, subject=subject, due=due or now())], ignore_conflicts=True)
    if due is None:
        for waker in _wakers:
            transaction.on_commit(waker, robust=True)


def sweep(queue: Queue = QUICK, *, most: int | None = None) -> int:
    """Do what is due in one queue, at most so many, one lease at a time; returns how many were done. Not for the writer thread itself."""
    done = taken = 0
    while taken != most and (effect := write_now(take_lease, queue=queue)) is not None:
        done, taken = done + _do(effect), taken + 1
    return done


def wake() -> None:
    """Have whoever does effects here look at once."""
    for waker in _wakers:
        waker()


def take_lease(*, queue: Queue) -> Effect | None:
    """Lease the effect that is due longest, so that for a while no other process does it."""
    moment = now()
    free = Q(leased_until=None) | Q(leased_until__lt=moment)
    due = Effect.objects.filter(free, done_at=None, due__lte=moment, kind__in=_kinds.get(queue, [])).order_by(
        "due", "id"
    )
    effect = due.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked).first()
    if effect is not None:
        effect.leased_until = moment + queue.lease
        effect.tries += 1
        effect.save(update_fields=["leased_until", "tries"])
    return effect


def settle(*, effect_id: int, due: datetime | None, error: str) -> None:
    """Mark an effect done, or due again at `due` with the error that it met."""
    done_at = now() if due is None else None
    again = {} if due is None else {"due": due}
    Effect.objects.filter(id=effect_id).update(done_at=done_at, leased_until=None, error=error, **again)


def forget_done(*, kind: str, before: datetime) -> None:
    """Remove what was done before that moment, of a kind whose subjects never come again."""
    Effect.objects.filter(kind=kind, done_at__lt=before).delete()


def standing() -> list[Standing]:
    """The effects that are not done yet, by kind."""
    moment = now()
    leased, due = Q(leased_until__gte=moment), Q(due__lte=moment)
    kinds = Effect.objects.filter(done_at=None).values("kind")
    counted = kinds.annotate(
        due_now=Count("id", filter=due & ~leased),
        later=Count("id", filter=~due & ~leased),
        leased=Count("id", filter=leased),
        failing=Count("id", filter=~Q(error="")),
        oldest=Min("due"),
    )
    return [
        Standing(
            one["kind"],
            one["due_now"],
            one["later"],
            one["leased"],
            one["failing"],
            max(0.0, (moment - one["oldest"]).total_seconds()),
        )
        for one in counted.order_by("kind")
    ]


def failing(*, most: int) -> list[Failing]:
    """The effects that have failed and are not done, those tried most often first."""
    found = Effect.objects.filter(done_at=None).exclude(error="").order_by("-tries", "id")[:most]
    return [Failing(one.kind, one.subject, one.tries, one.due, one.error) for one in found]


def try_again(*, kind: str | None) -> int:
    """Have the effects that failed, of one kind or of all, tried again now; returns how many."""
    waiting = Effect.objects.filter(done_at=None).exclude(error="")
    count = (waiting if kind is None else waiting.filter(kind=kind)).update(due=now())
    for waker in _wakers:
        transaction.on_commit(waker, robust=True)
    return count


def _do(effect: Effect) -> bool:
    try:
        _handlers[effect.kind](effect.subject)
    except Exception as error:
        log.exception("effect %s %s failed (try %s)", effect.kind, effect.subject, effect.tries)
        wait = RETRY_AFTER[min(effect.tries, len(RETRY_AFTER)) - 1]
        write_now(settle, effect_id=effect.id, due=now() + wait, error=repr(error))
        return False
    write_now(settle, effect_id=effect.id, due=None, error="")
    return True
