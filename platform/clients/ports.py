"""Ports that other apps implement for the clients app."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from core.clock import iso
from sync.ports import Port


class AllowedUsers(Protocol):
    def __call__(self, user_ids: Collection[UUID]) -> Collection[UUID]:
        """The client users among these who may use the product now: a card is on file, or none is required."""


allowed_users: Port[AllowedUsers] = Port("clients.allowed_users")


class AdminRemoved(Protocol):
    def __call__(self, *, user_id: UUID) -> None:
        """Runs in the transaction that removes a user's admin row."""


class AdminRemovedPort:
    """Calls the functions with which other apps delete the data of a removed admin."""

    def __init__(self) -> None:
        self._deletions: list[AdminRemoved] = []

    def register(self, deletion: AdminRemoved) -> None:
        self._deletions.append(deletion)

    def call(self, *, user_id: UUID) -> None:
        for deletion in self._deletions:
            deletion(user_id=user_id)


admin_removed = AdminRemovedPort()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a client needs attention: a few words, followed by an age if `since` is given. Each app defines its codes.

    A text must not change every minute, because each change of a text is a synced change of the row.
    """

    code: str
    points: int
    text: str
    since: datetime | None = None

    def as_json(self) -> dict[str, str | int | None]:
        """The reason as JSON of an attention row."""
        since = iso(self.since) if self.since is not None else None
        return {"code": self.code, "points": self.points, "text": self.text, "since": since}


class Reasons(Protocol):
    def __call__(self) -> Iterable[tuple[UUID, Reason]]:
        """The current reasons of one app, with the client of each. It runs every few seconds, so it must read only
        clients that have a reason."""


class AttentionPort:
    """Collects the reasons for attention that other apps report."""

    def __init__(self) -> None:
        self._sources: list[Reasons] = []

    def register(self, source: Reasons) -> None:
        self._sources.append(source)

    def collect(self) -> dict[UUID, list[Reason]]:
        """The reasons of all apps by client, most points first."""
        by_client: dict[UUID, list[Reason]] = {}
        for source in self._sources:
            for client_id, reason in source():
                by_client.setdefault(client_id, []).append(reason)
        return {
            client_id: sorted(reasons, key=lambda one: (-one.points, one.code))
            for client_id, reasons in by_client.items()
        }


attention = AttentionPort()
