"""HTTP endpoints of messaging."""

from typing import Annotated, Literal
from uuid import UUID

from ninja import Query, Router, Status

from core.errors import InvalidField
from messaging import queries, services
from messaging.errors import FieldMismatch
from messaging.message_parts import Card, FileClaims
from messaging.schemas import (
    HistoryOut,
    MessageIn,
    MessageOut,
    ReadIn,
    ResolutionIn,
    SearchOut,
    SearchWords,
    TakenBackOut,
    ThreadOut,
    ThreadResolutionOut,
)
from sync.requests.cancellation import cancel_on_disconnect
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut, RowOut
from sync.writes.db_executor import read, search, write

router = Router(auth=SignedIn())
ERRORS = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut}
PAGE = 200
SEARCH_LIMIT = 50
SEARCH_TIMEOUT_S = 0.2  # for the search alone; the rest of the request takes some more milliseconds


@router.post(
    "/messages", response={200: MessageOut, 201: MessageOut, 409: ErrorOut, 410: ErrorOut, 429: ErrorOut, **ERRORS}
)
async def post_message(request: SignedInRequest, payload: MessageIn) -> Status[RowOut]:
    """Send a message. A repeat with the same id and text gets 200 with the stored row."""
    if payload.sender_id not in {None, request.auth.id}:
        raise FieldMismatch("sender_id", "This is not your id")
    sent = await write(
        services.send_message,
        actor=request.auth,
        message_id=payload.id,
        client_id=payload.client_id,
        content=payload.content,
        card=Card(**payload.card.model_dump()) if payload.card else None,
        attachment_url=payload.attachment_url,
        claims=FileClaims(payload.attachment_name, payload.attachment_type, payload.attachment_size),
    )
    return Status(201 if sent.first else 200, MessageOut.model_validate(sent.message))


@router.delete("/messages/{uuid:message_id}", response={200: MessageOut, 202: TakenBackOut, 409: ErrorOut, **ERRORS})
async def take_back(request: SignedInRequest, message_id: UUID, client_id: UUID | None = None) -> Status[RowOut]:
    """Take back the caller's own message, unless the other side has read it. A tombstone replaces it.

    With `client_id` this also takes back a message that has not arrived: the response is 202, and the server rejects
    the message with 410 if it arrives within 45 days.
    """
    removed = await write(services.take_back, actor=request.auth, message_id=message_id, client_id=client_id)
    if removed is None and client_id is not None:
        return Status(202, TakenBackOut(id=message_id, client_id=client_id))
    return Status(200, MessageOut.model_validate(removed))


@router.get("/messages/search", response={200: SearchOut, 429: ErrorOut, **ERRORS})
async def search_messages(request: SignedInRequest, client_id: UUID, words: Query[SearchWords]) -> dict[str, object]:
    """The messages of a thread that contain `words`.

    After 0.2 seconds the search ends with the messages that it has found, and `incomplete` is true.
    """
    searching = search(
        queries.search, SEARCH_TIMEOUT_S, actor=request.auth, client_id=client_id, words=words, limit=SEARCH_LIMIT
    )
    rows, is_complete = await cancel_on_disconnect(request, searching)
    return {"rows": rows, "incomplete": not is_complete}


@router.put("/threads", response={200: ThreadOut, **ERRORS})
async def put_thread(request: SignedInRequest, payload: ReadIn) -> Status[RowOut]:
    """Move the caller's read marker forward."""
    thread = await write(services.mark_read, actor=request.auth, client_id=payload.id, message_id=payload.read_to)
    return Status(200, ThreadOut.model_validate(thread))


@router.put("/thread_resolutions", response={200: ThreadResolutionOut, **ERRORS})
async def put_thread_resolution(request: SignedInRequest, payload: ResolutionIn) -> Status[RowOut]:
    """Mark a client's messages as needing no answer, up to the last one that the admin has seen; admins only."""
    resolution = await write(
        services.resolve_thread,
        actor=request.auth,
        client_id=payload.id,
        message_id=payload.resolved_to,
        is_resolved=payload.is_resolved,
    )
    return Status(200, ThreadResolutionOut.model_validate(resolution))


@router.get("/messages", response={200: HistoryOut, **ERRORS})
async def get_messages(
    request: SignedInRequest,
    client_id: UUID,
    order: Literal["asc", "desc"] | None = None,
    before: str | None = None,
    after: str | None = None,
    limit: Annotated[int | None, Query(ge=1, le=PAGE)] = None,
) -> dict[str, object]:
    """A thread's messages by page.

    `order` is `asc` (oldest first, pages by `after`) or `desc` (newest first, pages by `before`). Without `order`, a
    request with `before` or `limit` gets the newest first, any other request the oldest first.
    """
    if order is None:
        order = "desc" if after is None and (before, limit) != (None, None) else "asc"
    cursor, other, other_name = (after, before, "before") if order == "asc" else (before, after, "after")
    if other is not None:
        raise InvalidField(other_name, f"Pages in order={order} have no {other_name}")
    rows, next_cursor = await read(
        queries.history, actor=request.auth, client_id=client_id, order=order, cursor=cursor, limit=limit or PAGE
    )
    return {"rows": rows, "next": next_cursor}
