"""Reactions: which handler runs after a commit, under which stored name, and in which queue."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sync.errors import NotAReaction

Handler = Callable[[str], None]
BatchHandler = Callable[[Sequence[str]], None]


@dataclass(frozen=True, slots=True)
class Queue:
    """Effects with a lease, which is longer than any of them takes. One thread of each process runs them in turn.

    In a worker with Redis, Huey's threads, which web processes wake, run effects of QUICK at the same time.
    """

    name: str
    lease: timedelta


# Effects that take seconds or more have a queue and a thread of their own, so that they do not delay emails.
QUICK = Queue("quick", timedelta(minutes=2))


@dataclass(frozen=True, slots=True)
class Reaction:
    """`handler` gets the subject of an effect, re-reads what it needs, and may run twice.

    `stored_name` is in the effects' rows. It must not change when the handler is renamed or moved, because the next
    version runs the effects that this version has stored. `after` are the functions that request the effect.
    """

    stored_name: str
    handler: Handler
    after: Sequence[Callable[..., object]]
    queue: Queue = QUICK


@dataclass(frozen=True, slots=True)
class BatchReaction:
    """`handler` only writes to the store, and runs in the transaction that marks its effects done.

    It gets at most `at_a_time` subjects. It may run twice, but takes effect once. The other fields are as in Reaction.
    """

    stored_name: str
    handler: BatchHandler
    after: Sequence[Callable[..., object]]
    at_a_time: int
    queue: Queue = QUICK


_by_name: dict[str, Reaction | BatchReaction] = {}
_by_handler: dict[Handler | BatchHandler, Reaction | BatchReaction] = {}


def register(*reactions: Reaction | BatchReaction) -> None:
    """Add reactions at start. Raises ValueError if a handler or a stored name is registered already."""
    for reaction in reactions:
        if reaction.stored_name in _by_name or reaction.handler in _by_handler:
            raise ValueError(f"{reaction.stored_name} or its handler is registered twice")
        _by_name[reaction.stored_name] = _by_handler[reaction.handler] = reaction


def reaction_of(handler: Handler | BatchHandler) -> Reaction | BatchReaction:
    """The reaction of a handler. Raises NotAReaction."""
    try:
        return _by_handler[handler]
    except KeyError:
        raise NotAReaction(f"{handler.__qualname__} is not in config/reactions.py") from None


def reaction_named(stored_name: str) -> Reaction | BatchReaction:
    """The reaction with this stored name."""
    return _by_name[stored_name]


def queues() -> set[Queue]:
    """The queues of all reactions."""
    return {reaction.queue for reaction in _by_name.values()}


def stored_names_in(queue: Queue) -> list[str]:
    """The stored names of the reactions of one queue."""
    return [name for name, reaction in _by_name.items() if reaction.queue == queue]
