"""The messaging section of the weekly email: how many messages were sent, and how many are unread."""

from datetime import datetime
from uuid import UUID

from messaging.models import Message, Role, Thread
from notifications.ports import Figure, Section


def section_of(client_id: UUID, start: datetime, end: datetime) -> Section | None:
    """The section for the messages from `start` until `end`, or None if no message was sent and none is unread."""
    messages = Message.objects.filter(client_id=client_id, created_at__gte=start, created_at__lt=end, removed_at=None)
    from_admins = messages.filter(sender_role=Role.ADMIN).count()
    from_client = messages.filter(sender_role=Role.CLIENT).count()
    unread = Thread.objects.filter(id=client_id).values_list("client_unread", flat=True).first() or 0
    if not (from_admins or from_client or unread):
        return None
    noun = "message" if from_admins == 1 else "messages"
    unread_line = f"{unread} {'message waits' if unread == 1 else 'messages wait'} for you to read." if unread else ""
    return Section(
        title="Messages",
        figures=(Figure(str(from_admins), f"{noun} for you"), Figure(str(from_client), "from you")),
        lines=(unread_line,) if unread_line else (),
        path="/dashboard/messaging",
        action="Read them" if unread else "Open the conversation",
    )
