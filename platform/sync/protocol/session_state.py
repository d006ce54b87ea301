"""The state of a session: its user, its phase, and its position in each stream. Pure."""

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
class Place:
    """One stream of this connection. `cursor` is None before its first load; `live_at` is the head it catches up to."""

    cursor: int | None = None
    live_at: int = 0
    live: bool = False
