"""Writes of a thread's markers: how far a side has read, and which messages its devices have stored."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from core.actor import Actor
from core.clock import now
from messaging import access
from messaging.errors import MessageNotFound
from messaging.models import Message, Thread
from messaging.services import notify
from messaging.services.thread_locks import locked_thread
from sync.log import changes
from sync.ports import Delivery

UNREAD_MAX = 1000  # the count stops here, because each move of a marker counts the rest of the thread


def mark_read(*, actor: Actor, client_id: UUID, message_id: UUID, at: datetime | None = None) -> Thread:
    """Move the read marker of the actor's side forward to a message, never back.

    `at` is for imported data; no endpoint passes it.
    Raises ClientNotFound, MessageNotFound.
    """
    reader = access.thread_for(actor, client_id)
    thread = locked_thread(client_id)
    message = Message.objects.filter(id=message_id, client_id=client_id).first()
    if message is None:
        raise MessageNotFound
    side = "provider" if reader.role == "admin" else "client"
    marker = getattr(thread, f"{side}_read_created_at")
    if marker is not None and marker >= message.created_at:
        return thread
    later = Message.objects.filter(client_id=client_id, created_at__gt=message.created_at, removed_at=None)
    new_values = {
        f"{side}_read_to": message.id,
        f"{side}_read_created_at": message.created_at,
        f"{side}_read_at": at or now(),
        f"{side}_unread": later.exclude(sender_role=reader.role)[:UNREAD_MAX].count(),
    }
    if reader.role == "admin":
        new_values["provider_read_by"] = reader.name
    changes.update(thread, **new_values)
    if not new_values[f"{side}_unread"]:
        notify.close_notices(client_id=client_id, role=reader.role)
    return thread


def mark_delivered(*, deliveries: Sequence[Delivery]) -> None:
    """Move the delivered markers of threads forward. Implements `sync.ports.mark_delivered`.

    Locks the threads in the order of their ids.
    """
    for delivery in sorted(deliveries, key=lambda one: one.row):
        thread = changes.locked(Thread, delivery.row)
        if thread is None:
            continue
        marker = f"{delivery.side}_delivered_created_at"
        current = getattr(thread, marker)
        if current is None or current < delivery.upto:
            changes.update(thread, **{marker: delivery.upto})
