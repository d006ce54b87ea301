"""What the clients room asks of the rooms above it."""

from typing import Protocol
from uuid import UUID

from sync.ports import Port


class MayEnter(Protocol):
    def __call__(self, user_id: UUID) -> bool:
        """Whether a client's person may use the product now: a card is on file, or none is asked for."""


standing: Port[MayEnter] = Port("clients.standing")
