"""Endpoints of conversations: ask a question, stop the answer, rate it, read messages."""

from typing import Annotated, Any
from uuid import UUID

from ninja import Query, Router, Status
from pydantic import AfterValidator, AwareDatetime

from chatbots import queries, services
from chatbots.errors import UserNotFound
from chatbots.models import ChatMessage
from chatbots.schemas import ChatMessageOut, ConversationOut, PromptIn, RatingIn, ReplyOut, StopIn
from chatbots.workflows import reply
from core.clock import in_utc
from sync.hub import hub
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import read, write

rows = Router()
functions = Router()
ERRORS: dict[Any, Any] = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut}
PAGE = 200


@functions.post("/generate-chat-response", response={200: ReplyOut, 409: ErrorOut, 503: ErrorOut, **ERRORS})
async def generate(request: SignedInRequest, payload: PromptIn) -> dict[str, object]:
    """A bot's reply to a question. A repeated request with the same id gets the same reply."""
    if payload.user_id not in {None, request.auth.id}:
        raise UserNotFound
    result = await reply.reply(
        actor=request.auth, question_id=payload.id, chatbot_id=payload.chatbot_id, content=payload.prompt, show=_show
    )
    message = result.message
    return {
        "response": message.content,
        "model_used": message.model_used or "",
        "fallback_used": message.fallback_used,
        "error": result.error,
        "message": message,
    }


@functions.post("/stop-chat-response", response={204: None, **ERRORS})
async def stop(request: SignedInRequest, payload: StopIn) -> Status[None]:
    """End the answer to a question and keep what is written so far."""
    await reply.stop(actor=request.auth, question_id=payload.id)
    return Status(204, None)


@rows.put("/chat_messages/{message_id}/rating", response={200: ChatMessageOut, **ERRORS})
async def rate(request: SignedInRequest, message_id: UUID, payload: RatingIn) -> object:
    """Rate a reply."""
    return await write(services.rate, actor=request.auth, message_id=message_id, rating=payload.rating)


@rows.get("/chat_messages", auth=SignedIn(may_view=False), response={200: ConversationOut, **ERRORS})
async def conversation(
    request: SignedInRequest,
    conversation_id: UUID | None = None,
    before: Annotated[AwareDatetime, AfterValidator(in_utc)] | None = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> dict[str, object]:
    """The caller's conversation with a bot, oldest first. Without `conversation_id`: with all bots, newest first."""
    if conversation_id is None:
        return {"rows": await read(queries.own_messages, actor=request.auth, before=before, limit=limit)}
    messages = await read(
        queries.conversation, actor=request.auth, chatbot_id=conversation_id, before=before, limit=limit
    )
    return {"rows": messages}


def _show(question: ChatMessage, text: str | None) -> None:
    """Send the text so far to the devices of the user who asked; None ends the display."""
    hub.running().ephemeral.reply(
        user=question.user_id,
        thread=question.conversation_id,
        question=question.id,
        text=text or "",
        on=text is not None,
    )
