"""Effects: work that must happen after a change, stored in its transaction and run under a lease until it succeeds.

Huey deletes a task before running it, so a kill would lose it; here the row stays until the work is done.

Work that only writes to the store needs no lease: several effects of one kind run in the transaction that marks them
done. When each pushed notice took three transactions, they used a third of the processor time of a message.
"""

import logging
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet

from core import spans
from core.clock import CLOCK_ERROR, now
from sync.effects import ending, progress, reactions
from sync.effects.reactions import QUICK, BatchHandler, Handler, Queue, Reaction
from sync.errors import NoTransaction
from sync.models import Effect
from sync.sql import raw_sql
from sync.writes.db_executor import no_waiting_for_rows, write_now

RETRY_AFTER = (timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1))

Waker = Callable[[], None]
INSERT = "INSERT INTO effects (kind, subject, due, tries, error, span) VALUES {} ON CONFLICT (kind, subject) DO NOTHING"
log = logging.getLogger(__name__)
_wakers: list[tuple[Waker, frozenset[Queue]]] = []


class EffectFailed(Exception):
    """One of `effects`, which ran in one transaction, failed; `__cause__` is its error."""

    def __init__(self, effects: list[Effect]) -> None:
        super().__init__(f"{len(effects)} {effects[0].kind}")
        self.effects = effects


class Postponed(Exception):
    """A handler raises this to run again at `due`. This is no failure: it is not logged, and the try does not count."""

    def __init__(self, due: datetime) -> None:
        super().__init__(f"until {due}")
        self.due = due


def register_waker(waker: Waker, *queues: Queue) -> None:
    """Call `waker` after each commit that requested immediate effects of `queues`, or of any queue if none is given.

    `waker` must not block.
    """
    _wakers.append((waker, frozenset(queues)))


def after_commit(handler: Handler | BatchHandler, subject: str, *, due: datetime | None = None) -> None:
    """Request an effect: `handler` runs after this transaction commits, at `due` or at once.

    A second request with the same handler and subject does nothing. Raises NoTransaction, NotAReaction.
    """
    each_after_commit(handler, {subject: due})


def each_after_commit(handler: Handler | BatchHandler, subjects: Mapping[str, datetime | None]) -> None:
    """Request several effects of one handler in one statement. Maps each subject to its time, or None for at once."""
    reaction = reactions.reaction_of(handler)
    if not connection.in_atomic_block:
        raise NoTransaction(f"the effect {reaction.stored_name} was requested outside a transaction")
    if not subjects:
        return
    time, span = now(), spans.position()
    values = [
        value
        for subject, due in subjects.items()
        for value in (reaction.stored_name, subject, raw_sql.adapted(due or time), 0, "", span)
    ]
    raw_sql.count(INSERT.format(raw_sql.placeholders(6, len(subjects))), values)
    if None in subjects.values():
        for waker, queues in _wakers:
            if not queues or reaction.queue in queues:
                transaction.on_commit(waker, robust=True)


def sweep(queue: Queue = QUICK, *, limit: int | None = None) -> int:
    """Run the due effects of one queue, at most `limit`; returns how many succeeded.

    Do not call it in the writer thread, because it waits for writes. An effect does not wait for a row that another
    transaction has locked, because other effects wait behind it. It fails and is due again later.
    """
    with no_waiting_for_rows():
        return _sweep(queue, limit)


def _sweep(queue: Queue, limit: int | None) -> int:
    done = taken = alone = 0
    handler: Handler | None
    while taken != limit and not ending.has_begun():
        progress.mark()
        remaining = None if limit is None else limit - taken
        try:
            effects, handler = write_now(_take, queue=queue, limit=1 if alone else remaining)
        except EffectFailed as error:
            if ending.has_begun():
                break  # the effect was rolled back and is still due
            effects = error.effects
            if len(effects) > 1:
                alone = len(effects)  # run them one at a time to find the one that fails
                continue
            effects[0].tries += 1
            _record_failure(effects[0], error.__cause__ or error)
        else:
            if not effects:
                break
            done += len(effects) if handler is None else _run(effects[0], handler)
        taken += len(effects)
        alone = max(0, alone - 1)
    return done


def wake() -> None:
    """Call all wakers of this process, so that they check for due effects at once."""
    for waker, _ in _wakers:
        waker()


def _take(*, queue: Queue, limit: int | None) -> tuple[list[Effect], Handler | None]:
    """Lease the oldest due effect, if there is one, so that no other process runs it meanwhile.

    An effect of a BatchReaction runs here, together with other due effects of its kind. Returns the effects and the
    handler to run; the handler is None if the effects are done already. Raises EffectFailed.
    """
    first = _due(queue, reactions.stored_names_in(queue)).first()
    if first is None:
        return [], None
    reaction = reactions.reaction_named(first.kind)
    if isinstance(reaction, Reaction):
        first.leased_until = now() + queue.lease
        first.tries += 1
        first.save(update_fields=["leased_until", "tries"])
        return [first], reaction.handler
    at_a_time = reaction.at_a_time
    batch = list(_due(queue, [first.kind])[: at_a_time if limit is None else min(limit, at_a_time)])
    try:
        with spans.continued(f"effect {first.kind}", [effect.span for effect in batch]):
            reaction.handler([effect.subject for effect in batch])
    except Exception as error:
        raise EffectFailed(batch) from error
    Effect.objects.filter(id__in=[effect.id for effect in batch]).update(
        done_at=now(), leased_until=None, tries=F("tries") + 1, error=""
    )
    return batch, None


def _due(queue: Queue, kinds: Collection[str]) -> QuerySet[Effect]:
    """The due effects without a valid lease, oldest first, locked to the end of the transaction.

    If a lease ends later than a new one would, it was taken while the clock was ahead, so it is not valid.
    """
    time = now()
    free = Q(leased_until=None) | Q(leased_until__lt=time) | Q(leased_until__gt=time + queue.lease + CLOCK_ERROR)
    due = Effect.objects.filter(free, done_at=None, due__lte=time, kind__in=kinds).order_by("due", "id")
    return due.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)


def record_outcome(*, effect: Effect, due: datetime | None, error: str, tries: int) -> None:
    """Mark an effect done, or due again at `due` with the error that it raised.

    Does nothing if another process has leased or finished the effect since this one took it: its lease had expired, or
    the transaction in which it failed was over.
    """
    done_at = now() if due is None else None
    again = {} if due is None else {"due": due}
    taken = Effect.objects.filter(id=effect.id, done_at=None, leased_until=effect.leased_until)
    taken.update(done_at=done_at, leased_until=None, error=error, tries=tries, **again)


def delete_done(handler: Handler | BatchHandler, *, before: datetime) -> None:
    """Remove the effects of `handler` that were done before `before`. None of their subjects may be requested again."""
    Effect.objects.filter(kind=reactions.reaction_of(handler).stored_name, done_at__lt=before).delete()


def last_done_at(handler: Handler | BatchHandler) -> datetime | None:
    """When an effect of `handler` was last done, or None."""
    done = Effect.objects.filter(kind=reactions.reaction_of(handler).stored_name, done_at__isnull=False)
    return done.order_by("done_at").values_list("done_at", flat=True).last()


def _run(effect: Effect, handler: Handler) -> bool:
    try:
        with spans.continued(f"effect {effect.kind}", [effect.span]) as span:
            span.set({"tries": effect.tries})
            handler(effect.subject)
    except Postponed as postponed:
        write_now(record_outcome, effect=effect, due=postponed.due, error="", tries=effect.tries - 1)
        return False
    except Exception as error:
        if ending.has_begun():
            _release(effect, error)
        else:
            _record_failure(effect, error)
        return False
    write_now(record_outcome, effect=effect, due=None, error="", tries=effect.tries)
    return True


def _release(effect: Effect, error: Exception) -> None:
    """End the lease without counting the try, because the end of a process stops its executors and connections."""
    log.info("effect %s %s was interrupted by the end of this process (%r)", effect.kind, effect.subject, error)
    write_now(record_outcome, effect=effect, due=now(), error="", tries=effect.tries - 1)


def _record_failure(effect: Effect, error: BaseException) -> None:
    log.error("effect %s %s failed (try %s)", effect.kind, effect.subject, effect.tries, exc_info=error)
    wait = RETRY_AFTER[min(effect.tries, len(RETRY_AFTER)) - 1]
    write_now(record_outcome, effect=effect, due=now() + wait, error=repr(error), tries=effect.tries)
