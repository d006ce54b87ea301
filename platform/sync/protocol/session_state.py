"""The state of a session: its user, its phase, and its position in each stream."""

from dataclasses import dataclass
from typing import Literal, Protocol
from uuid import UUID

State = Literal["new", "identifying", "open", "expired", "closed"]


class Identity(Protocol):
    """The user of the token; `expires_at` in Unix seconds."""

    @property
    def id(self) -> UUID: ...
    @property
    def session_id(self) -> UUID: ...
    @property
    def expires_at(self) -> int: ...


@dataclass(slots=True)
class FollowedStream:
    """A stream that this connection follows.

    `cursor` is the last change sent, None before the first load. `is_live` is set once `cursor` has reached `live_at`.
    """

    cursor: int | None = None
    live_at: int = 0
    is_live: bool = False
