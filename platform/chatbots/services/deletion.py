"""Deletes a bot, and restores it within 30 days."""

from uuid import UUID

from chatbots import access, queries
from chatbots.effects.deleted_bots import purge_deleted, show_or_hide
from chatbots.errors import ChatbotNotFound
from chatbots.models import Chatbot, Status
from chatbots.queries import RESTORE_PERIOD, DeletionCounts
from chatbots.services.bots import relist, unlist
from chatbots.services.locking import lock_managed_chatbot, update_audience
from clients import services as clients
from core.actor import Actor
from core.clock import now
from sync.effects import effects
from sync.log import changes


def delete_chatbot(*, actor: Actor, chatbot_id: UUID) -> DeletionCounts:
    """Delete a bot for all users. Returns the counts of what is deleted. Raises AdminsOnly, ChatbotNotFound."""
    chatbot = lock_managed_chatbot(actor, chatbot_id)
    counts = queries.deletion_counts(actor=actor, chatbot_id=chatbot_id)
    unlist(chatbot_id)
    deleted_at = now()
    changes.update(chatbot, deleted_at=deleted_at, updated_at=deleted_at)
    update_audience(chatbot)
    clients.audit(actor_id=actor.id, action="chatbot.deleted", subject=str(chatbot_id), name=chatbot.bot_name)
    subject = f"{chatbot_id}:{deleted_at.timestamp():.6f}"
    effects.after_commit(show_or_hide, subject)
    effects.after_commit(purge_deleted, subject, due=deleted_at + RESTORE_PERIOD)
    return counts


def restore_chatbot(*, actor: Actor, chatbot_id: UUID) -> Chatbot:
    """Restore a deleted bot and its listing. Raises AdminsOnly, ChatbotNotFound."""
    access.must_be_admin(actor)
    chatbot = changes.locked(Chatbot, chatbot_id)
    if chatbot is None or queries.is_purgeable(chatbot):
        raise ChatbotNotFound
    if chatbot.deleted_at is None:
        return chatbot
    restored_at = now()
    changes.update(chatbot, deleted_at=None, updated_at=restored_at)
    if chatbot.status == Status.ACTIVE:
        relist(chatbot)
    update_audience(chatbot)
    clients.audit(actor_id=actor.id, action="chatbot.restored", subject=str(chatbot_id), name=chatbot.bot_name)
    effects.after_commit(show_or_hide, f"{chatbot_id}:{restored_at.timestamp():.6f}")
    return chatbot
