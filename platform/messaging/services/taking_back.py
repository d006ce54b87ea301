"""A message is taken back by its sender, seconds after it was sent: a tombstone keeps its place."""

from datetime import timedelta
from uuid import UUID

from core.clock import now
from core.person import Person
from files import services as files
from messaging import access, telling
from messaging.errors import MessageNotFound, NotItsSender, TooLate
from messaging.models import Message, MessageCard, Role, Thread
from messaging.services.files import NO_FILE, ROOM
from messaging.services.locking import locked_thread
from sync import changes

REMOVED = "Message removed"
# Ten seconds on the screen, and the way here.
TIME_TO_TAKE_BACK = timedelta(seconds=30)


def take_back(*, actor: Person, message_id: UUID) -> Message:
    """Make a tombstone of the actor's own new message. Once more changes nothing.

    Raises MessageNotFound, NotItsSender, TooLate.
    """
    thread = locked_thread(access.thread_of(actor, message_id))
    message = changes.locked(Message, message_id)
    if message is None:
        raise MessageNotFound
    if message.sender_id != actor.id:
        raise NotItsSender
    message._state.fields_cache["card"] = None  # it has none any more, or never had one
    if message.removed_at is not None:
        return message
    if now() - message.created_at > TIME_TO_TAKE_BACK:
        raise TooLate
    MessageCard.objects.filter(message_id=message_id).delete()
    files.release(room=ROOM, row_id=message_id)
    changes.update(message, content="", removed_at=now(), **NO_FILE)
    _forget_in_lists(thread, message)
    telling.ask_again(message)
    return message


def _forget_in_lists(thread: Thread, message: Message) -> None:
    side = "client" if message.sender_role == Role.ADMIN else "provider"
    read_to = getattr(thread, f"{side}_read_created_at")
    changed: dict[str, object] = {}
    if read_to is None or read_to < message.created_at:
        changed[f"{side}_unread"] = max(0, getattr(thread, f"{side}_unread") - 1)
    if thread.last_message_id == message.id:
        changed["last_message_preview"] = REMOVED
    if changed:
        changes.update(thread, **changed)
