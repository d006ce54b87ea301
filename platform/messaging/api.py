"""The HTTP doors of messaging."""

from typing import Annotated
from uuid import UUID

from ninja import Query, Router, Status

from core.person import Person
from messaging import queries, services
from messaging.facts import Card
from messaging.schemas import FoundOut, HistoryOut, MessageIn, MessageOut, ReadIn, ThreadOut, Words
from sync.batch import accepts
from sync.bearer import SignedIn, SignedInRequest
from sync.schemas import Refusal, RowOut
from sync.seam import read, write

router = Router(auth=SignedIn())
REFUSALS = {401: Refusal, 403: Refusal, 404: Refusal, 422: Refusal}
PAGE = 200
FOUND = 50


@accepts("messages.send", MessageIn)
async def send(person: Person, payload: MessageIn) -> tuple[int, RowOut]:
    sent = await write(
        services.send_message,
        actor=person,
        message_id=payload.id,
        client_id=payload.client_id,
        content=payload.content,
        card=Card(**payload.card.model_dump()) if payload.card else None,
        attachment_url=payload.attachment_url,
    )
    return 201 if sent.first else 200, MessageOut.model_validate(sent.message)


@accepts("threads.read", ReadIn)
async def mark_read(person: Person, payload: ReadIn) -> tuple[int, RowOut]:
    thread = await write(services.mark_read, actor=person, client_id=payload.id, message_id=payload.read_to)
    return 200, ThreadOut.model_validate(thread)


@router.post("/messages", response={200: MessageOut, 201: MessageOut, 409: Refusal, **REFUSALS})
async def post_message(request: SignedInRequest, payload: MessageIn) -> Status[RowOut]:
    """Send a message; a repeat with the same id and text answers 200 with the stored row."""
    return Status(*await send(request.auth, payload))


@router.delete("/messages/{uuid:message_id}", response={200: MessageOut, 409: Refusal, **REFUSALS})
async def take_back(request: SignedInRequest, message_id: UUID) -> RowOut:
    """Take the caller's own message back, seconds after it was sent: a tombstone stays."""
    removed = await write(services.take_back, actor=request.auth, message_id=message_id)
    return MessageOut.model_validate(removed)


@router.get("/messages/search", response={200: FoundOut, **REFUSALS})
async def search_messages(request: SignedInRequest, client_id: UUID, words: Query[Words]) -> dict[str, object]:
    """Where in a thread something was said."""
    rows = await read(queries.search, actor=request.auth, client_id=client_id, words=words, limit=FOUND)
    return {"rows": rows}


@router.put("/threads", response={200: ThreadOut, **REFUSALS})
async def put_thread(request: SignedInRequest, payload: ReadIn) -> Status[RowOut]:
    """Move the caller's read marker forward."""
    return Status(*await mark_read(request.auth, payload))


@router.get("/messages", response={200: HistoryOut, **REFUSALS})
async def get_messages(
    request: SignedInRequest,
    client_id: UUID,
    before: str | None = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> dict[str, object]:
    """A thread's messages, newest first."""
    rows, following = await read(queries.history, actor=request.auth, client_id=client_id, before=before, limit=limit)
    return {"rows": rows, "next": following}
