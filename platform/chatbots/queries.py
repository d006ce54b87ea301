"""Reads of bots, training and conversations."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from chatbots import access
from chatbots.errors import NothingEmbedded
from chatbots.models import (
    Assignment,
    Bot,
    BotSubscription,
    Chatbot,
    ChatMessage,
    Embed,
    MeaningVector,
    MonthlyCost,
    SavedQuestion,
    Stand,
    Status,
    TrainingRow,
    Turn,
)
from clients.access import standing
from core.actor import Person
from core.clock import now

FIRST_LOAD = LISTED_MOST = 500
EARLIER_MOST = 1000
KEPT_DAYS = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Text:
    """A row to embed. Its vector is the mean of the vectors of `parts`."""

    id: UUID
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deleted:
    """Counts of what is deleted with a bot."""

    training: int
    conversations: int
    messages: int
    assignments: int


def not_embedded(*, chatbot_id: UUID, model: str, most: int) -> list[Text]:
    """At most `most` training rows and saved questions of a bot that have no vector of this model."""
    embedded = MeaningVector.objects.filter(row_id=OuterRef("id"), model=model)
    rows = TrainingRow.objects.filter(~Exists(embedded), chatbot_id=chatbot_id).order_by("id")[:most]
    texts = [text_of(row) for row in rows]
    asked = saved_questions(chatbot_id).filter(~Exists(embedded))[: most - len(texts)]
    return texts + [Text(one.id, (one.question,)) for one in asked]


def text_of(row: TrainingRow) -> Text:
    """A training row to embed: its parts are the question alone, and the question with its answer."""
    return Text(row.id, (row.question, f"{row.question}\n{row.answer}"))


def bots_of(user_id: UUID) -> QuerySet[Chatbot]:
    """The bots that a user who is no admin may chat with: those whose `audience` includes the user."""
    assigned = Assignment.objects.filter(user_id=user_id).values("chatbot_id")
    subscribed = BotSubscription.objects.filter(user_id=user_id, is_active=True).values("bot_id")
    may = Q(id__in=assigned, status__in=(Status.ACTIVE, Status.NOT_LISTED)) | Q(id__in=subscribed, status=Status.ACTIVE)
    return Chatbot.objects.filter(may, deleted_at=None)


def people_of(chatbot: Chatbot) -> list[str]:
    """The sorted ids of the users, besides admins, who may chat with a bot now."""
    if chatbot.deleted_at is not None or chatbot.status == Status.TRAINING:
        return []
    people = set(Assignment.objects.filter(chatbot_id=chatbot.id).values_list("user_id", flat=True))
    if chatbot.status == Status.ACTIVE:
        subscribed = BotSubscription.objects.filter(bot_id=chatbot.id, is_active=True)
        people |= set(subscribed.values_list("user_id", flat=True))
    return sorted(str(one) for one in people)


def newest_messages(user_id: UUID) -> QuerySet[ChatMessage]:
    """The rows that a first load returns: the last 500 messages of all conversations of a user."""
    own = ChatMessage.objects.filter(user_id=user_id, is_hidden=False).order_by("-created_at", "-id")
    return ChatMessage.objects.filter(id__in=list(own.values_list("id", flat=True)[:FIRST_LOAD]))


def conversation(*, actor: Person, chatbot_id: UUID, before: datetime | None, limit: int) -> list[ChatMessage]:
    """The last `limit` messages of the actor and a bot before `before`, oldest first. Raises ChatbotNotFound."""
    access.to_chat_with(actor, chatbot_id)
    found = ChatMessage.objects.filter(user_id=actor.id, conversation_id=chatbot_id, is_hidden=False)
    if before is not None:
        found = found.filter(created_at__lt=before)
    return list(found.order_by("-created_at", "-id")[:limit])[::-1]


def told_before(*, question: ChatMessage, limit: int) -> tuple[list[ChatMessage], int]:
    """The last `limit` messages before a question, oldest first, and the number of still earlier ones.

    The number is at most `EARLIER_MOST`. Fallback replies are left out, because the model would repeat their apology.
    """
    same = ChatMessage.objects.filter(
        user_id=question.user_id, conversation_id=question.conversation_id, fallback_used=False
    )
    said = same.filter(created_at__lt=question.created_at)
    newest = list(said.order_by("-created_at", "-id")[:limit])
    return newest[::-1], said.order_by()[: len(newest) + EARLIER_MOST].count() - len(newest)


def message(*, message_id: UUID) -> ChatMessage | None:
    return ChatMessage.objects.filter(id=message_id).first()


def is_to_stop(*, question_id: UUID) -> bool:
    """Whether the user has requested the end of an answer, in whichever process."""
    return Turn.objects.filter(id=question_id, stop_asked=True).exists()


def asked_since(*, user_id: UUID, moment: datetime) -> int:
    return Turn.objects.filter(user_id=user_id, asked_at__gt=moment).count()


def spent_in_month(moment: datetime) -> int:
    """The month's cost of models in millionths of a dollar, with the maximum cost of answers that still run."""
    costs = MonthlyCost.objects.filter(month=month_of(moment)).values_list("micro_usd", flat=True)
    return costs.first() or 0


def month_of(moment: datetime) -> date:
    """The first day of the UTC month in which a cost counts."""
    return moment.astimezone(UTC).date().replace(day=1)


def saved_questions(chatbot_id: UUID) -> QuerySet[SavedQuestion]:
    """The questions that are checked before a bot is activated."""
    return SavedQuestion.objects.filter(chatbot_id=chatbot_id, stand=Stand.SAVED).order_by("id")


def what_goes(*, actor: Person, chatbot_id: UUID) -> Deleted:
    """Count what would be deleted with a bot. Raises AdminsOnly, ChatbotNotFound."""
    access.managed(actor, chatbot_id)
    said = ChatMessage.objects.filter(conversation_id=chatbot_id)
    return Deleted(
        TrainingRow.objects.filter(chatbot_id=chatbot_id).count(),
        said.values("user_id").distinct().count(),
        said.count(),
        len(Chatbot.objects.get(id=chatbot_id).audience),
    )


def avatar_of(*, actor: Person, chatbot_id: UUID) -> dict[str, str]:
    """The bot's picture by its address. Empty if the bot does not exist or has no address. Raises AdminsOnly."""
    access.must_be_admin(actor)
    known = Chatbot.objects.filter(id=chatbot_id, avatar_url__isnull=False).first()
    return {} if known is None or known.avatar_url is None else {known.avatar_url: known.avatar}


def embed_for(*, actor: Person, client_id: UUID) -> Embed:
    """A client's embed script, for its own user and for admins. Raises ClientNotFound, NothingEmbedded."""
    access.embedded_for(actor, client_id)
    found = Embed.objects.filter(client_id=client_id).first()
    if found is None:
        raise NothingEmbedded
    return found


def marketplace(*, actor: Person) -> list[Bot]:
    """The active listings by name, at most `LISTED_MOST`. Empty for a user who is neither a client nor an admin."""
    if standing(actor) is None:
        return []
    return list(Bot.objects.filter(is_active=True).order_by("name", "id")[:LISTED_MOST])


def is_gone_for_good(chatbot: Chatbot) -> bool:
    """Whether a bot was deleted and the 30 days in which it may be restored are over."""
    return chatbot.deleted_at is not None and chatbot.deleted_at + KEPT_DAYS <= now()
