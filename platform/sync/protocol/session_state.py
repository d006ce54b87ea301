"""What the brain of a connection remembers: who it is, in which state, and its place in each stream. Pure."""

from dataclasses import dataclass
from typing import Literal, Protocol
from uuid import UUID

State = Literal["new", "identifying", "open", "expired", "closed"]


class Identity(Protocol):
    """The person behind the token; `expires_at` in Unix seconds."""

    @property
    def id(self) -> UUID: ...
    @property
    def session_id(self) -> UUID: ...
    @property
    def expires_at(self) -> int: ...


@dataclass(slots=True)
class Place:
    """One stream of this connection: no cursor before its first load; `live_at` is the head it catches up to."""

    cursor: int | None = None
    live_at: int = 0
    live: bool = False
