"""HTTP endpoints for first loads (PROTOCOL.md section 8) and for device reports."""

import json
import time
from typing import Annotated

from django.http import HttpResponse
from ninja import Query, Router, Status

from sync import queries
from sync.protocol.frames import Offer
from sync.requests import device_reports
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut, PositionOut, ReportIn, StreamIn
from sync.writes.db_executor import read

router = Router(auth=SignedIn())
ERRORS = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut}
TOO_MANY = {"code": "too_many_reports", "message": "Too many reports. Please try again later."}
allowance = device_reports.ReportAllowance(time.monotonic)


@router.post("/bootstrap", response={200: PositionOut, **ERRORS})
async def bootstrap(request: SignedInRequest, payload: StreamIn) -> dict[str, object]:
    """The position in a stream at which a device begins its first load."""
    return await read(queries.position, actor=request.auth, stream=payload.s)


@router.get("/rows", response={200: dict[str, object], **ERRORS, 409: ErrorOut})
async def rows(
    request: SignedInRequest,
    s: str,
    tbl: str,
    after: str | None = None,
    limit: Annotated[int, Query(ge=1, le=queries.PAGE_ROWS)] = queries.PAGE_ROWS,
    e: str = "",
    c: Annotated[int | None, Query(ge=0, lt=2**53)] = None,
    at: str = "",
) -> HttpResponse:
    """A page of a first load. `e`, `c` and `at` are the position that the previous page returned (BO7)."""
    offer = None if c is None else Offer(s, e, c, at)
    page_rows, next_after, position = await read(
        queries.page, actor=request.auth, stream=s, tbl=tbl, after=after, limit=limit, previous=offer
    )
    # The rows are JSON already: the projection that encodes frames has encoded them too (BO2).
    body = f'{{"rows":[{",".join(page_rows)}],{json.dumps({"next": next_after, **position})[1:]}'
    return HttpResponse(body, content_type="application/json")


@router.post("/reports", response={204: None, 401: ErrorOut, 403: ErrorOut, 422: ErrorOut, 429: ErrorOut})
async def report(request: SignedInRequest, payload: ReportIn) -> Status[dict[str, str] | None]:
    """Accept a report of the app; rejects a user's 31st report within ten minutes."""
    await read(queries.check_prerequisites, actor=request.auth)
    if not allowance.take(request.auth.id):
        return Status(429, TOO_MANY)
    device_reports.record_report(request.auth, payload)
    return Status(204, None)
