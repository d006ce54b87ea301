"""Personal data of a user in the chatbots app: conversations, assigned and added bots, and embeds of their client."""

from collections.abc import Iterator
from uuid import UUID

from accounts.ports.personal_data import Part, RowsToDelete
from accounts.queries.personal_data import table
from chatbots.models import Assignment, BotSubscription, Chatbot, ChatMessage, Embed, HistorySheet, Turn
from clients import queries as clients
from core.clock import now
from sync.log import changes


def export(user_id: UUID) -> Iterator[Part]:
    messages = ChatMessage.objects.filter(user_id=user_id).order_by("created_at", "id")
    yield table("chat_messages", messages, ("created_at", "conversation__bot_name", "sender_type", "content", "rating"))
    clients_of_user = clients.clients_of(user_id=user_id)
    embeds = Embed.objects.filter(client_id__in=clients_of_user)
    yield table("chatbot_embeds", embeds, ("embed_url", "updated_at"))
    sheets = HistorySheet.objects.filter(client_id__in=clients_of_user)
    yield table("chat_histories", sheets, ("sheets_url", "updated_at"))


def rows_to_delete(user_id: UUID) -> Iterator[RowsToDelete]:
    clients_of_user = clients.clients_of(user_id=user_id)
    yield RowsToDelete(ChatMessage.objects.filter(user_id=user_id))
    yield RowsToDelete(Assignment.objects.filter(user_id=user_id), before=_remove_from_audience)
    yield RowsToDelete(BotSubscription.objects.filter(user_id=user_id), before=_remove_from_audience)
    yield RowsToDelete(Turn.objects.filter(user_id=user_id))
    yield RowsToDelete(Embed.objects.filter(client_id__in=clients_of_user))
    yield RowsToDelete(HistorySheet.objects.filter(client_id__in=clients_of_user))


def _remove_from_audience(row: Assignment | BotSubscription) -> None:
    """Remove the user from the bot's audience before their assignment or subscription is deleted."""
    chatbot_id = row.chatbot_id if isinstance(row, Assignment) else row.bot_id
    chatbot = changes.locked(Chatbot, chatbot_id)
    if chatbot is not None and str(row.user_id) in chatbot.audience:
        audience = [one for one in chatbot.audience if one != str(row.user_id)]
        changes.update(chatbot, audience=audience, updated_at=now())
