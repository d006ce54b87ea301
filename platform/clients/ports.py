"""What the clients room asks of the rooms above it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from core.clock import iso
from sync.ports import Port


class MayEnter(Protocol):
    def __call__(self, user_ids: Collection[UUID]) -> Collection[UUID]:
        """Those of clients' people who may use the product now: a card is on file, or none is asked for."""


standing: Port[MayEnter] = Port("clients.standing")


class AdminRemoved(Protocol):
    def __call__(self, *, user_id: UUID) -> None:
        """Called in the transaction in which a person stops being an admin."""


admin_removed: Port[AdminRemoved] = Port("clients.admin_removed")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a client wants attention: a few words, which an age follows where `since` is given. `code` is the room's own.

    Texts say nothing that changes by the minute: each change of one is a change of the row.
    """

    code: str
    points: int
    text: str
    since: datetime | None = None

    def told(self) -> dict[str, str | int | None]:
        """As rows have it."""
        since = iso(self.since) if self.since is not None else None
        return {"code": self.code, "points": self.points, "text": self.text, "since": since}


class Reasons(Protocol):
    def __call__(self) -> Iterable[tuple[UUID, Reason]]:
        """What a room has to say of clients now; asked every few seconds, so it reads only those it says something of."""


class AttentionPort:
    """The rooms that know why a client may want attention."""

    def __init__(self) -> None:
        self._rooms: list[Reasons] = []

    def register(self, room: Reasons) -> None:
        self._rooms.append(room)

    def ask(self) -> dict[UUID, list[Reason]]:
        """The reasons of all rooms by client, the weightiest first."""
        found: dict[UUID, list[Reason]] = {}
        for room in self._rooms:
            for client_id, reason in room():
                found.setdefault(client_id, []).append(reason)
        return {client_id: sorted(some, key=lambda one: (-one.points, one.code)) for client_id, some in found.items()}


attention = AttentionPort()
