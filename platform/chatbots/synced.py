"""Publishes rows to sync streams.

Admins get bots with their training data, assignments and saved questions; users get the bots that they may chat with,
the bots that they added, and their own conversations. Embedded pages and sheets reach admins and their client.
"""

from typing import Any

from django.db.models import QuerySet

from chatbots import queries
from chatbots.models import (
    Assignment,
    Bot,
    BotSubscription,
    Chatbot,
    ChatMessage,
    Embed,
    HistorySheet,
    SavedQuestion,
    TrainingRow,
)
from chatbots.schemas import (
    AssignmentOut,
    BotOut,
    BotRowOut,
    BotSubscriptionOut,
    ChatbotOut,
    ChatMessageOut,
    ChatSheetOut,
    EmbedOut,
    SavedQuestionOut,
    TrainingOut,
)
from sync.log import streams
from sync.log.registry import publish


def _chatbots_snapshot(stream: str) -> QuerySet[Any]:
    return Chatbot.objects.all() if stream == streams.ADMINS else queries.bots_of(streams.subject_of(stream))


publish(
    Chatbot,
    streams=lambda bot: [streams.ADMINS, *(streams.user(user_id) for user_id in bot.audience)],
    as_={"w": ChatbotOut, "u": BotRowOut},
    snapshot=_chatbots_snapshot,
)
publish(
    ChatMessage,
    streams=lambda message: [] if message.is_hidden else [streams.user(message.user_id)],
    as_={"u": ChatMessageOut},
    snapshot=lambda stream: queries.newest_messages(streams.subject_of(stream)),
)
publish(
    BotSubscription,
    streams=lambda one: [streams.user(one.user_id)],
    as_={"u": BotSubscriptionOut},
    snapshot=lambda stream: BotSubscription.objects.filter(user_id=streams.subject_of(stream)),
)


publish(Bot, streams=lambda bot: [streams.ADMINS], as_={"w": BotOut}, snapshot=lambda stream: Bot.objects.all())
publish(
    TrainingRow,
    streams=lambda row: [streams.ADMINS],
    as_={"w": TrainingOut},
    snapshot=lambda stream: TrainingRow.objects.all(),
)
publish(
    Assignment,
    streams=lambda one: [streams.ADMINS],
    as_={"w": AssignmentOut},
    snapshot=lambda stream: Assignment.objects.all(),
)
publish(
    SavedQuestion,
    streams=lambda question: [streams.ADMINS],
    as_={"w": SavedQuestionOut},
    snapshot=lambda stream: SavedQuestion.objects.all(),
)


def _client_streams(row: Embed | HistorySheet) -> list[str]:
    return [streams.ADMINS, streams.client(row.client_id)]


def _embeds_snapshot(stream: str) -> QuerySet[Any]:
    rows = Embed.objects.all()
    return rows if stream == streams.ADMINS else rows.filter(client_id=streams.subject_of(stream))


def _sheets_snapshot(stream: str) -> QuerySet[Any]:
    rows = HistorySheet.objects.all()
    return rows if stream == streams.ADMINS else rows.filter(client_id=streams.subject_of(stream))


publish(Embed, streams=_client_streams, as_={"w": EmbedOut, "c": EmbedOut}, snapshot=_embeds_snapshot)
publish(HistorySheet, streams=_client_streams, as_={"w": ChatSheetOut, "c": ChatSheetOut}, snapshot=_sheets_snapshot)
