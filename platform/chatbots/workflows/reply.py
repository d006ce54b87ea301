"""Replies to a question: finds training, shows the model's reply while it is written, and stores it."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.conf import settings

from chatbots import prompt, queries, services, token_costs
from chatbots.effects import embeddings
from chatbots.limits import MODEL_MAX
from chatbots.models import ChatMessage, Sender
from chatbots.providers import language_model as model
from chatbots.queries import retrieval
from chatbots.services import Reply, StoredQuestion
from clients import queries as clients
from core.actor import Actor
from core.text import printable, storable
from sync.writes.db_executor import read, write

FALLBACK = "I apologize, but I'm experiencing technical difficulties right now. Please try again in a moment."
FALLBACK_MODEL = "fallback"
SHOW_EVERY_S = 0.1
STOP_CHECK_EVERY_S = 0.2  # a reply ends within this time after a stop in this process
STOP_POLL_EVERY_S = 1.0  # how often to check for a stop in another process
REPLY_POLL_EVERY_S = 0.3  # how often to check for a reply that another process writes
RELEASE_WITHIN_S = 2.0  # a stopping process waits this long for the database

# Shows the user the text of an unfinished reply to a question. None instead of a text means that the reply is finished.
Show = Callable[[ChatMessage, str | None], None]

log = logging.getLogger(__name__)
_running: dict[UUID, asyncio.Task["ReplyResult"]] = {}
_stopped: set[UUID] = set()
_ending = asyncio.Event()  # set when this process begins to shut down


@dataclass(frozen=True, slots=True)
class ReplyResult:
    """The stored reply. `error` is the reason of a fallback in one word; None for others, and for one stored earlier."""

    message: ChatMessage
    error: str | None


@dataclass(slots=True)
class _Draft:
    """A reply while the model writes it."""

    received: str = ""
    model: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    is_stopped: bool = False
    started: float = field(default_factory=time.monotonic)
    shown_at: float = 0.0
    polled_at: float = field(default_factory=time.monotonic)

    @property
    def text(self) -> str:
        return storable(self.received)


async def reply(*, actor: Actor, question_id: UUID, chatbot_id: UUID, content: str, show: Show) -> ReplyResult:
    """The reply to a question with the text `content`. A repeated call waits for the same reply and returns it.

    The call that starts the reply calls `show` with the text so far at most every `SHOW_EVERY_S`, and with None at the
    end.

    Raises what `services.store_question` raises, and CancelledError if this process ends before the reply does.
    """
    while True:
        stored_question = await write(
            services.store_question, actor=actor, question_id=question_id, chatbot_id=chatbot_id, content=content
        )
        if stored_question.reply is not None:
            return ReplyResult(stored_question.reply, None)
        task, leased_until = _running.get(question_id), stored_question.leased_until
        if leased_until is not None and _ending.is_set():
            await write(services.release_lease, question_id=question_id, leased_until=leased_until)
            raise asyncio.CancelledError  # without a response, so that the device sends the question again
        if task is None and leased_until is not None:
            task = _running[question_id] = asyncio.get_running_loop().create_task(
                _write_reply(stored_question, show, leased_until)
            )
            task.add_done_callback(lambda _: _forget(question_id))
        if task is not None:
            # Shielded, because the reply is stored even if the caller disconnects.
            return await asyncio.shield(task)
        await asyncio.sleep(REPLY_POLL_EVERY_S)


async def stop(*, actor: Actor, question_id: UUID) -> None:
    """End a reply and keep what is written so far. Raises RowNotFound."""
    await write(services.stop, actor=actor, question_id=question_id)
    if question_id in _running:
        _stopped.add(question_id)


async def end_running() -> None:
    """Cancel this process's replies and start no others, so that another process can write them at once."""
    _ending.set()
    await asyncio.sleep(0)  # a reply that is cancelled before its first step would not release its lease
    if running := set(_running.values()):
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=RELEASE_WITHIN_S)


def _forget(question_id: UUID) -> None:
    _running.pop(question_id, None)
    _stopped.discard(question_id)


async def _write_reply(stored_question: StoredQuestion, show: Show, leased_until: datetime) -> ReplyResult:
    question = stored_question.question
    try:
        try:
            return await _create_reply(stored_question, show)
        finally:
            show(question, None)
    except (Exception, asyncio.CancelledError):
        await write(services.release_lease, question_id=question.id, leased_until=leased_until)
        raise


async def _create_reply(stored_question: StoredQuestion, show: Show) -> ReplyResult:
    question, bot = stored_question.question, stored_question.chatbot
    question_vectors = await embeddings.embed_question(question.content)
    matches = await read(
        retrieval.find, chatbot_id=bot.id, question=question.content, question_vectors=question_vectors
    )
    if not matches.is_complete:
        await write(services.request_missing_embeddings, chatbot_id=bot.id)
    budget = settings.CHAT.prompt_tokens
    before, earlier = await read(queries.messages_before, question=question, limit=budget // prompt.TOKENS_PER_MESSAGE)
    plan = await read(clients.plan_of, client_id=stored_question.membership.client_id)
    model_prompt = prompt.build(
        name=bot.bot_name,
        description=bot.description,
        notes=[(row.question, row.answer) for row in matches.rows],
        is_certain=matches.is_certain,
        before=[("user" if one.sender_type == Sender.USER else "assistant", one.content) for one in before],
        question=question.content,
        budget=budget,
        earlier=earlier,
    )
    model_name = prompt.model_for(of_client=plan.model, of_bot=bot.model_preference, plan_level=plan.level)
    draft, error = _Draft(), None
    try:
        async with asyncio.timeout(settings.CHAT.within_s):
            await _collect_reply(draft, show, question, model_name, model_prompt)
    except (model.ModelError, TimeoutError) as caught:
        error = str(caught) or "timeout"
        log.warning("question %s got a fallback: %s", question.id, error, exc_info=caught.__cause__)
    new_reply = Reply(
        text=draft.text if error is None else FALLBACK,
        model_used=draft.model or model_name if error is None else FALLBACK_MODEL,
        fallback_used=error is not None,
        response_time_ms=round((time.monotonic() - draft.started) * 1000),
        left_out=model_prompt.left_out,
        is_stopped=draft.is_stopped,
        has_match=matches.is_certain,
        micro_usd=_cost(draft, model_prompt.tokens, question.content),
    )
    stored = await write(services.store_reply, question_id=question.id, reply=new_reply)
    return ReplyResult(stored, error)


async def _collect_reply(
    draft: _Draft, show: Show, question: ChatMessage, model_name: str, model_prompt: prompt.Prompt
) -> None:
    """Fill `draft` until the model ends or the user stops the reply. Raises ModelError."""
    writer = asyncio.get_running_loop().create_task(_receive_pieces(draft, show, question, model_name, model_prompt))
    try:
        while not writer.done():
            await asyncio.wait({writer}, timeout=STOP_CHECK_EVERY_S)
            if not writer.done() and await _is_stopped(draft, question.id):
                draft.is_stopped = True
                return
        writer.result()
    finally:
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


async def _receive_pieces(
    draft: _Draft, show: Show, question: ChatMessage, model_name: str, model_prompt: prompt.Prompt
) -> None:
    async for piece in model.stream(model_name=model_name, messages=model_prompt.messages):
        draft.received += piece.text
        draft.model = printable(piece.model, MODEL_MAX)
        draft.tokens_in = piece.prompt_tokens if piece.prompt_tokens is not None else draft.tokens_in
        draft.tokens_out = piece.reply_tokens if piece.reply_tokens is not None else draft.tokens_out
        timestamp = time.monotonic()
        if piece.text and timestamp - draft.shown_at >= SHOW_EVERY_S:
            draft.shown_at = timestamp
            show(question, draft.text)
    if not draft.text.strip():
        raise model.ModelError("empty")


async def _is_stopped(draft: _Draft, question_id: UUID) -> bool:
    """Whether the user has stopped the reply. Detects a stop in another process within a second."""
    if question_id in _stopped:
        return True
    if time.monotonic() - draft.polled_at < STOP_POLL_EVERY_S:
        return False
    draft.polled_at = time.monotonic()
    return await read(queries.is_stop_requested, question_id=question_id)


def _cost(draft: _Draft, estimated: int, question: str) -> int:
    """The cost in millionths of a dollar. Tokens are estimated if the model does not report them."""
    if settings.CHAT.key is None:
        return 0
    tokens_in = draft.tokens_in if draft.tokens_in is not None else estimated
    tokens_out = draft.tokens_out if draft.tokens_out is not None else prompt.tokens_of(draft.text)
    return token_costs.of_reply(tokens_in, tokens_out) + token_costs.of_embedding([question])
