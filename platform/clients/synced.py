"""Publishes rows to sync streams: clients to admins and to themselves, admins and reasons for attention to admins."""

from typing import Any

from django.db.models import QuerySet

from clients.models import Admin, Attention, Client
from clients.schemas import AdminClientOut, AdminOut, AttentionOut, ClientOut
from sync.log import streams
from sync.log.registry import publish


def _client_streams(client: Client) -> list[str]:
    return [streams.ADMINS, streams.client(client.id)]


def _clients_snapshot(stream: str) -> QuerySet[Any]:
    rows = Client.objects.all()
    return rows if stream == streams.ADMINS else rows.filter(id=streams.subject_of(stream))


publish(Client, streams=_client_streams, as_={"w": AdminClientOut, "c": ClientOut}, snapshot=_clients_snapshot)
publish(Admin, streams=lambda admin: [streams.ADMINS], as_={"w": AdminOut}, snapshot=lambda stream: Admin.objects.all())
publish(
    Attention,
    streams=lambda row: [streams.ADMINS],
    as_={"w": AttentionOut},
    snapshot=lambda stream: Attention.objects.all(),
)
