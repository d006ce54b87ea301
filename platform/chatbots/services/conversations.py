"""Writes of conversations. A question and its reply are stored once, even if several processes try."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings
from django.db.models import Q

from chatbots import access, queries, token_costs
from chatbots.effects.costs import add_cost
from chatbots.effects.deleted_bots import begin_message
from chatbots.errors import IdTaken, RowNotFound, SpendCapReached, TooManyQuestions
from chatbots.models import Chatbot, ChatMessage, Origin, Rating, Sender, Turn
from chatbots.retrieval.lexemes import lexemes
from chatbots.services.locking import require_visible
from chatbots.services.saved_questions import add_open_question
from clients.access import Membership
from core.actor import Actor
from core.clock import CLOCK_ERROR, now
from sync.log import changes

TICK = timedelta(microseconds=1)  # the smallest difference between the times of two messages
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
# The time for retrieval and storing, in addition to the model's timeout.
LEASE_MARGIN = timedelta(seconds=15)
# How many of the newest questions before a reply are compared with it. Other tabs of the user may have stored some.
QUESTIONS_BETWEEN_MAX = 20


@dataclass(frozen=True, slots=True)
class StoredQuestion:
    """A stored question, and its reply if there is one. If `leased_until` is set, the caller must write the reply."""

    question: ChatMessage
    chatbot: Chatbot
    membership: Membership
    reply: ChatMessage | None
    leased_until: datetime | None


@dataclass(frozen=True, slots=True)
class Reply:
    """A bot's reply. `has_match` is true if some training fits the question."""

    text: str
    model_used: str
    fallback_used: bool
    response_time_ms: int
    left_out: int
    is_stopped: bool
    has_match: bool
    micro_usd: int


def store_question(*, actor: Actor, question_id: UUID, chatbot_id: UUID, content: str) -> StoredQuestion:
    """Store a question. A repeated call returns the same question and counts against no limit (MU1).

    Raises ChatbotNotFound, Empty, IdTaken, TooManyQuestions, SpendCapReached.
    """
    begin_message(chatbot_id)
    chatbot, membership = access.chatbot_for_chat(actor, chatbot_id)
    text = require_visible(content)
    existing = queries.message(message_id=question_id)
    if existing is not None:
        if (existing.user_id, existing.conversation_id, existing.content) != (actor.id, chatbot_id, text):
            raise IdTaken
        reply = queries.message(message_id=reply_id(question_id))
        leased_until = _lease_again(existing) if reply is None else None
        return StoredQuestion(existing, chatbot, membership, reply, leased_until)
    _must_be_within_limits(actor, text)
    last = ChatMessage.objects.filter(user_id=actor.id, conversation_id=chatbot_id).order_by("-created_at").first()
    created_at = max(now(), last.created_at + TICK) if last is not None else now()
    question = ChatMessage(
        id=question_id,
        conversation_id=chatbot_id,
        user_id=actor.id,
        sender_type=Sender.USER,
        content=text,
        created_at=created_at,
    )
    if not changes.ensure(question):  # another process has stored the same request meanwhile
        return store_question(actor=actor, question_id=question_id, chatbot_id=chatbot_id, content=content)
    turn = Turn(
        id=question_id,
        user_id=actor.id,
        leased_until=_lease_end(),
        micro_usd=token_costs.maximum_of_reply(text),
        requested_at=now(),
    )
    turn.save(force_insert=True)
    add_cost(turn.micro_usd, turn.requested_at)
    return StoredQuestion(question, chatbot, membership, None, turn.leased_until)


def store_reply(*, question_id: UUID, reply: Reply) -> ChatMessage:
    """Store the reply to a question, or return the one already stored. Raises RowNotFound if its bot was purged."""
    question = queries.message(message_id=question_id)
    if question is not None:
        begin_message(question.conversation_id)
        question = queries.message(message_id=question_id)  # its bot may have been deleted or purged before the lock
    if question is None:
        raise RowNotFound
    row = ChatMessage(
        id=reply_id(question_id),
        conversation_id=question.conversation_id,
        user_id=question.user_id,
        sender_type=Sender.BOT,
        content=reply.text,
        model_used=reply.model_used,
        fallback_used=reply.fallback_used,
        response_time_ms=reply.response_time_ms,
        left_out=reply.left_out,
        is_stopped=reply.is_stopped,
        is_hidden=question.is_hidden,
        created_at=max(now(), question.created_at + TICK),
    )
    is_first = changes.ensure(row)
    _settle(question_id, reply.micro_usd)
    if not is_first:
        return ChatMessage.objects.get(id=row.id)
    if not reply.has_match and not reply.is_stopped and lexemes(question.content):
        add_open_question(
            chatbot_id=question.conversation_id,
            question=question.content,
            reply=reply.text,
            origin=Origin.UNANSWERED,
        )
    return row


def release_lease(*, question_id: UUID, leased_until: datetime) -> None:
    """End the lease of a question whose answer has failed, so that a repeated request answers it at once.

    Does nothing if the lease had expired and another process has leased the question.
    """
    Turn.objects.filter(id=question_id, leased_until=leased_until, settled_at=None).update(leased_until=now())


def stop(*, actor: Actor, question_id: UUID) -> None:
    """Request the end of the answer to one of the actor's own questions. Raises RowNotFound."""
    access.own_message(actor, question_id)
    Turn.objects.filter(id=question_id, settled_at=None).update(is_stop_requested=True)


def rate(*, actor: Actor, message_id: UUID, rating: str | None) -> ChatMessage:
    """Rate a reply. Thumbs down adds the question to the admins' list, without the user's name. Raises RowNotFound."""
    message = access.own_message(actor, message_id)
    row = changes.locked(ChatMessage, message_id)
    if row is None or row.sender_type != Sender.BOT:
        raise RowNotFound
    if row.rating == rating:
        return row
    changes.update(row, rating=rating)
    if rating == Rating.DOWN:
        earlier = ChatMessage.objects.filter(
            user_id=actor.id,
            conversation_id=message.conversation_id,
            sender_type=Sender.USER,
            created_at__lt=row.created_at,
        )
        question = next(
            (one for one in earlier.order_by("-created_at")[:QUESTIONS_BETWEEN_MAX] if reply_id(one.id) == row.id), None
        )
        if question is not None:
            add_open_question(
                chatbot_id=row.conversation_id,
                question=question.content,
                reply=row.content,
                origin=Origin.THUMBS_DOWN,
            )
    return row


def reply_id(question_id: UUID) -> UUID:
    """The id of the only reply to a question, derived from the question's id."""
    return uuid5(NAMESPACE_URL, f"reply:{question_id}")


def _lease_again(question: ChatMessage) -> datetime | None:
    """Lease a question whose previous lease has ended. Returns the end of the new lease, or None without one.

    The maximum cost is booked again, because the former process may have called the model without storing the cost.
    If a lease ends later than a new one would, it was taken while the clock was ahead. Such a lease counts as expired.
    """
    leased_until = _lease_end()
    has_expired = Q(leased_until__lt=now()) | Q(leased_until__gt=leased_until + CLOCK_ERROR)
    ended = Turn.objects.filter(has_expired, id=question.id)
    if not ended.update(leased_until=leased_until, is_stop_requested=False):
        return None
    add_cost(token_costs.maximum_of_reply(question.content), now())
    return leased_until


def _must_be_within_limits(actor: Actor, question: str) -> None:
    timestamp = now()
    # Questions stored while the clock was ahead are not counted, because they would lock the user out for too long.
    until = timestamp + CLOCK_ERROR
    if queries.count_questions(user_id=actor.id, since=timestamp - MINUTE, until=until) >= settings.CHAT.per_minute:
        raise TooManyQuestions
    if queries.count_questions(user_id=actor.id, since=timestamp - DAY, until=until) >= settings.CHAT.per_day:
        raise TooManyQuestions(f"That was question number {settings.CHAT.per_day} of today. Please come back tomorrow.")
    if queries.spent_in_month(timestamp) + token_costs.maximum_of_reply(question) > token_costs.monthly_limit():
        raise SpendCapReached


def _settle(question_id: UUID, micro_usd: int) -> None:
    """Replace the maximum cost of an answer by its actual cost, once."""
    turn = Turn.objects.select_for_update().filter(id=question_id, settled_at=None).first()
    if turn is not None:
        add_cost(micro_usd - turn.micro_usd, turn.requested_at)
        Turn.objects.filter(id=question_id).update(micro_usd=micro_usd, settled_at=now())


def _lease_end() -> datetime:
    return now() + timedelta(seconds=settings.CHAT.within_s) + LEASE_MARGIN
