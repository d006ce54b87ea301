"""Doors to what is the caller's own: all of it as a zip, and the end of it."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

from django.core import signing
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from ninja import Router, Status

from accounts import errors, queries, schemas, services
from accounts.personal import Part
from accounts.zipping import zipped
from core.clock import now
from core.person import Person
from sync.bearer import SignedIn, SignedInRequest
from sync.schemas import Refusal
from sync.seam import read, write

VALID_S = 300
PATH = "/functions/v1/export-data"

router = Router()


@router.post("/export-data", auth=SignedIn(), response={200: schemas.ExportOut, 401: Refusal})
async def begin_export(request: SignedInRequest) -> schemas.ExportOut:
    """An address at which the caller's own session fetches everything of theirs, for five minutes."""
    token = await read(queries.export_token, actor=request.auth)
    return schemas.ExportOut(address=f"{PATH}/{token}", valid_s=VALID_S)


@router.get("/export-data/{token}", response={200: None, 403: Refusal})
async def export(request: HttpRequest, token: str) -> HttpResponseBase:
    """Everything of theirs as a zip, made while it is sent."""
    parts = await read(queries.export, actor=_named(token))
    response = StreamingHttpResponse(_pieces(parts), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="my-data-{now():%Y-%m-%d}.zip"'
    return response


@router.post("/erase-account", auth=SignedIn(), response={204: None, (401, 403, 409, 422): Refusal})
async def erase(request: SignedInRequest, payload: schemas.EraseIn) -> Status[None]:
    """Erase the caller and everything of theirs; `nonce` is the code that `/auth/v1/reauthenticate` has mailed."""
    await read(services.check_erasure, actor=request.auth)
    if not await write(services.proves_again, person=request.auth, nonce=payload.nonce):
        raise errors.WrongCode
    await write(services.ask_to_erase, person=request.auth)
    return Status(204, None)


def _named(token: str) -> Person:
    """Raises ExportOver. Whether the session still lives is the database's to say."""
    try:
        who = signing.TimestampSigner(salt=queries.EXPORT).unsign(token, max_age=VALID_S)
    except signing.BadSignature as wrong:
        raise errors.ExportOver from wrong
    user, session = who.split(":")
    return Person(id=UUID(user), session_id=UUID(session), email="", expires_at=0)


async def _pieces(parts: list[Part]) -> AsyncIterator[bytes]:
    """As fast as the connection takes them (config/pacing.py); reading and packing happen in threads."""
    made = zipped(parts)
    while (piece := await asyncio.to_thread(next, made, None)) is not None:
        if piece:
            yield piece
