"""Access checks of bots and conversations. Only the user of a conversation may read it; admins may not."""

from uuid import UUID

from chatbots.errors import AdminsOnly, ChatbotNotFound, RowNotFound
from chatbots.models import Chatbot, ChatMessage, SavedQuestion, TrainingRow
from clients import access
from clients.access import Membership, client_for, membership_of
from core.actor import Actor


def must_be_admin(actor: Actor) -> None:
    """Raises AdminsOnly."""
    access.must_be_admin(actor, error=AdminsOnly)


def managed_chatbot(actor: Actor, chatbot_id: UUID) -> Chatbot:
    """A bot that an admin manages. Raises AdminsOnly, and ChatbotNotFound also if the bot is deleted."""
    must_be_admin(actor)
    chatbot = Chatbot.objects.filter(id=chatbot_id, deleted_at=None).first()
    if chatbot is None:
        raise ChatbotNotFound
    return chatbot


def chatbot_for_chat(actor: Actor, chatbot_id: UUID) -> tuple[Chatbot, Membership]:
    """A bot that `actor` may chat with, and the actor's role.

    Admins may chat with every bot, others only if they are in its audience. Raises ChatbotNotFound.
    """
    membership = membership_of(actor)
    chatbot = Chatbot.objects.filter(id=chatbot_id, deleted_at=None).first()
    if membership is None or chatbot is None or (membership.role == "client" and str(actor.id) not in chatbot.audience):
        raise ChatbotNotFound
    return chatbot, membership


def training_for(actor: Actor, row_id: UUID) -> TrainingRow:
    """A training row that an admin manages. Raises AdminsOnly, RowNotFound."""
    must_be_admin(actor)
    row = TrainingRow.objects.filter(id=row_id, chatbot__deleted_at=None).first()
    if row is None:
        raise RowNotFound
    return row


def question_for(actor: Actor, question_id: UUID) -> SavedQuestion:
    """A saved question that an admin manages. Raises AdminsOnly, RowNotFound."""
    must_be_admin(actor)
    question = SavedQuestion.objects.filter(id=question_id, chatbot__deleted_at=None).first()
    if question is None:
        raise RowNotFound
    return question


def own_message(actor: Actor, message_id: UUID) -> ChatMessage:
    """A message of one of the actor's own conversations. Raises RowNotFound."""
    membership = membership_of(actor)
    message = ChatMessage.objects.filter(id=message_id, user_id=actor.id, is_hidden=False).first()
    if membership is None or message is None:
        raise RowNotFound
    return message


def must_access_client(actor: Actor, client_id: UUID) -> Membership:
    """The actor's role, if they are an admin or the client's own user. Raises ClientNotFound."""
    return client_for(actor, client_id)
