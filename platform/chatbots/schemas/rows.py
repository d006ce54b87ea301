"""Schemas of synced chatbots rows, by audience."""

from uuid import UUID

from pydantic import Field

from clients.schemas import Timestamp
from sync.schemas import RowOut


class BotRowOut(RowOut):
    """A row of `chatbots` as the users who chat with it see it."""

    id: UUID
    v: int
    bot_name: str
    category: str
    description: str
    avatar: str
    status: str
    model_preference: str | None
    updated_at: Timestamp


class ChatbotOut(BotRowOut):
    """A row of `chatbots` as admins see it."""

    avatar_url: str | None
    created_by: UUID | None = Field(validation_alias="created_by_id")
    deleted_at: Timestamp | None
    created_at: Timestamp


class BotOut(RowOut):
    """A row of `bots`, the marketplace."""

    id: UUID
    v: int
    name: str
    description: str
    category: str
    avatar_url: str | None
    avatar: str
    is_active: bool
    updated_at: Timestamp


class TrainingOut(RowOut):
    """A row of `training_data`."""

    id: UUID
    v: int
    chatbot_id: UUID
    question: str
    answer: str
    source_type: str
    source_url: str | None
    created_at: Timestamp


class AssignmentOut(RowOut):
    """A row of `user_chatbots`."""

    id: UUID
    v: int
    user_id: UUID
    chatbot_id: UUID


class BotSubscriptionOut(RowOut):
    """A row of `subscriptions`."""

    id: UUID
    v: int
    user_id: UUID
    bot_id: UUID
    is_active: bool


class ChatMessageOut(RowOut):
    """A row of `chat_messages`. Its `conversation_id` is the bot's id."""

    id: UUID
    v: int
    conversation_id: UUID
    user_id: UUID
    sender_type: str
    content: str
    model_used: str | None
    fallback_used: bool
    response_time_ms: int | None
    left_out: int
    is_stopped: bool
    rating: str | None
    created_at: Timestamp


class SavedQuestionOut(RowOut):
    """A row of `saved_questions`."""

    id: UUID
    v: int
    chatbot_id: UUID
    question: str
    reply: str
    origin: str
    stand: str
    expects: UUID | None
    has_passed: bool | None
    checked_at: Timestamp | None
    created_at: Timestamp


class EmbedOut(RowOut):
    """A row of `chatbot_embeds`. `embed_url` holds the script, which the portal's own pages must not run."""

    id: UUID
    v: int
    client_id: UUID
    embed_url: str
    updated_at: Timestamp


class ChatSheetOut(RowOut):
    """A row of `chat_histories`."""

    id: UUID
    v: int
    client_id: UUID
    sheets_url: str
    updated_at: Timestamp
