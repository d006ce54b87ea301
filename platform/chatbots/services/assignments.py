"""Writes of assignments and subscriptions: admins assign bots to users, and users add bots from the marketplace."""

from uuid import NAMESPACE_URL, UUID, uuid5

from chatbots import access
from chatbots.errors import ChatbotNotFound, RowNotFound, UserNotFound
from chatbots.models import Assignment, Bot, BotSubscription, Chatbot
from chatbots.services.locking import lock_managed_chatbot, update_audience
from clients import queries as clients_queries
from clients import services as clients
from clients.access import membership_of
from core.actor import Actor
from sync.log import changes


def assign(*, actor: Actor, user_id: UUID, chatbot_id: UUID) -> Assignment:
    """Let a client's user chat with a bot. A repeated call changes nothing.

    Raises AdminsOnly, ChatbotNotFound, UserNotFound.
    """
    chatbot = lock_managed_chatbot(actor, chatbot_id)
    if clients_queries.client_of(user_id=user_id) is None:
        raise UserNotFound
    row = Assignment(id=_pair_id(user_id, chatbot_id), user_id=user_id, chatbot_id=chatbot_id)
    if changes.ensure(row):
        clients.audit(actor_id=actor.id, action="chatbot.assigned", subject=str(chatbot_id), to=str(user_id))
        update_audience(chatbot)
        return row
    return Assignment.objects.get(id=row.id)


def unassign(*, actor: Actor, assignment_id: UUID) -> None:
    """Delete an assignment. Raises AdminsOnly, RowNotFound."""
    access.must_be_admin(actor)
    assignment = Assignment.objects.filter(id=assignment_id).first()
    chatbot = changes.locked(Chatbot, assignment.chatbot_id) if assignment is not None else None
    row = changes.locked(Assignment, assignment_id)
    if row is None or chatbot is None:
        raise RowNotFound
    clients.audit(actor_id=actor.id, action="chatbot.unassigned", subject=str(chatbot.id), to=str(row.user_id))
    changes.delete(row)
    update_audience(chatbot)


def subscribe(*, actor: Actor, bot_id: UUID, is_active: bool) -> BotSubscription:
    """Add a marketplace bot to the actor's bots, or remove it from them. Raises ChatbotNotFound."""
    membership = membership_of(actor)
    chatbot = changes.locked(Chatbot, bot_id)
    listing = Bot.objects.filter(id=bot_id).first()
    is_offered = listing is not None and (listing.is_active or not is_active)
    if (
        membership is None
        or membership.client_id is None
        or chatbot is None
        or chatbot.deleted_at is not None
        or not is_offered
    ):
        raise ChatbotNotFound
    new = BotSubscription(id=_pair_id(actor.id, bot_id), user_id=actor.id, bot_id=bot_id, is_active=is_active)
    row = changes.locked_or_stored(new)
    if row.is_active != is_active:
        changes.update(row, is_active=is_active)
    update_audience(chatbot)
    return row


def _pair_id(user_id: UUID, chatbot_id: UUID) -> UUID:
    """The id of the row of this user and this bot, derived from both ids."""
    return uuid5(NAMESPACE_URL, f"{user_id}:{chatbot_id}")
