"""Personal data of a user in the chatbots app: conversations, assigned and added bots, and embeds of their client."""

from collections.abc import Iterator
from uuid import UUID

from accounts.personal_data import Going, Part, Personal, table
from chatbots.models import Assignment, BotSubscription, Chatbot, ChatMessage, Embed, HistorySheet, Turn
from clients import queries as clients
from core.clock import now
from sync.log import changes


def export(user_id: UUID) -> Iterator[Part]:
    said = ChatMessage.objects.filter(user_id=user_id).order_by("created_at", "id")
    yield table("chat_messages", said, ("created_at", "conversation__bot_name", "sender_type", "content", "rating"))
    own = clients.clients_of(user_id=user_id)
    yield table("chatbot_embeds", Embed.objects.filter(client_id__in=own), ("embed_url", "updated_at"))
    yield table("chat_histories", HistorySheet.objects.filter(client_id__in=own), ("sheets_url", "updated_at"))


def goes(user_id: UUID) -> Iterator[Going]:
    own = clients.clients_of(user_id=user_id)
    yield Going(ChatMessage.objects.filter(user_id=user_id))
    yield Going(Assignment.objects.filter(user_id=user_id), before=_leave_bot)
    yield Going(BotSubscription.objects.filter(user_id=user_id), before=_leave_bot)
    yield Going(Turn.objects.filter(user_id=user_id))
    yield Going(Embed.objects.filter(client_id__in=own))
    yield Going(HistorySheet.objects.filter(client_id__in=own))


def _leave_bot(row: Assignment | BotSubscription) -> None:
    """Remove the user from the bot's audience before their assignment or subscription is deleted."""
    chatbot_id = row.chatbot_id if isinstance(row, Assignment) else row.bot_id
    chatbot = changes.locked(Chatbot, chatbot_id)
    if chatbot is not None and str(row.user_id) in chatbot.audience:
        people = [one for one in chatbot.audience if one != str(row.user_id)]
        changes.update(chatbot, audience=people, updated_at=now())


PERSONAL = Personal(export, goes)
