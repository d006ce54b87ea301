"""Hides a deleted bot's conversations, shows a restored bot's, and purges a bot 30 days after its deletion."""

from uuid import UUID

from chatbots import queries
from chatbots.models import (
    Assignment,
    Bot,
    BotSubscription,
    Chatbot,
    ChatMessage,
    EmbeddingVector,
    SavedQuestion,
    TrainingRow,
)
from clients import services as clients
from sync.log import changes
from sync.writes.db_executor import write_now
from sync.writes.exclusive_lock import key_of, wait_in_transaction

BATCH_SIZE = 500


def show_or_hide(subject: str) -> None:
    """Hide the conversations of a deleted bot, or show those of a restored one. `subject` is `<bot>:<timestamp>`."""
    while write_now(show_or_hide_batch, chatbot_id=_bot(subject)):
        pass


def purge_deleted(subject: str) -> None:
    """Purge a deleted bot, in batches. `subject` is `<bot>:<timestamp>`."""
    while write_now(purge, chatbot_id=_bot(subject)):
        pass


def show_or_hide_batch(*, chatbot_id: UUID) -> bool:
    """Show the next batch of a bot's messages, or hide it if the bot is deleted. Returns False if no message is left."""
    wait_for_messages(chatbot_id)
    chatbot = changes.locked(Chatbot, chatbot_id)
    if chatbot is None:
        return False
    is_hidden = chatbot.deleted_at is not None
    outdated = ChatMessage.objects.filter(conversation_id=chatbot_id, is_hidden=not is_hidden).order_by("user_id", "id")
    batch = list(outdated.values_list("id", flat=True)[:BATCH_SIZE])
    for message_id in batch:
        message = changes.locked(ChatMessage, message_id)
        if message is not None:
            changes.update(message, is_hidden=is_hidden)
    return bool(batch)


def purge(*, chatbot_id: UUID) -> bool:
    """Delete the next batch of a bot's rows, and the bot after its last row. Returns False if no row is left.

    Does nothing for a bot that was restored, or that was deleted less than 30 days ago.
    """
    wait_for_messages(chatbot_id)
    chatbot = changes.locked(Chatbot, chatbot_id)
    if chatbot is None or not queries.is_purgeable(chatbot):
        return False
    for model, condition in (
        (ChatMessage, {"conversation_id": chatbot_id}),
        (TrainingRow, {"chatbot_id": chatbot_id}),
        (SavedQuestion, {"chatbot_id": chatbot_id}),
        (Assignment, {"chatbot_id": chatbot_id}),
        (BotSubscription, {"bot_id": chatbot_id}),
        (Bot, {"id": chatbot_id}),
    ):
        batch = list(model.objects.filter(**condition).order_by("id").values_list("id", flat=True)[:BATCH_SIZE])
        for row_id in batch:
            row = changes.locked(model, row_id)
            if row is not None:
                changes.delete(row)
        if batch:
            return True
    EmbeddingVector.objects.filter(chatbot_id=chatbot_id).delete()
    clients.audit(actor_id=None, action="chatbot.purged", subject=str(chatbot_id), name=chatbot.bot_name)
    changes.delete(chatbot)
    return False


def begin_message(chatbot_id: UUID) -> None:
    """Make hiding, showing and purging of a bot's messages wait for this transaction, in which one is stored.

    Call it before reading whether the bot is deleted.
    """
    wait_in_transaction(key_of(chatbot_id), is_shared=True)


def wait_for_messages(chatbot_id: UUID) -> None:
    """Wait until all transactions that store the bot's messages have ended, before the bot's row is locked.

    New ones wait until the end of this transaction.
    """
    wait_in_transaction(key_of(chatbot_id))


def _bot(subject: str) -> UUID:
    return UUID(subject.partition(":")[0])
