"""Publishes rows to sync streams: threads and messages to admins and their client, resolutions only to admins."""

from typing import Any

from django.db.models import QuerySet

from messaging import queries
from messaging.models import Message, Thread, ThreadResolution
from messaging.schemas import MessageOut, ThreadOut, ThreadResolutionOut
from sync.log import streams
from sync.log.registry import publish


def _threads_snapshot(stream: str) -> QuerySet[Any]:
    everything = Thread.objects.all()
    return everything if stream == streams.ADMINS else everything.filter(id=streams.subject_of(stream))


def _messages_snapshot(stream: str) -> QuerySet[Any]:
    # Admins load a thread's messages when they open it; 200 of each of 10,000 clients would be 2 million rows.
    if stream == streams.ADMINS:
        return Message.objects.none()
    return queries.newest_messages(streams.subject_of(stream))


publish(
    Thread,
    streams=lambda thread: [streams.ADMINS, streams.client(thread.id)],
    as_={"w": ThreadOut, "c": ThreadOut},
    snapshot=_threads_snapshot,
)
publish(
    Message,
    streams=lambda message: [streams.ADMINS, streams.client(message.client_id)],
    as_={"w": MessageOut, "c": MessageOut},
    snapshot=_messages_snapshot,
    is_tombstone=lambda message: message.removed_at is not None,
)
publish(
    ThreadResolution,
    streams=lambda resolution: [streams.ADMINS],
    as_={"w": ThreadResolutionOut},
    snapshot=lambda stream: ThreadResolution.objects.all(),
)
