"""Endpoints for the caller's personal data: its export as a zip, and its erasure."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from uuid import UUID

from django.core import signing
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from ninja import Router, Status

from accounts import errors, queries, schemas, services
from accounts.http.endpoint_limits import enforce_limits
from accounts.http.request_parsing import device
from accounts.zip_stream import zip_chunks
from core.actor import Actor
from core.clock import now
from core.expiring_signer import ExpiringSigner
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import read, read_export_step, write

VALID_S = 300
PATH = "/functions/v1/export-data"

router = Router()


@router.post("/export-data", auth=SignedIn(), response={200: schemas.ExportOut, 401: ErrorOut})
async def begin_export(request: SignedInRequest) -> schemas.ExportOut:
    """A URL that serves the caller's export without a bearer token, for five minutes or until they sign out."""
    token = await read(queries.export_token, actor=request.auth)
    return schemas.ExportOut(address=f"{PATH}/{token}", valid_s=VALID_S)


@router.get("/export-data/{token}", response={200: None, 403: ErrorOut, 429: ErrorOut})
async def export(request: HttpRequest, token: str) -> HttpResponseBase:
    """The user's export as a zip, created while it is sent. The URL's `token` replaces the bearer token."""
    actor = _actor_of(token)
    await read(queries.check_export, actor=actor)
    chunks = zip_chunks(queries.export(actor.id))
    # Read the first piece now, so that an early failure becomes an error response. A later failure ends the connection.
    first = await read_export_step(partial(next, chunks, b""), user_id=actor.id, is_first=True)
    response = StreamingHttpResponse(_chunks(first, chunks, actor.id), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="my-data-{now():%Y-%m-%d}.zip"'
    return response


@router.post(
    "/erase-account-code", auth=SignedIn(), response={200: schemas.ErasureCodeOut, (401, 403, 409, 422, 429): ErrorOut}
)
async def send_erasure_code(request: SignedInRequest) -> schemas.ErasureCodeOut:
    """Mail the caller the code that `/functions/v1/erase-account` requires."""
    await read(services.check_erasure, actor=request.auth)
    await enforce_limits(request, "reauthenticate", mailbox=request.auth.email, caller=request.auth)
    await write(services.cool_down, kind="reauthentication", email=request.auth.email, device=device(request))
    return schemas.ErasureCodeOut(sent_to=await write(services.send_erasure_code, caller=request.auth))


@router.post("/erase-account", auth=SignedIn(), response={204: None, (401, 403, 409, 422): ErrorOut})
async def erase(request: SignedInRequest, payload: schemas.EraseIn) -> Status[None]:
    """Erase the caller's account and all their data; `nonce` is the mailed code."""
    await read(services.check_erasure, actor=request.auth)
    if not await write(services.check_reauthentication_code, caller=request.auth, nonce=payload.nonce):
        raise errors.WrongCode
    await write(services.request_erasure, caller=request.auth)
    return Status(204, None)


def _actor_of(token: str) -> Actor:
    """The user and session in an export token. Does not check that the session exists. Raises ExportExpired."""
    try:
        value = ExpiringSigner(salt=queries.EXPORT_SALT).unsign(token, max_age=VALID_S)
    except signing.BadSignature as wrong:
        raise errors.ExportExpired from wrong
    user, session = value.split(":")
    return Actor(id=UUID(user), session_id=UUID(session), email="", expires_at=0)


async def _chunks(first: bytes, chunks: Iterator[bytes], user_id: UUID) -> AsyncIterator[bytes]:
    """Yields pieces as fast as the connection takes them (server/daphne/backpressure.py).

    Reads each piece in one of the export threads.
    """
    piece: bytes | None = first
    while piece is not None:
        if piece:
            yield piece
        piece = await read_export_step(partial(next, chunks, None), user_id=user_id, is_first=False)
