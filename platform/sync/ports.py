"""What the sync engine asks of the rooms above it; each registers its answer when it starts."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Literal, Protocol, TypeVar
from uuid import UUID

from core.actor import Person
from core.errors import NotAllowed


@dataclass(frozen=True, slots=True)
class Following:
    """What one person may follow, as read on the server just now; who `lacks` something gets nothing else."""

    role: Literal["admin", "client"]
    client_id: UUID | None
    name: str
    streams: tuple[str, ...]
    lacks: type[NotAllowed] | None = None


class Authenticate(Protocol):
    def __call__(self, token: str, *, may_view: bool = False) -> Person:
        """The person behind an access token, without touching the database; one who is `viewing` only where that is
        asked for. Raises NotSignedIn."""


class SessionIsLive(Protocol):
    def __call__(self, person: Person) -> bool:
        """Whether the session behind the token still exists and its person may sign in."""


class SessionsAreLive(Protocol):
    def __call__(self, persons: Collection[Person]) -> bool:
        """The same for all of these, in one question."""


class FollowingOf(Protocol):
    def __call__(self, person: Person) -> Following | None:
        """The streams of `person`; None for someone who may not use the product at all."""


Side = Literal["provider", "client"]


@dataclass(frozen=True, slots=True)
class Delivery:
    """A device of one side has what the row `row` tells of, up to this moment."""

    row: UUID
    side: Side
    upto: datetime


class Delivered(Protocol):
    def __call__(self, stream: str, after: int, upto: int) -> Sequence[Delivery]:
        """What devices that store these changes of `stream` have got, and no row says yet."""


class MarkDelivered(Protocol):
    def __call__(self, *, deliveries: Sequence[Delivery]) -> None:
        """Have the rows say so; never back."""


Answer = TypeVar("Answer", bound=Callable[..., object])


class Port(Generic[Answer]):
    """A question with one answerer, registered at start."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._answer: Answer | None = None

    def register(self, answer: Answer) -> None:
        self._answer = answer

    @property
    def ask(self) -> Answer:
        if self._answer is None:
            raise RuntimeError(f"nobody answers the port {self._name}")
        return self._answer


authenticate: Port[Authenticate] = Port("sync.authenticate")
sessions_are_live: Port[SessionsAreLive] = Port("sync.sessions_are_live")
session_is_live: Port[SessionIsLive] = Port("sync.session_is_live")
following_of: Port[FollowingOf] = Port("sync.following_of")
delivered: Port[Delivered] = Port("sync.delivered")
mark_delivered: Port[MarkDelivered] = Port("sync.mark_delivered")
