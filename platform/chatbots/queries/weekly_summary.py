"""The chatbots section of the weekly email: how many questions were asked, and how many were not answered."""

from datetime import datetime
from uuid import UUID

from chatbots.models import ChatMessage, Sender
from clients import queries as clients
from notifications.ports import Figure, Section


def section_of(client_id: UUID, start: datetime, end: datetime) -> Section | None:
    """Count the questions of the client's user from `start` until `end`. Returns None if there were none."""
    user_ids = clients.users_of(client_id=client_id)
    messages = ChatMessage.objects.filter(
        user_id__in=user_ids, is_hidden=False, created_at__gte=start, created_at__lt=end
    )
    question_count = messages.filter(sender_type=Sender.USER).count()
    if not question_count:
        return None
    replies = messages.exclude(sender_type=Sender.USER)
    unanswered = replies.filter(fallback_used=True).count()
    return Section(
        title="Chatbots",
        figures=(Figure(str(question_count), "questions"), Figure(str(replies.count() - unanswered), "answered")),
        lines=(f"{unanswered} got no answer. We are looking into it.",) if unanswered else (),
        path="/dashboard/chatbot",
        action="Open your chatbot",
    )
