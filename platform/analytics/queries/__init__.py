"""Reads of connections, tokens and figures."""

from collections.abc import Iterator
from uuid import UUID

from analytics import access, encryption
from analytics.errors import EXPIRED, MISSING
from analytics.google_types import ReadTarget, Tokens
from analytics.models import Connection, GoogleCredentials, Snapshot, SourceType, Status
from clients import queries as clients
from clients.ports import Reason
from core.actor import Actor


def own_connections(*, actor: Actor) -> list[Connection]:
    """The sources of the caller's client, or of the client whom an admin views, newest first; other admins have none."""
    membership = access.connecting_membership(actor)
    if membership is None or membership.client_id is None:
        return []
    return list(Connection.objects.filter(client_id=membership.client_id).order_by("-created_at", "-id"))


def connection(*, client_id: UUID, source_type: str) -> Connection | None:
    return Connection.objects.filter(client_id=client_id, source_type=source_type).first()


def scopes_of(*, user_id: UUID) -> set[str]:
    """The scopes that the user has granted, as stored."""
    stored = GoogleCredentials.objects.filter(user_id=user_id).first()
    return set(stored.scopes.split()) if stored else set()


def tokens_of(*, user_id: UUID) -> Tokens | None:
    """The tokens of a user's consent, or None if there is none or if SECRET_KEY has changed since."""
    stored = GoogleCredentials.objects.filter(user_id=user_id).first()
    return decrypt_tokens(stored) if stored else None


def decrypt_tokens(stored: GoogleCredentials) -> Tokens | None:
    try:
        fields = encryption.unseal(stored.sealed)
    except encryption.CannotUnseal:
        return None
    return Tokens(fields["access"], fields["refresh"])


def snapshot(*, client_id: UUID) -> Snapshot | None:
    """A client's newest figures, or None."""
    return Snapshot.objects.filter(client_id=client_id).first()


def read_target(*, client_id: UUID) -> ReadTarget | None:
    """A client's property and tokens, or None if the client has no property."""
    row = clients.property_of(client_id=client_id)
    if row is None:
        return None
    user_id, property_id = row
    latest = snapshot(client_id=client_id)
    read_at = latest.totals_as_of if latest else None
    return ReadTarget(client_id, user_id, property_id, tokens_of(user_id=user_id), read_at)


def reasons() -> Iterator[tuple[UUID, Reason]]:
    """Implements `clients.ports.attention`: yields clients whose figures cannot be read until they reconnect."""
    without_tokens = Connection.objects.filter(
        source_type=SourceType.ANALYTICS, status=Status.ERROR, error__in=(EXPIRED, MISSING)
    )
    for client_id in without_tokens.values_list("client_id", flat=True):
        yield client_id, Reason("ga-token", 30, "GA token dead")
