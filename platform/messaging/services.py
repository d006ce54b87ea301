"""Writes of threads: send a message, take one back, move a read marker."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from uuid import UUID

from core.clock import now
from core.person import Person
from core.text import is_visible
from files import services as files
from files.buckets import ATTACHMENTS
from messaging import access, queries, telling
from messaging.errors import EmptyMessage, MessageIdTaken, MessageNotFound, NotItsSender, TooLate
from messaging.facts import Card
from messaging.models import Message, MessageCard, Role, Thread
from sync import changes
from sync.ports import Delivery

ROOM = "messages"
ATTACHED = "Attached file"
REMOVED = "Message removed"
# Ten seconds on the screen, and the way here.
TIME_TO_TAKE_BACK = timedelta(seconds=30)
PREVIEW = 140
NO_FILE = {f"attachment_{name}": None for name in ("url", "name", "type", "size", "width", "height")}
TICK = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Sent:
    """A stored message; `first` is false when it had been stored before."""

    message: Message
    first: bool


def send_message(
    *,
    actor: Person,
    message_id: UUID,
    client_id: UUID,
    content: str,
    card: Card | None = None,
    attachment_url: str | None = None,
    at: datetime | None = None,
) -> Sent:
    """Post a message in a client's thread, about a figure if it has a `card`, with a file if it names one.

    The same again changes nothing (MU1).

    `at` is for data that is brought in; no door passes it. A thread's times only grow (MU3).
    Raises ClientNotFound, EmptyMessage, FileNotFound, MessageIdTaken (MU2).
    """
    sender = access.thread_for(actor, client_id)
    if not is_visible(content):
        if attachment_url is None:
            raise EmptyMessage
        content = ATTACHED
    thread = _locked_thread(client_id)
    message = Message(
        id=message_id,
        client_id=client_id,
        content=content,
        sender_id=actor.id,
        sender_role=sender.role,
        sender_name=sender.name,
        created_at=_next_moment(thread, at or now()),
    )
    frozen = _frozen(message, card)
    if attachment_url is not None and not Message.objects.filter(id=message_id).exists():
        _attach(message, actor, attachment_url)
    if not changes.ensure(message):
        return _sent_before(message, card, attachment_url)
    if frozen is not None:
        MessageCard.objects.bulk_create([frozen])
    if at is None:
        telling.ask(thread, message)
    _show_last(thread, message)
    return Sent(message, first=True)


def _frozen(message: Message, card: Card | None) -> MessageCard | None:
    """The card's row, which the new message knows; without one it knows that too, and nobody asks the database."""
    if card is None:
        message._state.fields_cache["card"] = None
        return None
    return MessageCard(message=message, **asdict(card))


def _attach(message: Message, actor: Person, url: str) -> None:
    file = files.claim(actor=actor, url=url, bucket=ATTACHMENTS, room=ROOM, row_id=message.id)
    message.attachment_url, message.attachment_name = file.url, file.title
    message.attachment_type, message.attachment_size = file.type, file.size
    message.attachment_width, message.attachment_height = file.width, file.height


def _sent_before(message: Message, card: Card | None, attachment_url: str | None) -> Sent:
    stored = queries.messages().get(id=message.id)
    asked = (message.content, card, attachment_url)
    # What was taken back meanwhile is not what was sent any more.
    is_same = stored.removed_at is not None or (stored.content, queries.card_of(stored), stored.attachment_url) == asked
    if not is_same or (stored.sender_id, stored.client_id) != (message.sender_id, message.client_id):
        raise MessageIdTaken
    return Sent(stored, first=False)


def take_back(*, actor: Person, message_id: UUID) -> Message:
    """Make a tombstone of the actor's own new message. Once more changes nothing.

    Raises MessageNotFound, NotItsSender, TooLate.
    """
    thread = _locked_thread(access.thread_of(actor, message_id))
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


def mark_read(*, actor: Person, client_id: UUID, message_id: UUID, at: datetime | None = None) -> Thread:
    """Move the read marker of `actor`'s side forward to a message; never back.

    `at` is for data that is brought in; no door passes it.
    Raises ClientNotFound, MessageNotFound.
    """
    reader = access.thread_for(actor, client_id)
    thread = _locked_thread(client_id)
    message = Message.objects.filter(id=message_id, client_id=client_id).first()
    if message is None:
        raise MessageNotFound
    side = "provider" if reader.role == "admin" else "client"
    marker = getattr(thread, f"{side}_read_created_at")
    if marker is not None and marker >= message.created_at:
        return thread
    others = Message.objects.filter(client_id=client_id, created_at__gt=message.created_at)
    moved = {
        f"{side}_read_to": message.id,
        f"{side}_read_created_at": message.created_at,
        f"{side}_read_at": at or now(),
        f"{side}_unread": others.exclude(sender_role=reader.role).count(),
    }
    if reader.role == "admin":
        moved["provider_read_by"] = reader.name
    changes.update(thread, **moved)
    if not moved[f"{side}_unread"]:
        telling.read(client_id=client_id, role=reader.role)
    return thread


def mark_delivered(*, deliveries: Sequence[Delivery]) -> None:
    """Move the delivered markers of threads forward, in one order for everybody who locks several."""
    for delivery in sorted(deliveries, key=lambda one: one.row):
        thread = changes.locked(Thread, delivery.row)
        marker = f"{delivery.side}_delivered_created_at"
        if thread is not None and (getattr(thread, marker) or delivery.upto - TICK) < delivery.upto:
            changes.update(thread, **{marker: delivery.upto})


def _next_moment(thread: Thread, moment: datetime) -> datetime:
    return max(moment, thread.last_message_at + TICK) if thread.last_message_at else moment


def _locked_thread(client_id: UUID) -> Thread:
    """The thread's row under its lock, which orders everything that happens in it."""
    thread = changes.locked(Thread, client_id)
    if thread is None:
        # Two first messages at once: the second finds the first's row.
        thread = Thread(id=client_id)
        if not changes.ensure(thread):
            return _locked_thread(client_id)
    return thread


def _show_last(thread: Thread, message: Message) -> None:
    unread = "client_unread" if message.sender_role == Role.ADMIN else "provider_unread"
    changes.update(
        thread,
        last_message_id=message.id,
        last_message_at=message.created_at,
        last_message_preview=" ".join(message.content.split())[:PREVIEW],
        last_message_role=message.sender_role,
        **{unread: getattr(thread, unread) + 1},
    )
