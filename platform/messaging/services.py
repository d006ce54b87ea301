"""Writes of threads: send a message, move a read marker."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from uuid import UUID

from core.clock import now
from core.person import Person
from core.text import is_visible
from messaging import access, queries
from messaging.errors import EmptyMessage, MessageIdTaken, MessageNotFound
from messaging.facts import Card
from messaging.models import Message, MessageCard, Role, Thread
from sync import changes
from sync.ports import Delivery

PREVIEW = 140
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
    at: datetime | None = None,
) -> Sent:
    """Post a message in a client's thread, about a figure if it has a `card`. The same again changes nothing (MU1).

    `at` is for data that is brought in; no door passes it. A thread's times only grow (MU3).
    Raises ClientNotFound, EmptyMessage, MessageIdTaken (MU2).
    """
    sender = access.thread_for(actor, client_id)
    if not is_visible(content):
        raise EmptyMessage
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
    if not changes.ensure(message):
        return _sent_before(message, card)
    if frozen is not None:
        frozen.save(force_insert=True)
    _show_last(thread, message)
    return Sent(message, first=True)


def _frozen(message: Message, card: Card | None) -> MessageCard | None:
    """The card's row, which the new message knows; without one it knows that too, and nobody asks the database."""
    if card is None:
        message._state.fields_cache["card"] = None
        return None
    return MessageCard(message=message, **asdict(card))


def _sent_before(message: Message, card: Card | None) -> Sent:
    stored = queries.messages().get(id=message.id)
    same = (stored.sender_id, stored.client_id, stored.content) == (
        message.sender_id,
        message.client_id,
        message.content,
    )
    if not same or queries.card_of(stored) != card:
        raise MessageIdTaken
    return Sent(stored, first=False)


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
