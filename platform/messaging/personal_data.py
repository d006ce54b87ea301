"""Personal data of a user in the messaging app: the whole thread of their client, both sides of it."""

from collections.abc import Iterator
from uuid import UUID

from accounts.personal_data import Going, Part, Personal, table
from clients import queries as clients
from files import services as files
from files.personal_data import kept_by
from messaging.models import Message, MessageCard, SearchThread, TakenBackId, Thread
from messaging.services import ROOM

FIELDS = ("created_at", "sender_role", "sender_name", "content", "attachment_name", "attachment_size", "removed_at")


def export(user_id: UUID) -> Iterator[Part]:
    thread = Message.objects.filter(client_id__in=clients.clients_of(user_id=user_id))
    yield table("messages", thread.order_by("created_at", "id"), FIELDS)
    yield from kept_by(ROOM, thread)


def goes(user_id: UUID) -> Iterator[Going]:
    own = clients.clients_of(user_id=user_id)
    yield Going(Message.objects.filter(client_id__in=own), before=_let_go)
    yield Going(TakenBackId.objects.filter(sender_id=user_id))
    yield Going(Thread.objects.filter(id__in=own))
    yield Going(SearchThread.objects.filter(client_id__in=own))  # the indexer removes entries of deleted messages


def _let_go(message: Message) -> None:
    files.release(room=ROOM, row_id=message.id)
    MessageCard.objects.filter(message_id=message.id).delete()


PERSONAL = Personal(export, goes)
