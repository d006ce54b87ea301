"""Reads of bots, training and conversations."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

from chatbots import access
from chatbots.errors import NothingEmbedded
from chatbots.models import (
    Assignment,
    Bot,
    BotSubscription,
    Chatbot,
    ChatMessage,
    Embed,
    EmbeddingVector,
    MonthlyCost,
    QuestionStatus,
    SavedQuestion,
    Status,
    TrainingRow,
    Turn,
)
from clients.access import membership_of
from core.actor import Actor
from core.clock import now

FIRST_LOAD_MAX = 500  # messages of a user in a first load
MARKETPLACE_MAX = 500  # listings
EARLIER_MAX = 1000  # messages that are counted but not read
RESTORE_PERIOD = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class RowToEmbed:
    """A row to embed. Its vector is the mean of the vectors of `parts`."""

    id: UUID
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeletionCounts:
    """Counts of what is deleted with a bot."""

    training: int
    conversations: int
    messages: int
    assignments: int


def not_embedded(*, chatbot_id: UUID, model: str, limit: int, first: Collection[UUID] = ()) -> list[RowToEmbed]:
    """At most `limit` training rows and saved questions of a bot that have no vector of this model.

    Those in `first` come before the others.
    """
    embedded = EmbeddingVector.objects.filter(row_id=OuterRef("id"), model=model)
    order = Case(When(id__in=first, then=0), default=1), "id"
    rows = TrainingRow.objects.filter(~Exists(embedded), chatbot_id=chatbot_id).order_by(*order)[:limit]
    questions = saved_questions(chatbot_id).filter(~Exists(embedded)).order_by(*order)[:limit]
    rows_to_embed = [row_to_embed(row) for row in rows] + [RowToEmbed(one.id, (one.question,)) for one in questions]
    return sorted(rows_to_embed, key=lambda row: row.id not in first)[:limit]


def row_to_embed(row: TrainingRow) -> RowToEmbed:
    """A training row to embed: its parts are the question alone, and the question with its answer."""
    return RowToEmbed(row.id, (row.question, f"{row.question}\n{row.answer}"))


def bots_of(user_id: UUID) -> QuerySet[Chatbot]:
    """The bots that a user who is not an admin may chat with. They have the user in their `audience`."""
    assigned = Assignment.objects.filter(user_id=user_id).values("chatbot_id")
    subscribed = BotSubscription.objects.filter(user_id=user_id, is_active=True).values("bot_id")
    allowed = Q(id__in=assigned, status__in=(Status.ACTIVE, Status.NOT_LISTED)) | Q(
        id__in=subscribed, status=Status.ACTIVE
    )
    return Chatbot.objects.filter(allowed, deleted_at=None)


def audience_of(chatbot: Chatbot) -> list[str]:
    """The sorted ids of the users, besides admins, who may chat with a bot now."""
    if chatbot.deleted_at is not None or chatbot.status == Status.TRAINING:
        return []
    user_ids = set(Assignment.objects.filter(chatbot_id=chatbot.id).values_list("user_id", flat=True))
    if chatbot.status == Status.ACTIVE:
        subscribed = BotSubscription.objects.filter(bot_id=chatbot.id, is_active=True)
        user_ids |= set(subscribed.values_list("user_id", flat=True))
    return sorted(str(one) for one in user_ids)


def newest_messages(user_id: UUID) -> QuerySet[ChatMessage]:
    """The rows that a first load returns: the last `FIRST_LOAD_MAX` messages of all conversations of a user."""
    own = ChatMessage.objects.filter(user_id=user_id, is_hidden=False).order_by("-created_at", "-id")
    return ChatMessage.objects.filter(id__in=list(own.values_list("id", flat=True)[:FIRST_LOAD_MAX]))


def conversation(*, actor: Actor, chatbot_id: UUID, before: datetime | None, limit: int) -> list[ChatMessage]:
    """The last `limit` messages between the actor and a bot before `before`, oldest first. Raises ChatbotNotFound."""
    access.chatbot_for_chat(actor, chatbot_id)
    messages = ChatMessage.objects.filter(user_id=actor.id, conversation_id=chatbot_id, is_hidden=False)
    return _newest_before(messages, before, limit)[::-1]


def own_messages(*, actor: Actor, before: datetime | None, limit: int) -> list[ChatMessage]:
    """The last `limit` messages between the actor and all bots before `before`, newest first.

    Empty for a user who is neither a client nor an admin.
    """
    if membership_of(actor) is None:
        return []
    messages = ChatMessage.objects.filter(user_id=actor.id, is_hidden=False, conversation__deleted_at=None)
    return _newest_before(messages, before, limit)


def _newest_before(messages: QuerySet[ChatMessage], before: datetime | None, limit: int) -> list[ChatMessage]:
    """The last `limit` of these messages, newest first; if `before` is given, only messages before it."""
    if before is not None:
        messages = messages.filter(created_at__lt=before)
    return list(messages.order_by("-created_at", "-id")[:limit])


def messages_before(*, question: ChatMessage, limit: int) -> tuple[list[ChatMessage], int]:
    """The last `limit` messages before a question, oldest first, and the number of still earlier ones.

    The number is at most `EARLIER_MAX`. Fallback replies are left out, because the model would repeat their apology.
    """
    messages = ChatMessage.objects.filter(
        user_id=question.user_id, conversation_id=question.conversation_id, fallback_used=False
    )
    earlier = messages.filter(created_at__lt=question.created_at)
    newest = list(earlier.order_by("-created_at", "-id")[:limit])
    return newest[::-1], earlier.order_by()[: len(newest) + EARLIER_MAX].count() - len(newest)


def message(*, message_id: UUID) -> ChatMessage | None:
    return ChatMessage.objects.filter(id=message_id).first()


def is_stop_requested(*, question_id: UUID) -> bool:
    """Whether the user has requested the end of an answer, in this or another process."""
    return Turn.objects.filter(id=question_id, is_stop_requested=True).exists()


def count_questions(*, user_id: UUID, since: datetime, until: datetime) -> int:
    return Turn.objects.filter(user_id=user_id, requested_at__gt=since, requested_at__lte=until).count()


def spent_in_month(timestamp: datetime) -> int:
    """The month's cost of models in millionths of a dollar. Unfinished answers count with their maximum cost."""
    costs = MonthlyCost.objects.filter(month=month_of(timestamp)).values_list("micro_usd", flat=True)
    return costs.first() or 0


def month_of(timestamp: datetime) -> date:
    """The first day of the UTC month in which a cost counts."""
    return timestamp.astimezone(UTC).date().replace(day=1)


def saved_questions(chatbot_id: UUID) -> QuerySet[SavedQuestion]:
    """The questions that are checked before a bot is activated."""
    return SavedQuestion.objects.filter(chatbot_id=chatbot_id, stand=QuestionStatus.SAVED).order_by("id")


def deletion_counts(*, actor: Actor, chatbot_id: UUID) -> DeletionCounts:
    """Count what would be deleted with a bot. Raises AdminsOnly, ChatbotNotFound."""
    access.managed_chatbot(actor, chatbot_id)
    messages = ChatMessage.objects.filter(conversation_id=chatbot_id)
    return DeletionCounts(
        training=TrainingRow.objects.filter(chatbot_id=chatbot_id).count(),
        conversations=messages.values("user_id").distinct().count(),
        messages=messages.count(),
        assignments=Assignment.objects.filter(chatbot_id=chatbot_id).count(),
    )


def avatar_of(*, actor: Actor, chatbot_id: UUID) -> dict[str, str]:
    """Map the address of a bot's picture to the picture. Empty if there is no bot or no address. Raises AdminsOnly."""
    access.must_be_admin(actor)
    chatbot = Chatbot.objects.filter(id=chatbot_id, avatar_url__isnull=False).first()
    return {} if chatbot is None or chatbot.avatar_url is None else {chatbot.avatar_url: chatbot.avatar}


def embed_for(*, actor: Actor, client_id: UUID) -> Embed:
    """A client's embed script, for its own user and for admins. Raises ClientNotFound, NothingEmbedded."""
    access.must_access_client(actor, client_id)
    embed = Embed.objects.filter(client_id=client_id).first()
    if embed is None:
        raise NothingEmbedded
    return embed


def marketplace(*, actor: Actor) -> list[Bot]:
    """The active listings by name, at most `MARKETPLACE_MAX`. Empty for a user who is neither a client nor an admin."""
    if membership_of(actor) is None:
        return []
    return list(Bot.objects.filter(is_active=True).order_by("name", "id")[:MARKETPLACE_MAX])


def is_purgeable(chatbot: Chatbot) -> bool:
    """Whether a bot was deleted and the 30 days in which it may be restored are over."""
    return chatbot.deleted_at is not None and chatbot.deleted_at + RESTORE_PERIOD <= now()
