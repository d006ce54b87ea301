"""The ports of the sync engine: functions that the apps above it register at start."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Literal, Protocol, TypeVar
from uuid import UUID

from core.actor import Actor
from core.errors import NotAllowed


@dataclass(frozen=True, slots=True)
class Following:
    """The streams that one user may follow, as the server read them just now.

    `restriction` is the error for a user who must complete a step first; such a user gets nothing else.
    """

    role: Literal["admin", "client"]
    client_id: UUID | None
    name: str
    streams: tuple[str, ...]
    restriction: type[NotAllowed] | None = None


class Authenticate(Protocol):
    def __call__(self, token: str, *, may_view: bool = False) -> Actor:
        """The user of an access token, without a database query. Raises NotSignedIn, also for the token of an admin who
        is `viewing` a client, unless `may_view`."""


class SessionIsLive(Protocol):
    def __call__(self, actor: Actor) -> bool:
        """Whether the session of the token still exists and its user may sign in."""


class SessionsAreLive(Protocol):
    def __call__(self, actors: Collection[Actor]) -> bool:
        """Whether `SessionIsLive` is true for all these users, in one query."""


class FollowingOf(Protocol):
    def __call__(self, actor: Actor) -> Following | None:
        """The streams of `actor`; None for a user who may not use the product at all."""


Side = Literal["provider", "client"]


@dataclass(frozen=True, slots=True)
class Delivery:
    """A device of one side has the messages of thread `row` up to the time `upto`."""

    row: UUID
    side: Side
    upto: datetime


class Delivered(Protocol):
    def __call__(self, stream: str, after: int, upto: int) -> Sequence[Delivery]:
        """The deliveries that no row records yet, given that a device has stored these changes of `stream`."""


class MarkDelivered(Protocol):
    def __call__(self, *, deliveries: Sequence[Delivery]) -> None:
        """Record the deliveries in their rows; a recorded time never decreases."""


Function = TypeVar("Function", bound=Callable[..., object])


class Port(Generic[Function]):
    """A function that one app registers at start. `call` is that function; raises RuntimeError if there is none."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._function: Function | None = None

    def register(self, function: Function) -> None:
        self._function = function

    @property
    def call(self) -> Function:
        if self._function is None:
            raise RuntimeError(f"no app has registered the function of the port {self._name}")
        return self._function


authenticate: Port[Authenticate] = Port("sync.authenticate")
sessions_are_live: Port[SessionsAreLive] = Port("sync.sessions_are_live")
session_is_live: Port[SessionIsLive] = Port("sync.session_is_live")
following_of: Port[FollowingOf] = Port("sync.following_of")
delivered: Port[Delivered] = Port("sync.delivered")
mark_delivered: Port[MarkDelivered] = Port("sync.mark_delivered")
