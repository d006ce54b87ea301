"""Locks a bot, updates its audience, and checks required texts."""

from uuid import UUID

from chatbots import access, queries
from chatbots.errors import ChatbotNotFound, Empty
from chatbots.models import Chatbot
from core.actor import Actor
from core.clock import now
from core.text import is_visible
from sync.log import changes


def lock_managed_chatbot(actor: Actor, chatbot_id: UUID) -> Chatbot:
    """Lock a bot that an admin is about to write. Raises AdminsOnly, ChatbotNotFound."""
    access.managed_chatbot(actor, chatbot_id)
    chatbot = changes.locked(Chatbot, chatbot_id)
    if chatbot is None or chatbot.deleted_at is not None:
        raise ChatbotNotFound
    return chatbot


def update_audience(chatbot: Chatbot) -> None:
    """Set the audience of a locked bot to the users who may chat with it now."""
    user_ids = queries.audience_of(chatbot)
    if user_ids != chatbot.audience:
        changes.update(chatbot, audience=user_ids, updated_at=now())


def require_visible(text: str) -> str:
    """`text` without whitespace at its ends. Raises Empty if it has no visible character."""
    if not is_visible(text):
        raise Empty
    return text.strip()
