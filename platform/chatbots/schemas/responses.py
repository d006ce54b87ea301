"""Responses of the chatbots endpoints other than rows."""

from ninja import Schema

from chatbots.schemas.rows import BotOut, ChatbotOut, ChatMessageOut


class StatusChangeOut(Schema):
    """A bot after its status was set, and the message for the admin."""

    chatbot: ChatbotOut
    message: str


class DeletionCountsOut(Schema):
    """Counts of what is deleted with a bot."""

    training: int
    conversations: int
    messages: int
    assignments: int


class TrainingExampleOut(Schema):
    question: str
    answer: str


class TrainingSourceOut(Schema):
    """Training examples read from a source. None of them is stored."""

    rows: list[TrainingExampleOut]


class CheckedOut(Schema):
    passed: int
    failed: int


class BotsOut(Schema):
    rows: list[BotOut]


class ConversationOut(Schema):
    """The messages of a conversation, oldest first."""

    rows: list[ChatMessageOut]


class ReplyOut(Schema):
    """A bot's reply with its stored row. If it is a fallback, `error` is the reason in one word."""

    response: str
    model_used: str
    fallback_used: bool
    error: str | None
    message: ChatMessageOut


class EmbedAddressOut(Schema):
    """An address that is valid for five minutes."""

    url: str
