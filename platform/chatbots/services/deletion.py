"""Deletes a bot with all its rows, restores it within 30 days, and purges it after that."""

from uuid import UUID

from chatbots import access, queries
from chatbots.errors import ChatbotNotFound
from chatbots.models import (
    Assignment,
    Bot,
    BotSubscription,
    Chatbot,
    ChatMessage,
    MeaningVector,
    SavedQuestion,
    Status,
    TrainingRow,
)
from chatbots.queries import RESTORE_PERIOD, DeletionCounts
from chatbots.services.bots import relist, unlist
from chatbots.services.locking import managed_and_locked, update_audience
from clients import services as clients
from core.actor import Actor
from core.clock import now
from sync.effects import effects
from sync.log import changes
from sync.writes.db_executor import write_now

BATCH_SIZE = 500


def delete_chatbot(*, actor: Actor, chatbot_id: UUID) -> DeletionCounts:
    """Delete a bot for all users. Returns the counts of what is deleted. Raises AdminsOnly, ChatbotNotFound."""
    chatbot = managed_and_locked(actor, chatbot_id)
    counted = queries.deletion_counts(actor=actor, chatbot_id=chatbot_id)
    unlist(chatbot_id)
    deleted_at = now()
    changes.update(chatbot, deleted_at=deleted_at, updated_at=deleted_at)
    update_audience(chatbot)
    clients.audit(actor_id=actor.id, action="chatbot.deleted", subject=str(chatbot_id), name=chatbot.bot_name)
    this_time = f"{chatbot_id}:{deleted_at.timestamp():.6f}"
    effects.after_commit(show_or_hide, this_time)
    effects.after_commit(purge_deleted, this_time, due=deleted_at + RESTORE_PERIOD)
    return counted


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


def show_or_hide(subject: str) -> None:
    """Show or hide the conversations of a bot, in batches. `subject` is `<bot>:<when>`."""
    while write_now(show_conversations, chatbot_id=_bot(subject)):
        pass


def purge_deleted(subject: str) -> None:
    """Purge a deleted bot, in batches. `subject` is `<bot>:<when>`."""
    while write_now(purge, chatbot_id=_bot(subject)):
        pass


def show_conversations(*, chatbot_id: UUID) -> bool:
    """Show the next messages of a bot, or hide them if the bot is deleted. Returns False if none is left."""
    chatbot = changes.locked(Chatbot, chatbot_id)
    if chatbot is None:
        return False
    is_hidden = chatbot.deleted_at is not None
    wrong = ChatMessage.objects.filter(conversation_id=chatbot_id, is_hidden=not is_hidden).order_by("user_id", "id")
    batch = list(wrong.values_list("id", flat=True)[:BATCH_SIZE])
    for message_id in batch:
        message = changes.locked(ChatMessage, message_id)
        if message is not None:
            changes.update(message, is_hidden=is_hidden)
    return bool(batch)


def purge(*, chatbot_id: UUID) -> bool:
    """Delete the next batch of rows of a bot whose 30 days are over, the bot last. Returns False if none is left."""
    chatbot = changes.locked(Chatbot, chatbot_id)
    if chatbot is None or not queries.is_purgeable(chatbot):
        return False
    for model, where in (
        (ChatMessage, {"conversation_id": chatbot_id}),
        (TrainingRow, {"chatbot_id": chatbot_id}),
        (SavedQuestion, {"chatbot_id": chatbot_id}),
        (Assignment, {"chatbot_id": chatbot_id}),
        (BotSubscription, {"bot_id": chatbot_id}),
        (Bot, {"id": chatbot_id}),
    ):
        batch = list(model.objects.filter(**where).order_by("id").values_list("id", flat=True)[:BATCH_SIZE])
        for row_id in batch:
            row = changes.locked(model, row_id)
            if row is not None:
                changes.delete(row)
        if batch:
            return True
    MeaningVector.objects.filter(chatbot_id=chatbot_id).delete()
    clients.audit(actor_id=None, action="chatbot.purged", subject=str(chatbot_id), name=chatbot.bot_name)
    changes.delete(chatbot)
    return False


def _bot(subject: str) -> UUID:
    return UUID(subject.partition(":")[0])
