"""Endpoints of a client's chatbot page: the embed script, the Google sheet, and the page that runs the script."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from chatbots import queries, services
from chatbots.embeds import embed_page
from chatbots.schemas import ChatSheetIn, ChatSheetOut, EmbedAddressIn, EmbedAddressOut, EmbedIn, EmbedOut
from core.errors import Failure
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import read, write

rows = Router()
functions = Router()
embeds = Router()
ERRORS: dict[Any, Any] = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut}


@rows.put("/chatbot_embeds", response={200: EmbedOut, 409: ErrorOut, **ERRORS})
async def save_embed(request: SignedInRequest, payload: EmbedIn) -> object:
    """Store a client's chatbot script; admins only."""
    return await write(services.save_embed, actor=request.auth, **payload.model_dump())


@rows.put("/chat_histories", response={200: ChatSheetOut, **ERRORS})
async def save_sheet(request: SignedInRequest, payload: ChatSheetIn) -> object:
    """Store the address of the sheet with a client's chats; admins only."""
    return await write(services.save_sheet, actor=request.auth, **payload.model_dump())


@functions.post("/chatbot-embed-address", auth=SignedIn(only_read=True), response={200: EmbedAddressOut, **ERRORS})
async def address(request: SignedInRequest, payload: EmbedAddressIn) -> dict[str, str]:
    """The address of a client's chatbot for the caller's browser: valid for five minutes, within their session."""
    await read(queries.embed_for, actor=request.auth, client_id=payload.client_id)
    return {"url": embed_page.address(actor=request.auth, client_id=payload.client_id)}


@embeds.get("/chatbot/{token}", auth=None)
async def show(request: HttpRequest, token: str) -> HttpResponse:
    """A page for a sandboxed frame. It runs the client's script, which cannot reach the portal."""
    # In a tab instead of a frame, the script could navigate to another site.
    if request.headers.get("Sec-Fetch-Dest") != "iframe":
        return HttpResponse(embed_page.NOT_IN_FRAME, status=403, headers=embed_page.HEADERS)
    target = embed_page.read_token(token)
    try:
        embed = await read(queries.embed_for, actor=target[0], client_id=target[1]) if target else None
    except Failure:  # the user may no longer see the page
        embed = None
    if embed is None:
        return HttpResponse(embed_page.EXPIRED, status=404, headers=embed_page.HEADERS)
    return HttpResponse(embed_page.PAGE.format(script=embed.embed_url), headers=embed_page.HEADERS)
