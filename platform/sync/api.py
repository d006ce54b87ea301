"""HTTP endpoints for first loads, for batches of writes (PROTOCOL.md sections 8 and 10), and for device reports."""

import json
import time
from typing import Annotated

from django.http import HttpResponse
from ninja import Query, Router, Status

from sync import queries
from sync.protocol.frames import Offer
from sync.requests import batch, device_reports
from sync.requests.signed_in import SignedIn, SignedInRequest, count_writes
from sync.schemas import BatchIn, BatchOut, PositionOut, Refusal, ReportIn, StreamIn
from sync.writes.db_executor import read

router = Router(auth=SignedIn())
writes = Router(auth=SignedIn())
REFUSALS = {401: Refusal, 403: Refusal, 404: Refusal, 422: Refusal}
TOO_MANY = {"code": "too_many_reports", "message": "Too many reports; they are not heard for a while"}
allowance = device_reports.Allowance(time.monotonic)


@router.post("/bootstrap", response={200: PositionOut, **REFUSALS})
async def bootstrap(request: SignedInRequest, payload: StreamIn) -> dict[str, object]:
    return await read(queries.position, actor=request.auth, stream=payload.s)


@router.get("/rows", response={200: dict[str, object], **REFUSALS, 409: Refusal})
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
    """A page of a first load. `e`, `c` and `at` are the position that the previous page named (BO7)."""
    known = None if c is None else Offer(s, e, c, at)
    found, following, place = await read(
        queries.page, actor=request.auth, stream=s, tbl=tbl, after=after, limit=limit, known=known
    )
    # The rows are JSON already; the projection that also makes frames has encoded them (BO2).
    body = f'{{"rows":[{",".join(found)}],{json.dumps({"next": following, **place})[1:]}'
    return HttpResponse(body, content_type="application/json")


@router.post("/reports", response={204: None, 401: Refusal, 403: Refusal, 422: Refusal, 429: Refusal})
async def report(request: SignedInRequest, payload: ReportIn) -> Status[dict[str, str] | None]:
    """Accept a report of the app; rejects a user's 31st report within ten minutes."""
    await read(queries.must_lack_nothing, actor=request.auth)
    if not allowance.take(request.auth.id):
        return Status(429, TOO_MANY)
    device_reports.hear(request.auth, payload)
    return Status(204, None)


@writes.post("/batch", response={200: BatchOut, 401: Refusal, 422: Refusal, 429: Refusal})
async def several(request: SignedInRequest, payload: BatchIn) -> dict[str, object]:
    """Run at most 50 outbox entries in order; the results have the same order."""
    count_writes(request.auth, len(payload.entries) - 1)
    results = []
    for entry in payload.entries:
        status, body = await batch.run(request.auth, entry.kind, entry.body)
        results.append({"status": status, "body": body})
    return {"results": results}
