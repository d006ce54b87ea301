"""Endpoints of a client's chatbot page: the embed script, the Google sheet, and the page that runs the script."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from chatbots import services
from chatbots.embeds import embed_page
from chatbots.schemas import ChatSheetIn, ChatSheetOut, EmbedAddressIn, EmbedAddressOut, EmbedIn, EmbedOut
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import write

rows = Router()
functions = Router()
embeds = Router()
ERRORS: dict[Any, Any] = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut}


@rows.put("/chatbot_embeds", response={200: EmbedOut, **ERRORS})
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
    return {"url": await embed_page.address(actor=request.auth, client_id=payload.client_id)}


@embeds.get("/chatbot/{token}", auth=None)
async def show(request: HttpRequest, token: str) -> HttpResponse:
    """A page for a sandboxed frame. It runs the client's script, which cannot reach the portal."""
    if not embed_page.is_frame(request):
        return HttpResponse(embed_page.NOT_IN_FRAME, status=403, headers=embed_page.HEADERS)
    page = await embed_page.page(token)
    if page is None:
        return HttpResponse(embed_page.EXPIRED, status=404, headers=embed_page.HEADERS)
    return HttpResponse(page, headers=embed_page.HEADERS)
