"""The messaging section of the weekly email: how many messages were sent, and how many are unread."""

from datetime import datetime
from uuid import UUID

from messaging.models import Message, Role, Thread
from notifications.ports import Figure, Section


def section_of(client_id: UUID, start: datetime, end: datetime) -> Section | None:
    """Count the messages from `start` until `end`. Returns None if no message was sent and none is unread."""
    messages = Message.objects.filter(client_id=client_id, created_at__gte=start, created_at__lt=end, removed_at=None)
    ours = messages.filter(sender_role=Role.ADMIN).count()
    theirs = messages.filter(sender_role=Role.CLIENT).count()
    unread = Thread.objects.filter(id=client_id).values_list("client_unread", flat=True).first() or 0
    if not (ours or theirs or unread):
        return None
    noun = "message" if ours == 1 else "messages"
    waits = f"{unread} {'message waits' if unread == 1 else 'messages wait'} for you to read." if unread else ""
    return Section(
        title="Messages",
        figures=(Figure(str(ours), f"{noun} for you"), Figure(str(theirs), "from you")),
        lines=(waits,) if waits else (),
        path="/dashboard/messaging",
        action="Read them" if unread else "Open the conversation",
    )
