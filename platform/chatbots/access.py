"""Access checks of bots and conversations. Only its own user may read a conversation; admins may not."""

from uuid import UUID

from chatbots.errors import AdminsOnly, ChatbotNotFound, RowNotFound
from chatbots.models import Chatbot, ChatMessage, SavedQuestion, TrainingRow
from clients import access
from clients.access import Standing, client_for, standing
from core.actor import Person


def must_be_admin(actor: Person) -> None:
    """Raises AdminsOnly."""
    access.must_be_admin(actor, refusal=AdminsOnly)


def managed(actor: Person, chatbot_id: UUID) -> Chatbot:
    """A bot that an admin manages. Raises AdminsOnly, and ChatbotNotFound also if the bot is deleted."""
    must_be_admin(actor)
    found = Chatbot.objects.filter(id=chatbot_id, deleted_at=None).first()
    if found is None:
        raise ChatbotNotFound
    return found


def to_chat_with(actor: Person, chatbot_id: UUID) -> tuple[Chatbot, Standing]:
    """A bot that `actor` may chat with, and the actor's role.

    Admins may chat with every bot, others only if they are in its audience. Raises ChatbotNotFound.
    """
    who = standing(actor)
    found = Chatbot.objects.filter(id=chatbot_id, deleted_at=None).first()
    if who is None or found is None or (who.role == "client" and str(actor.id) not in found.audience):
        raise ChatbotNotFound
    return found, who


def training_for(actor: Person, row_id: UUID) -> TrainingRow:
    """Raises AdminsOnly, RowNotFound."""
    must_be_admin(actor)
    found = TrainingRow.objects.filter(id=row_id, chatbot__deleted_at=None).first()
    if found is None:
        raise RowNotFound
    return found


def question_for(actor: Person, question_id: UUID) -> SavedQuestion:
    """Raises AdminsOnly, RowNotFound."""
    must_be_admin(actor)
    found = SavedQuestion.objects.filter(id=question_id, chatbot__deleted_at=None).first()
    if found is None:
        raise RowNotFound
    return found


def own_message(actor: Person, message_id: UUID) -> ChatMessage:
    """A message of one of the actor's own conversations. Raises RowNotFound."""
    who = standing(actor)
    found = ChatMessage.objects.filter(id=message_id, user_id=actor.id, is_hidden=False).first()
    if who is None or found is None:
        raise RowNotFound
    return found


def embedded_for(actor: Person, client_id: UUID) -> Standing:
    """The actor's role, if they are an admin or the client's own user. Raises ClientNotFound."""
    return client_for(actor, client_id)
