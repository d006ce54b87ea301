"""Publishes rows to sync streams: a client's sources and figures, only to the client's own users."""

from analytics.models import Connection, Snapshot
from analytics.schemas import ConnectionOut, SnapshotOut
from sync.log import streams
from sync.log.registry import publish

publish(
    Connection,
    streams=lambda row: [streams.client(row.client_id)],
    as_={"c": ConnectionOut},
    snapshot=lambda stream: Connection.objects.filter(client_id=streams.subject_of(stream)),
)
publish(
    Snapshot,
    streams=lambda row: [streams.client(row.client_id)],
    as_={"c": SnapshotOut},
    snapshot=lambda stream: Snapshot.objects.filter(client_id=streams.subject_of(stream)),
)
