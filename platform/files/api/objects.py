"""Endpoints that sign addresses and serve files, whole or by range. A private file needs a signed address."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, StreamingHttpResponse
from ninja import Router

from files import queries, signed_addresses
from files.errors import FileNotFound
from files.models import StoredObject
from files.previews import previews
from files.providers.storage.backend import file_storage
from files.ranges import Span, span_of
from files.schemas import SignedOut, SignIn
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import read

CHUNK_SIZE = 64 * 1024
FOREVER = "public, max-age=31536000, immutable"  # names are never reused
# A browser that opens a file on this origin must neither run nor embed it, whatever its content type.
INERT = "default-src 'none'; sandbox; frame-ancestors 'none'"

router = Router()


@dataclass(frozen=True, slots=True)
class ServedFile:
    """The file of a response: a stored file or its preview. `key` is its key in the file storage."""

    key: str
    title: str
    type: str
    size: int


def _served_file(file: StoredObject, variant: str) -> ServedFile:
    key = f"{file.bucket}/{file.name}"
    if variant == signed_addresses.PREVIEW:
        return ServedFile(previews.key_of(key), f"{file.title}.webp", previews.TYPE, file.preview_size or 0)
    return ServedFile(key, file.title, file.type, file.size)


@router.post(
    "/object/sign",
    auth=SignedIn(only_read=True),
    response={200: SignedOut, 401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut},
)
async def sign(request: SignedInRequest, payload: SignIn) -> SignedOut:
    """Sign an address that serves a file without a bearer token for five minutes.

    Anybody who has the address can fetch the file, until the caller signs out or may no longer fetch it.
    """
    file = await read(queries.readable_file, actor=request.auth, url=payload.url)
    if payload.variant == signed_addresses.PREVIEW and not file.preview_size:
        is_coming = file.preview_size is None and previews.is_drawn(file.bucket, file.type)
        return SignedOut(address=None, valid_s=0, is_coming=is_coming)
    signature = signed_addresses.sign(file.id, payload.variant, request.auth)
    return SignedOut(address=f"{payload.url}?token={quote(signature)}", valid_s=signed_addresses.VALID_S)


@router.get("/object/{bucket}/{path:name}", response={200: None, 206: None, 403: ErrorOut, 404: ErrorOut})
async def fetch(request: HttpRequest, bucket: str, name: str, token: str = "") -> HttpResponseBase:
    """A file, or the requested range of it. A private file needs the `token` of a signed address, no bearer token."""
    if not token:
        public_file = await read(queries.public_file, bucket=bucket, name=name)
        return await _file_response(request, _served_file(public_file, signed_addresses.FILE), is_public=True)
    signed = signed_addresses.verify(token)
    file = await read(queries.signed_file, actor=signed.actor, file_id=signed.file_id)
    if (file.bucket, file.name) != (bucket, name):
        raise FileNotFound
    return await _file_response(request, _served_file(file, signed.variant), is_public=False)


async def _file_response(request: HttpRequest, file: ServedFile, *, is_public: bool) -> HttpResponseBase:
    disposition = f"{'inline' if is_public else 'attachment'}; filename*=UTF-8''{quote(file.title, safe='')}"
    direct_url = await asyncio.to_thread(
        file_storage().direct_url, file.key, content_type=file.type, disposition=disposition
    )
    if direct_url is not None:
        return HttpResponseRedirect(direct_url)
    try:
        span = span_of(request.headers.get("Range", ""), file.size)
    except ValueError:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{file.size}"})
    bytes_sent = span or Span(0, file.size - 1)
    response = StreamingHttpResponse(_bytes(file.key, bytes_sent), status=206 if span else 200, content_type=file.type)
    response.headers["Content-Length"] = str(bytes_sent.length)
    response.headers["Accept-Ranges"] = "bytes"
    response.headers["Content-Disposition"] = disposition
    response.headers["Content-Security-Policy"] = INERT
    if span:
        response.headers["Content-Range"] = f"bytes {span.start}-{span.end}/{file.size}"
    if is_public:
        response.headers["Cache-Control"] = FOREVER
        # Emails show the logo on other origins: in webmail, and in the sandboxed preview of the weekly email.
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


async def _bytes(key: str, span: Span) -> AsyncIterator[bytes]:
    """Read the span in chunks, as fast as the connection accepts them (server/daphne/backpressure.py)."""
    for start in range(span.start, span.end + 1, CHUNK_SIZE):
        yield await asyncio.to_thread(file_storage().read, key, start, min(CHUNK_SIZE, span.end + 1 - start))
