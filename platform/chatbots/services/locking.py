"""Locks a bot, updates its audience, and checks required texts."""

from uuid import UUID

from chatbots import access, queries
from chatbots.errors import ChatbotNotFound, Empty
from chatbots.models import Chatbot
from core.actor import Person
from core.clock import now
from core.text import is_visible
from sync.log import changes


def managed_and_locked(actor: Person, chatbot_id: UUID) -> Chatbot:
    """Lock a bot that an admin is about to write. Raises AdminsOnly, ChatbotNotFound."""
    access.managed(actor, chatbot_id)
    chatbot = changes.locked(Chatbot, chatbot_id)
    if chatbot is None or chatbot.deleted_at is not None:
        raise ChatbotNotFound
    return chatbot


def settle_audience(chatbot: Chatbot) -> None:
    """Set the audience of a locked bot to the users who may chat with it now."""
    people = queries.people_of(chatbot)
    if people != chatbot.audience:
        changes.update(chatbot, audience=people, updated_at=now())


def visible(text: str) -> str:
    """`text` without whitespace at its ends. Raises Empty if it has no visible character."""
    if not is_visible(text):
        raise Empty
    return text.strip()
