"""Marks a thread as needing no answer, up to a message, and undoes that."""

from uuid import UUID

from core.actor import Actor
from core.clock import now
from messaging import access
from messaging.errors import MessageNotFound
from messaging.models import Message, ThreadResolution
from messaging.services.thread_locks import locked_thread
from sync.log import changes


def resolve_thread(*, actor: Actor, client_id: UUID, message_id: UUID, is_resolved: bool) -> ThreadResolution:
    """Mark the messages of a thread up to `message_id` as needing no answer, or undo the mark at this message.

    `message_id` is the last message that the admin has seen, so a message that arrives meanwhile still waits. A mark
    moves forward only. An undo does not change a later mark. A repeated mark or undo changes nothing.
    Raises AdminsOnly, ClientNotFound, MessageNotFound.
    """
    admin = access.thread_for_admin(actor, client_id)
    locked_thread(client_id)
    message = Message.objects.filter(id=message_id, client_id=client_id).first()
    if message is None:
        raise MessageNotFound
    stored = changes.locked(ThreadResolution, client_id)
    resolution = stored or ThreadResolution(id=client_id)
    position, current, former = message.created_at, resolution.resolved_created_at, resolution.former_created_at
    changed: dict[str, object] = {}
    if is_resolved and (current is None or current < position):
        changed = {
            "resolved_created_at": position,
            "former_created_at": current,
            "resolved_at": now(),
            "resolved_by": admin.name,
        }
    elif not is_resolved and current == position:
        changed = {"resolved_created_at": former, "former_created_at": None, "resolved_at": None, "resolved_by": ""}
    elif not is_resolved and former == position:
        changed = {"former_created_at": None}
    if stored is None:
        resolution = ThreadResolution(id=client_id, **changed)
        changes.insert(resolution)
    elif changed:
        changes.update(resolution, **changed)
    return resolution
