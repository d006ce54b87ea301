"""A user's analytics data: their connections, figures and Google consent."""

from collections.abc import Iterator
from uuid import UUID

from accounts.ports.personal_data import Part, RowsToDelete
from accounts.queries.personal_data import table
from analytics.models import Connection, GoogleCredentials, GoogleFlow, Snapshot
from clients import queries as clients

FIGURES = (
    *("property_id", "total_users", "new_users", "sessions", "engaged_sessions", "bounce_rate", "conversions"),
    *("avg_engagement_time", "totals_as_of", "session_trend", "traffic_sources"),
    *("previous_totals", "previous_trend", "previous_sources"),
)


def export(user_id: UUID) -> Iterator[Part]:
    sources = Connection.objects.filter(user_id=user_id).order_by("created_at")
    yield table(
        "connections", sources, ("source_type", "status", "connected_account", "connected_property", "last_sync")
    )
    yield table("analytics", Snapshot.objects.filter(client_id__in=clients.clients_of(user_id=user_id)), FIGURES)
    consents = GoogleCredentials.objects.filter(user_id=user_id)
    yield table("google_consents", consents, ("email", "scopes", "created_at"))


def rows_to_delete(user_id: UUID) -> Iterator[RowsToDelete]:
    yield RowsToDelete(Snapshot.objects.filter(client_id__in=clients.clients_of(user_id=user_id)))
    yield RowsToDelete(Connection.objects.filter(user_id=user_id))
    yield RowsToDelete(GoogleFlow.objects.filter(user_id=user_id))
    yield RowsToDelete(GoogleCredentials.objects.filter(user_id=user_id))
