"""Personal data of a user in the messaging app: the thread of their client, with the messages of both sides."""

from collections.abc import Iterator
from uuid import UUID

from accounts.ports.personal_data import Part, RowsToDelete
from accounts.queries.personal_data import table
from clients import queries as clients
from files import services as files
from files.services.personal_data import claimed_files
from messaging.models import Message, MessageCard, SearchThread, TakenBackId, Thread, ThreadResolution
from messaging.services import APP

FIELDS = ("created_at", "sender_role", "sender_name", "content", "attachment_name", "attachment_size", "removed_at")


def export(user_id: UUID) -> Iterator[Part]:
    thread = Message.objects.filter(client_id__in=clients.clients_of(user_id=user_id))
    yield table("messages", thread.order_by("created_at", "id"), FIELDS)
    yield from claimed_files(APP, thread)


def rows_to_delete(user_id: UUID) -> Iterator[RowsToDelete]:
    client_ids = clients.clients_of(user_id=user_id)
    yield RowsToDelete(Message.objects.filter(client_id__in=client_ids), before=_release_files)
    yield RowsToDelete(TakenBackId.objects.filter(sender_id=user_id))
    yield RowsToDelete(ThreadResolution.objects.filter(id__in=client_ids))
    yield RowsToDelete(Thread.objects.filter(id__in=client_ids))
    # The indexer removes the entries of the deleted messages.
    yield RowsToDelete(SearchThread.objects.filter(client_id__in=client_ids))


def _release_files(message: Message) -> None:
    files.release(app=APP, row_id=message.id)
    MessageCard.objects.filter(message_id=message.id).delete()
