"""Services that wait for the writer, and what does several of them by as many statements as one."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent import futures
from typing import Any, ParamSpec, TypeVar
from uuid import UUID

from core.actor import Person

P = ParamSpec("P")
R = TypeVar("R")
One = TypeVar("One")
Service = Callable[..., Any]
Several = Callable[[Sequence[Any]], Sequence[Any]]
AnyFuture = asyncio.Future[Any] | futures.Future[Any]
_several: dict[Service, tuple[Several, Callable[..., Any]]] = {}
_alone: set[Service] = set()


def several_by(
    several: Callable[[Sequence[One]], Sequence[R]], one: Callable[P, One]
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Say of a service what does several of it, none for the same client: `several([one(**its arguments), ..])`.

    It answers for each what the service would, or raises and has done nothing that a rollback does not take back.
    """

    def said(service: Callable[P, R]) -> Callable[P, R]:
        _several[service] = several, one
        return service

    return said


def alone(service: Callable[P, R]) -> Callable[P, R]:
    """Run a service in a transaction of its own, which holds up the commit of no other."""
    _alone.add(service)
    return service


class Work:
    """A service to run for `actor`, and the future of who waits: in `loop` or, if that is None, in another thread.

    `client` is the client whose rows it locks, and no other's; None if it does not say. `waits` says whether it waits
    for a row that another transaction has locked.
    """

    __slots__ = ("actor", "args", "client", "error", "future", "kwargs", "loop", "result", "service", "waits")

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
        self.actor: Person | None = actor if isinstance(actor, Person) else None
        self.client: UUID | None = client if isinstance(client, UUID) else None
        self.result: Any = None
        self.error: BaseException | None = None
        self.waits = waits

    @property
    def lane(self) -> object:
        """What is the same for works of which one that waits for a lock has the later ones wait behind it."""
        if self.client is not None:
            return self.client
        return self if self.actor is None else self.actor.id

    @property
    def is_abandoned(self) -> bool:
        """Whoever asked has gone before it was begun, and asks again by the same ids if they still want it."""
        return self.future.done()

    @property
    def is_alone(self) -> bool:
        return self.service in _alone

    def run(self) -> Any:
        return self.service(*self.args, **self.kwargs)

    def answer(self) -> None:
        """Tell the one who waits, unless they went away."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


def side_by_side(works: Sequence[Work]) -> Iterator[list[Work]]:
    """What one call does, in its order: services side by side of which several are done so, each for another client."""
    some: list[Work] = []
    clients: set[UUID | None] = set()
    for work in works:
        is_alone = work.client is None or work.service not in _several
        if some and (is_alone or clients & {work.client, None} or work.service is not some[0].service):
            yield some
            some, clients = [], set()
        some.append(work)
        clients.add(work.client)
    if some:
        yield some


def run_at_once(works: Sequence[Work]) -> None:
    """Run them by one call. Raises what any of them would alone."""
    if len(works) == 1:
        works[0].result = works[0].run()
        return
    several, one = _several[works[0].service]
    for work, result in zip(works, several([one(**work.kwargs) for work in works]), strict=True):
        work.result = result
