"""Request bodies of the chatbots endpoints."""

from typing import Annotated, Literal
from uuid import UUID

from ninja import Schema
from pydantic import UUID7, AfterValidator, Base64Bytes, ConfigDict, Field

from chatbots.errors import ChatbotNotFound, UserNotFound
from chatbots.limits import (
    ADDRESS_MAX,
    ANSWER_MAX,
    CATEGORY_MAX,
    DESCRIPTION_MAX,
    EXAMPLES_MAX,
    MODEL_MAX,
    NAME_MAX,
    PROMPT_MAX,
    QUESTION_MAX,
    REASON_MAX,
)
from clients.errors import ClientNotFound
from core.text import without_nul
from sync.schemas import NewRowId, uuid_or


def _address(text: str) -> str:
    if not text.lower().startswith(("https://", "http://")):
        raise ValueError("an address begins with https:// or http://")
    return without_nul(text)


Text = Annotated[str, AfterValidator(without_nul)]
Address = Annotated[str, Field(max_length=ADDRESS_MAX), AfterValidator(_address)]
Name = Annotated[Text, Field(max_length=NAME_MAX)]


class _In(Schema):
    model_config = ConfigDict(extra="forbid")


class ChatbotIn(_In):
    """A bot as an admin describes it."""

    id: UUID7
    bot_name: Name
    category: Annotated[Text, Field(max_length=CATEGORY_MAX)]
    description: Annotated[Text, Field(max_length=DESCRIPTION_MAX)] = ""
    avatar_url: Address | None = None
    model_preference: Annotated[Text, Field(max_length=MODEL_MAX)] | None = None


class NewChatbotIn(ChatbotIn):
    id: NewRowId


class StatusIn(_In):
    """`reason` allows the activation of a bot although saved questions fail."""

    status: Literal["training", "active", "not_listed"]
    reason: Annotated[Text, Field(max_length=REASON_MAX)] = ""


class TrainingExampleIn(_In):
    """A question and its answer."""

    question: Annotated[Text, Field(max_length=QUESTION_MAX)]
    answer: Annotated[Text, Field(max_length=ANSWER_MAX)]


class TrainingIn(TrainingExampleIn):
    """One training row. Without `source_type` it is `manual`."""

    id: NewRowId
    chatbot_id: UUID
    source_type: Literal["manual", "url", "document", "api"] | None = None
    source_url: Address | None = None


class TrainingChangeIn(TrainingExampleIn):
    """Without `source_url`, the row keeps its address; an empty one removes it."""

    source_url: Address | Literal[""] | None = None


class ImportedIn(TrainingExampleIn):
    id: UUID7


class ImportIn(_In):
    """Rows that were read from a source and that an admin has reviewed."""

    chatbot_id: UUID
    source_type: Literal["url", "document", "api"]
    source_url: Address | None = None
    rows: list[ImportedIn] = Field(min_length=1, max_length=EXAMPLES_MAX)


class TrainingSourceIn(_In):
    """Where to read training from: an address, or a document's name and content in base64."""

    source_type: Literal["url", "document", "api"]
    url: Address | None = None
    name: Annotated[Text, Field(max_length=255)] = ""
    file: Base64Bytes = b""


class AssignIn(_In):
    user_id: UUID
    chatbot_id: UUID


class SubscribeIn(_In):
    bot_id: UUID
    is_active: bool


class SavedQuestionIn(_In):
    """A question for which a bot must find the training row `expects`."""

    id: UUID7
    chatbot_id: UUID
    question: Annotated[Text, Field(max_length=QUESTION_MAX)]
    expects: UUID


class AnswerIn(_In):
    """An admin's answer to an open question. `id` is the id of the new training row."""

    id: UUID7
    answer: Annotated[Text, Field(max_length=ANSWER_MAX)]


class BotIdIn(_In):
    chatbot_id: UUID


class EmbedAddressIn(_In):
    client_id: Annotated[UUID, uuid_or(ClientNotFound)]


class HistoryMessage(_In):
    role: str
    content: str


class PromptIn(_In):
    """A question to a bot. A repeated `id` is the same question.

    The server uses its own history and model and ignores `history` and `model`. `userId` must be the caller's.
    """

    id: NewRowId
    prompt: Annotated[Text, Field(max_length=PROMPT_MAX)]
    chatbot_id: Annotated[UUID, uuid_or(ChatbotNotFound)] = Field(alias="botId")
    user_id: Annotated[UUID, uuid_or(UserNotFound)] | None = Field(default=None, alias="userId")
    model: str | None = Field(default=None, max_length=MODEL_MAX)
    history: list[HistoryMessage] = Field(default=[], max_length=10_000)


class StopIn(_In):
    """The question whose answer is to end."""

    id: UUID


class RatingIn(_In):
    rating: Literal["up", "down"] | None


class EmbedIn(_In):
    client_id: UUID
    embed_url: Annotated[Text, Field(max_length=20_000)]


class ChatSheetIn(_In):
    client_id: UUID
    sheets_url: Annotated[Text, Field(max_length=ADDRESS_MAX)]
