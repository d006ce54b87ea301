"""Endpoints for admins to manage bots and assign users, and for clients to add bots from the marketplace."""

from typing import Any
from uuid import UUID

from ninja import Router, Status

from chatbots import queries, services
from chatbots.schemas import (
    AssignIn,
    AssignmentOut,
    BotsOut,
    BotSubscriptionOut,
    ChatbotIn,
    ChatbotOut,
    DeletionCountsOut,
    NewChatbotIn,
    StatusChangeOut,
    StatusIn,
    SubscribeIn,
)
from chatbots.workflows import avatars
from chatbots.workflows import status as workflow
from sync.requests.signed_in import SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import read, write

rows = Router()
ERRORS: dict[Any, Any] = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut}


@rows.post("/chatbots", response={200: ChatbotOut, 201: ChatbotOut, 409: ErrorOut, **ERRORS})
async def create(request: SignedInRequest, payload: NewChatbotIn) -> Status[object]:
    """Create a bot, in training."""
    avatar = await avatars.picture_for(actor=request.auth, chatbot_id=payload.id, address=payload.avatar_url)
    chatbot, first = await write(
        services.create_chatbot,
        actor=request.auth,
        chatbot_id=payload.id,
        avatar=avatar,
        **payload.model_dump(exclude={"id"}),
    )
    return Status(201 if first else 200, chatbot)


@rows.put("/chatbots", response={200: ChatbotOut, **ERRORS})
async def edit(request: SignedInRequest, payload: ChatbotIn) -> object:
    """Replace the description of a bot and of its listing."""
    avatar = await avatars.picture_for(actor=request.auth, chatbot_id=payload.id, address=payload.avatar_url)
    return await write(
        services.edit_chatbot,
        actor=request.auth,
        chatbot_id=payload.id,
        avatar=avatar,
        **payload.model_dump(exclude={"id"}),
    )


@rows.put("/chatbots/{chatbot_id}/status", response={200: StatusChangeOut, 409: ErrorOut, **ERRORS})
async def set_status(request: SignedInRequest, chatbot_id: UUID, payload: StatusIn) -> object:
    """Set a bot's status. For `active` its saved questions must pass, or a reason must be given."""
    return await workflow.set_status(
        actor=request.auth, chatbot_id=chatbot_id, status=payload.status, reason=payload.reason
    )


@rows.get("/chatbots/{chatbot_id}/contents", response={200: DeletionCountsOut, **ERRORS})
async def contents(request: SignedInRequest, chatbot_id: UUID) -> object:
    """Count what would be deleted with a bot."""
    return await read(queries.deletion_counts, actor=request.auth, chatbot_id=chatbot_id)


@rows.delete("/chatbots/{chatbot_id}", response={200: DeletionCountsOut, **ERRORS})
async def delete(request: SignedInRequest, chatbot_id: UUID) -> object:
    """Delete a bot with its training and conversations. It can be restored for 30 days."""
    return await write(services.delete_chatbot, actor=request.auth, chatbot_id=chatbot_id)


@rows.post("/chatbots/{chatbot_id}/restore", response={200: ChatbotOut, **ERRORS})
async def restore(request: SignedInRequest, chatbot_id: UUID) -> object:
    """Restore a deleted bot."""
    return await write(services.restore_chatbot, actor=request.auth, chatbot_id=chatbot_id)


@rows.put("/user_chatbots", response={200: AssignmentOut, **ERRORS})
async def assign(request: SignedInRequest, payload: AssignIn) -> object:
    """Let a client's user chat with a bot."""
    return await write(services.assign, actor=request.auth, **payload.model_dump())


@rows.delete("/user_chatbots/{assignment_id}", response={204: None, **ERRORS})
async def unassign(request: SignedInRequest, assignment_id: UUID) -> Status[None]:
    """End a user's access to a bot."""
    await write(services.unassign, actor=request.auth, assignment_id=assignment_id)
    return Status(204, None)


@rows.get("/bots", response={200: BotsOut, 401: ErrorOut, 403: ErrorOut})
async def marketplace(request: SignedInRequest) -> dict[str, object]:
    """The bots that clients may add to their own."""
    return {"rows": await read(queries.marketplace, actor=request.auth)}


@rows.put("/subscriptions", response={200: BotSubscriptionOut, **ERRORS})
async def subscribe(request: SignedInRequest, payload: SubscribeIn) -> object:
    """Add a marketplace bot to the caller's bots, or remove it from them."""
    return await write(services.subscribe, actor=request.auth, **payload.model_dump())
