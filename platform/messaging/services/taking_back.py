"""Takes a message back: it becomes a tombstone, or is rejected on arrival if it has not arrived yet."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from core.actor import Actor
from core.clock import now
from files import services as files
from messaging import access
from messaging.errors import AlreadyRead, MessageNotFound, NotTheSender, TooManyTakenBack
from messaging.models import Message, MessageCard, Role, TakenBackId, Thread
from messaging.queries import REMOVED
from messaging.services import notify
from messaging.services.files import APP, NO_FILE
from messaging.services.previews import preview_of
from messaging.services.thread_locks import locked_thread
from sync.log import changes

MAX_IDS_PER_USER = 1_000
PRUNE_BATCH_SIZE = 1_000


def take_back(*, actor: Actor, message_id: UUID, client_id: UUID | None = None) -> Message | None:
    """Turn the actor's own message into a tombstone, unless the other side has read it. A repeat changes nothing.

    Returns None for a message that has not arrived in the thread of `client_id`: its id is recorded, and the message
    is rejected when it arrives. Without `client_id` only a message that has arrived can be taken back.
    Raises ClientNotFound, MessageNotFound, NotTheSender, AlreadyRead, TooManyTakenBack.
    """
    has_arrived = client_id is None
    if client_id is None:
        client_id = access.thread_of(actor, message_id)
    else:
        access.thread_for(actor, client_id)
    thread = locked_thread(client_id)
    if not Message.objects.filter(id=message_id, client_id=client_id).exists():
        if has_arrived:  # its client was deleted meanwhile
            raise MessageNotFound
        _record(actor, client_id, message_id)
        return None
    message = changes.locked(Message, message_id)
    if message is None:
        raise MessageNotFound
    if message.sender_id != actor.id:
        raise NotTheSender
    message._state.fields_cache["card"] = None  # a tombstone has no card
    if message.removed_at is not None:
        return message
    if _is_read(thread, message):
        raise AlreadyRead
    MessageCard.objects.filter(message_id=message_id).delete()
    files.release(app=APP, row_id=message_id)
    texts = message.content, preview_of(message.content)
    changes.update(message, content="", removed_at=now(), **NO_FILE)
    _update_thread(thread, message)
    notify.withdraw(message, texts, REMOVED)
    return message


def was_taken_back(keys: Collection[tuple[UUID, UUID, UUID]]) -> bool:
    """Whether one of these (message, sender, client) ids belongs to a message that was taken back before it arrived."""
    recorded = TakenBackId.objects.filter(message_id__in=[message_id for message_id, _, _ in keys])
    return not set(keys).isdisjoint(recorded.values_list("message_id", "sender_id", "client_id"))


def forget_taken_back(*, before: datetime) -> int:
    """Delete a batch of the ids that were recorded before `before`. Returns the number of deleted ids."""
    old = TakenBackId.objects.filter(created_at__lt=before).order_by("created_at").values("pk")[:PRUNE_BATCH_SIZE]
    return TakenBackId.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()[0]


def _record(actor: Actor, client_id: UUID, message_id: UUID) -> None:
    """Record the id under the thread's lock, so that a concurrent message is either stored before this or rejected.

    Raises TooManyTakenBack.
    """
    if was_taken_back([(message_id, actor.id, client_id)]):
        return
    if TakenBackId.objects.filter(sender_id=actor.id).count() >= MAX_IDS_PER_USER:
        raise TooManyTakenBack
    TakenBackId.objects.create(sender_id=actor.id, client_id=client_id, message_id=message_id, created_at=now())


def _is_read(thread: Thread, message: Message) -> bool:
    side = "client" if message.sender_role == Role.ADMIN else "provider"
    read_to = getattr(thread, f"{side}_read_created_at")
    return read_to is not None and read_to >= message.created_at


def _update_thread(thread: Thread, message: Message) -> None:
    """Stop counting the removed message as unread, and hide its text in the thread's preview and changes."""
    side = "client" if message.sender_role == Role.ADMIN else "provider"
    changed: dict[str, object] = {f"{side}_unread": max(0, getattr(thread, f"{side}_unread") - 1)}
    if thread.last_message_id == message.id:
        changed["last_message_preview"] = REMOVED
    changes.update(thread, **changed)
    changes.hide(thread, str(message.id))
