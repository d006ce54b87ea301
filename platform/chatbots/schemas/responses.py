"""What the doors of the chatbots room answer besides rows."""

from ninja import Schema

from chatbots.schemas.rows import BotOut, ChatbotOut, ChatMessageOut


class MovedOut(Schema):
    """A bot after its status was set, and what to tell the admin."""

    chatbot: ChatbotOut
    message: str


class DeletedOut(Schema):
    """What goes with a bot."""

    training: int
    conversations: int
    messages: int
    assignments: int


class LessonOut(Schema):
    question: str
    answer: str


class TrainingSourceOut(Schema):
    """What could be learnt from a source; nothing of it is stored."""

    rows: list[LessonOut]


class CheckedOut(Schema):
    passed: int
    failed: int


class BotsOut(Schema):
    rows: list[BotOut]


class ConversationOut(Schema):
    """Oldest first."""

    rows: list[ChatMessageOut]


class ReplyOut(Schema):
    """A bot's reply, with its stored row. `error` says why a fallback was used."""

    response: str
    model_used: str
    fallback_used: bool
    error: str | None
    message: ChatMessageOut


class EmbedAddressOut(Schema):
    """Good for five minutes."""

    url: str
