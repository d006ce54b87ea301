"""Service calls that wait for the writer, and how queued calls of one service run as one call of its bulk version."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent import futures
from contextlib import AbstractContextManager
from typing import Any, ParamSpec, TypeVar
from uuid import UUID

from core import spans
from core.actor import Actor

P = ParamSpec("P")
R = TypeVar("R")
Arguments = TypeVar("Arguments")
Service = Callable[..., Any]
AnyFuture = asyncio.Future[Any] | futures.Future[Any]
_bulk_versions: dict[Service, tuple[Callable[[Sequence[Any]], Sequence[Any]], Callable[..., Any]]] = {}
_own_transaction: set[Service] = set()


def has_bulk_version(
    bulk_version: Callable[[Sequence[Arguments]], Sequence[R]], *, arguments: Callable[P, Arguments]
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let queued calls of the decorated service run as one call of `bulk_version`, in a constant number of queries.

    The writer takes consecutive calls of the service from its queue, each for another client. It calls
    `bulk_version([arguments(**kwargs), ...])` with the keyword arguments of each call, instead of the service.
    `bulk_version` must return what the service would return for each call, in the order of the calls. If it
    raises, the transaction is rolled back, and the service runs once for each call, each in a savepoint
    (sync.writes.group_commit). A single call runs the service itself.
    """

    def register(service: Callable[P, R]) -> Callable[P, R]:
        _bulk_versions[service] = bulk_version, arguments
        return service

    return register


def own_transaction(service: Callable[P, R]) -> Callable[P, R]:
    """Run a service in a transaction of its own, so that it does not delay the commit of others."""
    _own_transaction.add(service)
    return service


class Work:
    """A queued call of a service for `actor`, and its caller's future, of `loop` or, if that is None, of a thread.

    `client` is the only client whose rows the service locks, or None if the call names none. `waits`: whether it
    is retried when another transaction has locked a row. `position` is the caller's span.
    """

    __slots__ = (
        "actor",
        "args",
        "client",
        "error",
        "future",
        "kwargs",
        "loop",
        "position",
        "result",
        "service",
        "waits",
    )

    def __init__(
        self,
        service: Service,
        args: Sequence[object],
        kwargs: Mapping[str, Any],
        future: AnyFuture,
        loop: asyncio.AbstractEventLoop | None,
        *,
        waits: bool = True,
    ) -> None:
        self.service, self.args, self.kwargs, self.future, self.loop = service, args, kwargs, future, loop
        actor, client = kwargs.get("actor"), kwargs.get("client_id")
        self.actor: Actor | None = actor if isinstance(actor, Actor) else None
        self.client: UUID | None = client if isinstance(client, UUID) else None
        self.result: Any = None
        self.error: BaseException | None = None
        self.waits = waits
        self.position = spans.position()

    @property
    def partition_key(self) -> object:
        """The partition key: when a work waits for a lock, later works with the same key wait behind it."""
        if self.client is not None:
            return self.client
        return self if self.actor is None else self.actor.id

    @property
    def is_abandoned(self) -> bool:
        """Whether the caller was cancelled before the work started; if the caller retries, it uses the same ids."""
        return self.future.done()

    @property
    def has_own_transaction(self) -> bool:
        return self.service in _own_transaction

    def run(self) -> Any:
        return self.service(*self.args, **self.kwargs)

    def answer(self) -> None:
        """Resolve the caller's future, unless the caller was cancelled."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


def span_of(works: Iterable[Work]) -> AbstractContextManager[object]:
    """The span of one transaction, which continues the spans of all of its works."""
    return spans.continued("transaction", (work.position for work in works))


def split_into_batches(works: Sequence[Work]) -> Iterator[list[Work]]:
    """Split works, in their order, into the batches of `has_bulk_version`; any other work is a batch of its own."""
    batch: list[Work] = []
    clients: set[UUID | None] = set()
    for work in works:
        is_alone = work.client is None or work.service not in _bulk_versions
        if batch and (is_alone or clients & {work.client, None} or work.service is not batch[0].service):
            yield batch
            batch, clients = [], set()
        batch.append(work)
        clients.add(work.client)
    if batch:
        yield batch


def run_batch(works: Sequence[Work]) -> None:
    """Run a batch and set the results. Raises what any of the works raises."""
    if len(works) == 1:
        works[0].result = works[0].run()
        return
    bulk_version, arguments = _bulk_versions[works[0].service]
    results = bulk_version([arguments(**work.kwargs) for work in works])
    for work, result in zip(works, results, strict=True):
        work.result = result
