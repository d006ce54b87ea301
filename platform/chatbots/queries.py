"""Reads of bots, training and conversations."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet, Sum

from chatbots import access, ranking, searching
from chatbots.errors import NothingEmbedded
from chatbots.lexemes import concepts
from chatbots.models import (
    Assignment,
    Bot,
    BotSubscription,
    Chatbot,
    ChatMessage,
    Embed,
    MeaningVector,
    SavedQuestion,
    Spending,
    Stand,
    Status,
    TrainingRow,
    Turn,
)
from chatbots.ranking import Candidate
from chatbots.vectors import Vector, digest, likeness, unpacked
from clients.access import standing
from core.clock import now
from core.person import Person

FOUND = 5
FIRST_LOAD = 500
KEPT_DAYS = timedelta(days=30)
MOST_WORDS = 80
# Of the question's weight: a row that has less of it is about something else.
ABOUT = 0.2
# Of two meanings at unit length: strangers stay below it.
ALIKE = 0.3
MOST_RANKED = 50


@dataclass(frozen=True, slots=True)
class Deleted:
    """What goes with a bot."""

    training: int
    conversations: int
    messages: int
    assignments: int


def find(*, chatbot_id: UUID, question: str, meaning: Vector | None = None, limit: int = FOUND) -> list[TrainingRow]:
    """The rows of training that fit a question best, the best first; none if none has anything to do with it.

    By its words, and by its `meaning` where an embedding model has told that.
    """
    best = ranking.together(_by_words(chatbot_id, question), _by_meaning(chatbot_id, meaning))[:limit]
    known = TrainingRow.objects.in_bulk(best)
    return [known[row_id] for row_id in best if row_id in known]


def _by_words(chatbot_id: UUID, question: str) -> list[UUID]:
    asked = concepts(question)[:MOST_WORDS]
    rows = searching.with_one_of([word for concept in asked for word in concept], chatbot_id)
    total = TrainingRow.objects.filter(chatbot_id=chatbot_id).count() if rows else 0
    ranked = ranking.rank(asked, [Candidate(row_id, tuple(words.split())) for row_id, words in rows], total)
    return [one.id for one in ranked[:MOST_RANKED] if one.coverage >= ABOUT]


def _by_meaning(chatbot_id: UUID, meaning: Vector | None) -> list[UUID]:
    if meaning is None:
        return []
    kept = MeaningVector.objects.filter(chatbot_id=chatbot_id, model=settings.CHAT.embeddings)
    likes = [(likeness(meaning, unpacked(values)), row_id) for row_id, values in kept.values_list("id", "values")]
    return [row_id for like, row_id in sorted(likes, reverse=True)[:MOST_RANKED] if like >= ALIKE]


def unread_texts(*, chatbot_id: UUID, limit: int) -> list[tuple[UUID, str]]:
    """Training and saved questions that the embedding model has not read as they are now, by their ids."""
    kept = MeaningVector.objects.filter(chatbot_id=chatbot_id, model=settings.CHAT.embeddings)
    known = dict(kept.values_list("id", "digest"))
    rows = TrainingRow.objects.filter(chatbot_id=chatbot_id).order_by("id")
    texts = [(row.id, f"{row.question}\n{row.answer}") for row in rows]
    texts += [(one.id, one.question) for one in saved_questions(chatbot_id)]
    return [(id, text) for id, text in texts if known.get(id) != digest(text)][:limit]


def is_unread(*, chatbot_id: UUID) -> bool:
    """Whether there is training that the embedding model has never read: it was named only later."""
    kept = MeaningVector.objects.filter(chatbot_id=chatbot_id, model=settings.CHAT.embeddings)
    return TrainingRow.objects.filter(chatbot_id=chatbot_id).exclude(id__in=kept.values("id")).exists()


def bots_of(user_id: UUID) -> QuerySet[Chatbot]:
    """The bots that somebody who is no admin may chat with; what `audience` says, the other way round."""
    assigned = Assignment.objects.filter(user_id=user_id).values("chatbot_id")
    subscribed = BotSubscription.objects.filter(user_id=user_id, is_active=True).values("bot_id")
    may = Q(id__in=assigned, status__in=(Status.ACTIVE, Status.NOT_LISTED)) | Q(id__in=subscribed, status=Status.ACTIVE)
    return Chatbot.objects.filter(may, deleted_at=None)


def people_of(chatbot: Chatbot) -> list[str]:
    """Those, besides admins, who may chat with a bot as it stands now, in an order of their own."""
    if chatbot.deleted_at is not None or chatbot.status == Status.TRAINING:
        return []
    people = set(Assignment.objects.filter(chatbot_id=chatbot.id).values_list("user_id", flat=True))
    if chatbot.status == Status.ACTIVE:
        subscribed = BotSubscription.objects.filter(bot_id=chatbot.id, is_active=True)
        people |= set(subscribed.values_list("user_id", flat=True))
    return sorted(str(one) for one in people)


def newest_messages(user_id: UUID) -> QuerySet[ChatMessage]:
    """What a first load brings of a person's conversations: the last 500 messages of all of them."""
    own = ChatMessage.objects.filter(user_id=user_id, is_hidden=False).order_by("-created_at", "-id")
    return ChatMessage.objects.filter(id__in=list(own.values_list("id", flat=True)[:FIRST_LOAD]))


def conversation(*, actor: Person, chatbot_id: UUID, before: datetime | None, limit: int) -> list[ChatMessage]:
    """A person's own conversation with a bot, oldest first: the last `limit` before a moment. Raises ChatbotNotFound."""
    access.to_chat_with(actor, chatbot_id)
    found = ChatMessage.objects.filter(user_id=actor.id, conversation_id=chatbot_id, is_hidden=False)
    if before is not None:
        found = found.filter(created_at__lt=before)
    return list(found.order_by("-created_at", "-id")[:limit])[::-1]


def told_before(*, question: ChatMessage, limit: int) -> tuple[list[ChatMessage], int]:
    """The last `limit` messages that were said before a question, oldest first, and how many were earlier still."""
    same = ChatMessage.objects.filter(user_id=question.user_id, conversation_id=question.conversation_id)
    said = same.filter(created_at__lt=question.created_at)
    newest = list(said.order_by("-created_at", "-id")[:limit])
    return newest[::-1], said.count() - len(newest)


def message(*, message_id: UUID) -> ChatMessage | None:
    return ChatMessage.objects.filter(id=message_id).first()


def is_to_stop(*, question_id: UUID) -> bool:
    """Whether somebody has asked for the end of an answer, at whichever process."""
    return Turn.objects.filter(id=question_id, stop_asked=True).exists()


def asked_since(*, user_id: UUID, moment: datetime) -> int:
    return Turn.objects.filter(user_id=user_id, asked_at__gt=moment).count()


def spent_in_month(moment: datetime) -> int:
    """Millionths of a dollar for all that models do, with what answers under way may still cost."""
    first = datetime(moment.year, moment.month, 1, tzinfo=UTC)
    asked = Turn.objects.filter(asked_at__gte=first).aggregate(all=Sum("micro_usd"))["all"] or 0
    return asked + (Spending.objects.filter(at__gte=first).aggregate(all=Sum("micro_usd"))["all"] or 0)


def saved_questions(chatbot_id: UUID) -> QuerySet[SavedQuestion]:
    """Those that are asked before a bot goes active."""
    return SavedQuestion.objects.filter(chatbot_id=chatbot_id, stand=Stand.SAVED).order_by("id")


def passes(question: SavedQuestion) -> bool:
    """Whether a saved question finds the training that it expects."""
    kept = MeaningVector.objects.filter(id=question.id, model=settings.CHAT.embeddings).first()
    meaning = unpacked(kept.values) if kept is not None else None
    found = find(chatbot_id=question.chatbot_id, question=question.question, meaning=meaning)
    return any(row.id == question.expects for row in found)


def what_goes(*, actor: Person, chatbot_id: UUID) -> Deleted:
    """What would be deleted with a bot. Raises AdminsOnly, ChatbotNotFound."""
    access.managed(actor, chatbot_id)
    said = ChatMessage.objects.filter(conversation_id=chatbot_id)
    return Deleted(
        TrainingRow.objects.filter(chatbot_id=chatbot_id).count(),
        said.values("user_id").distinct().count(),
        said.count(),
        len(Chatbot.objects.get(id=chatbot_id).audience),
    )


def avatar_of(*, actor: Person, chatbot_id: UUID) -> dict[str, str]:
    """The picture of a bot by its address; empty for one that is none yet, or has none. Raises AdminsOnly."""
    access.must_be_admin(actor)
    known = Chatbot.objects.filter(id=chatbot_id, avatar_url__isnull=False).first()
    return {} if known is None or known.avatar_url is None else {known.avatar_url: known.avatar}


def embed_for(*, actor: Person, client_id: UUID) -> Embed:
    """A client's script, for its own people and for admins. Raises ClientNotFound, NothingEmbedded."""
    access.embedded_for(actor, client_id)
    found = Embed.objects.filter(client_id=client_id).first()
    if found is None:
        raise NothingEmbedded
    return found


def marketplace(*, actor: Person) -> list[Bot]:
    """What is listed, by name; nothing for somebody who is nobody here."""
    if standing(actor) is None:
        return []
    return list(Bot.objects.filter(is_active=True).order_by("name", "id"))


def is_gone_for_good(chatbot: Chatbot) -> bool:
    """Whether the 30 days in which a deleted bot may be restored are over."""
    return chatbot.deleted_at is not None and chatbot.deleted_at + KEPT_DAYS <= now()
