"""Reads of connections, tokens and figures."""

from collections.abc import Iterator
from uuid import UUID

from analytics import access, encryption
from analytics.errors import EXPIRED, MISSING
from analytics.google_types import Readable, Tokens
from analytics.models import Connection, GoogleCredentials, Snapshot, SourceType, Status
from clients import queries as clients
from clients.ports import Reason
from core.actor import Person


def own_connections(*, actor: Person) -> list[Connection]:
    """The caller's sources, newest first; admins have none."""
    found = access.connecting(actor)
    if found is None or found.client_id is None:
        return []
    return list(Connection.objects.filter(user_id=actor.id, client_id=found.client_id).order_by("-created_at", "-id"))


def connection(*, client_id: UUID, source_type: str) -> Connection | None:
    return Connection.objects.filter(client_id=client_id, source_type=source_type).first()


def scopes_of(*, user_id: UUID) -> set[str]:
    """The scopes that the user has granted, as stored."""
    stored = GoogleCredentials.objects.filter(user_id=user_id).first()
    return set(stored.scopes.split()) if stored else set()


def tokens_of(*, user_id: UUID) -> Tokens | None:
    """The tokens of a user's consent, or None if there is none or if SECRET_KEY has changed since."""
    stored = GoogleCredentials.objects.filter(user_id=user_id).first()
    return opened(stored) if stored else None


def opened(stored: GoogleCredentials) -> Tokens | None:
    try:
        facts = encryption.unseal(stored.sealed)
    except encryption.CannotOpen:
        return None
    return Tokens(facts["access"], facts["refresh"])


def snapshot(*, client_id: UUID) -> Snapshot | None:
    """A client's newest figures, or None."""
    return Snapshot.objects.filter(client_id=client_id).first()


def readable(*, client_id: UUID) -> Readable | None:
    """A client's property and tokens, or None if the client has no property."""
    found = clients.property_of(client_id=client_id)
    if found is None:
        return None
    user_id, property_id = found
    known = snapshot(client_id=client_id)
    read_at = known.totals_as_of if known else None
    return Readable(client_id, user_id, property_id, tokens_of(user_id=user_id), read_at)


def reasons() -> Iterator[tuple[UUID, Reason]]:
    """For `clients.attention`: clients whose Google Analytics cannot be read until they reconnect."""
    dead = Connection.objects.filter(
        source_type=SourceType.ANALYTICS, status=Status.ERROR, error__in=(EXPIRED, MISSING)
    )
    for client_id in dead.values_list("client_id", flat=True):
        yield client_id, Reason("ga-token", 30, "GA token dead")
