"""Endpoints of resumable uploads by the tus protocol 1.0: create, get the offset, add a part, terminate.

The device creates an upload's id (metadata `id`), so that a repeated creation after a lost response finds the upload.
"""

from base64 import b64decode
from email.utils import format_datetime
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Header, Router

from core.text import DISRUPTIVE
from files import queries, services, workflows
from files.buckets import LARGEST, address
from files.errors import BadUpload
from files.models import Upload
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import read, write

RESUMABLE = "/storage/v1/upload/resumable"
VERSION = "1.0.0"
PART_TYPE = "application/offset+octet-stream"
TITLE_MAX = 255
METADATA_MAX = 20

router = Router(auth=SignedIn())
ERRORS = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 412: ErrorOut, 422: ErrorOut}
Version = Annotated[str, Header(alias="Tus-Resumable")]
Count = Annotated[int, Header(ge=0)]


@router.api_operation(["OPTIONS"], "", auth=None, response={200: None})
async def options(request: HttpRequest) -> HttpResponse:
    """The tus version, extensions and maximum size of this server."""
    response = HttpResponse()
    response.headers["Tus-Version"] = VERSION
    response.headers["Tus-Extension"] = "creation,expiration,termination"
    response.headers["Tus-Max-Size"] = str(LARGEST)
    return response


@router.post("", response={201: None, 409: ErrorOut, 413: ErrorOut, **ERRORS})
async def create_upload(
    request: SignedInRequest,
    length: Annotated[int, Header(alias="Upload-Length", ge=1)],
    metadata: Annotated[str, Header(alias="Upload-Metadata", max_length=4000)],
    version: Version = "",
) -> HttpResponse:
    """Create an upload. Its metadata: `id` (a UUID), `bucket`, `filename`; `filetype` if the name has no extension."""
    if version != VERSION:
        return _other_version()
    fields = _metadata(metadata)
    upload = await write(
        services.begin,
        actor=request.auth,
        upload_id=_upload_id(fields.get("id", "")),
        bucket=fields.get("bucket", ""),
        title=DISRUPTIVE.sub("", fields.get("filename", "")).strip()[:TITLE_MAX],
        content_type=fields.get("filetype", ""),
        length=length,
    )
    response = _status_response(upload, 201)
    response.headers["Location"] = f"{RESUMABLE}/{upload.id}"
    return response


@router.api_operation(["HEAD"], "/{uuid:upload_id}", response={200: None, **ERRORS})
async def get_offset(request: SignedInRequest, upload_id: UUID, version: Version = "") -> HttpResponse:
    """The offset of an upload. After its end, `Content-Location` is the address of the file."""
    if version != VERSION:
        return _other_version()
    upload = await read(queries.upload, actor=request.auth, upload_id=upload_id)
    return _status_response(await workflows.complete_upload(actor=request.auth, upload=upload), 200)


@router.patch("/{uuid:upload_id}", response={204: None, 409: ErrorOut, 413: ErrorOut, 415: ErrorOut, **ERRORS})
async def add_part(
    request: SignedInRequest,
    upload_id: UUID,
    offset: Annotated[int, Header(alias="Upload-Offset", ge=0)],
    version: Version = "",
) -> HttpResponse:
    """Add the next bytes, at most four megabytes."""
    if version != VERSION:
        return _other_version()
    if request.content_type != PART_TYPE:
        return JsonResponse({"code": "wrong_content_type", "message": f"A part is sent as {PART_TYPE}"}, status=415)
    upload = await workflows.store_part(actor=request.auth, upload_id=upload_id, offset=offset, part=request.body)
    return _status_response(upload, 204)


@router.delete("/{uuid:upload_id}", response={204: None, 409: ErrorOut, **ERRORS})
async def end_upload(request: SignedInRequest, upload_id: UUID, version: Version = "") -> HttpResponse:
    """Terminate an upload and delete its bytes."""
    if version != VERSION:
        return _other_version()
    await workflows.end(actor=request.auth, upload_id=upload_id)
    return HttpResponse(status=204)


def _status_response(upload: Upload, status: int) -> HttpResponse:
    """An empty response whose headers have the state of an upload."""
    response = HttpResponse(status=status)
    response.headers["Upload-Offset"] = str(upload.offset)
    response.headers["Upload-Length"] = str(upload.length)
    response.headers["Upload-Expires"] = format_datetime(upload.expires_at, usegmt=True)
    if upload.is_done:
        response.headers["Content-Location"] = address(upload.bucket, upload.name)
    return response


def _other_version() -> HttpResponse:
    response = JsonResponse({"code": "tus_version", "message": f"tus {VERSION} is spoken here"}, status=412)
    response.headers["Tus-Version"] = VERSION
    return response


def _metadata(header: str) -> dict[str, str]:
    """Parse `key base64, key base64`. Raises BadUpload."""
    pairs = [pair.strip().partition(" ") for pair in header.split(",")]
    if len(pairs) > METADATA_MAX:
        raise BadUpload
    try:
        fields = {key: b64decode(value, validate=True).decode() for key, _, value in pairs}
    except ValueError:
        raise BadUpload from None
    if any("\x00" in value for value in fields.values()):
        raise BadUpload
    return fields


def _upload_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise BadUpload from None
