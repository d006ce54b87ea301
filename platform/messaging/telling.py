"""Who is told of a message, in which words, and that it was read."""

from datetime import timedelta
from uuid import UUID

from clients import queries as clients
from messaging.models import Message, Role, Thread
from notifications import queries as notices
from notifications import services as notifications
from sync import effects

TELL = "messaging.tell"
# What follows so soon on what is still unread is of one piece with it: a telephone rings once for both.
TOGETHER = timedelta(seconds=10)
SCREEN = "/dashboard/messaging"


def ask(thread: Thread, message: Message) -> None:
    """Have the other side told once this is committed; `thread` is as it was before the message."""
    unread = thread.client_unread if message.sender_role == Role.ADMIN else thread.provider_unread
    is_more = thread.last_message_at is not None and message.created_at - thread.last_message_at < TOGETHER
    if not (unread and is_more):
        effects.after_commit(kind=TELL, subject=str(message.id))


def ask_again(message: Message) -> None:
    """A message was taken back: what was told of it is to say so."""
    effects.after_commit(kind=TELL, subject=f"{message.id}:removed")


def tell(*, message_id: UUID) -> None:
    """Tell the other side of a message, unless they have read it by now. Re-reads it; running twice is harmless."""
    message = Message.objects.filter(id=message_id).first()
    thread = None if message is None else Thread.objects.filter(id=message.client_id).first()
    if message is None or thread is None:
        return
    is_answer = message.sender_role == Role.ADMIN
    unread = thread.client_unread if is_answer else thread.provider_unread
    if not unread:
        read(client_id=thread.id, role=Role.CLIENT if is_answer else Role.ADMIN)
        return
    is_newest = thread.last_message_role == message.sender_role
    who = message.sender_name if is_answer else clients.company_of(client_id=thread.id)
    notifications.tell(
        people=notices.of_client(thread.id) if is_answer else notices.of_provider(),
        kind="message",
        client_id=thread.id,
        tag=_tag(thread.id),
        subject=f"{message.id}{':removed' if message.removed_at else ''}",
        title=f"New message from {who}" if unread == 1 else f"{unread} new messages from {who}",
        body=thread.last_message_preview if is_newest else message.content,
        path=SCREEN if is_answer else f"{SCREEN}?client={thread.id}",
        count=unread,
    )


def read(*, client_id: UUID, role: str) -> None:
    """One side has read the thread: nobody of it needs to be told any more."""
    side = "provider" if role == Role.ADMIN else "client"
    notifications.opened(client_id=client_id, side=side, tag=_tag(client_id))


def _tag(client_id: UUID) -> str:
    return f"messages:{client_id}"
