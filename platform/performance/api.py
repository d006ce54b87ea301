"""The HTTP endpoints of performance."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from ninja import Query, Router

from performance import queries, services
from performance.schemas import (
    OnboardedOut,
    OnboardingIn,
    ScanIn,
    ScanRunOut,
    ScoreOut,
    ScoresOut,
    TasksOut,
    WholeScoreOut,
)
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import read, write

router = Router(auth=SignedIn())
ERRORS = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut}


@router.post("/onboarding", response={200: OnboardedOut, **ERRORS})
async def onboarding(request: SignedInRequest, payload: OnboardingIn) -> object:
    """Save the caller's website and service areas, and start a scan. The socket reports its progress."""
    return await write(
        services.onboard,
        actor=request.auth,
        website_url=payload.website_url,
        service_areas=payload.service_areas,
    )


@router.post("/scan_runs", response={200: ScanRunOut, **ERRORS})
async def scan_now(request: SignedInRequest, payload: ScanIn) -> object:
    """Start a scan of a client's website; admins only."""
    return await write(services.request_scan, actor=request.auth, client_id=payload.client_id)


@router.get("/performance_scores", response={200: ScoresOut, **ERRORS})
async def get_scores(
    request: SignedInRequest,
    client_id: UUID | None = None,
    limit: Annotated[int, Query(ge=1, le=100)] = queries.HISTORY_MAX,
) -> dict[str, object]:
    """The scores of the caller's client, newest first. Admins choose a client with `client_id`."""
    return {"rows": await read(queries.history, actor=request.auth, client_id=client_id, limit=limit)}


@router.get("/performance_scores/{score_id}", response={200: WholeScoreOut, **ERRORS})
async def get_score(request: SignedInRequest, score_id: UUID) -> HttpResponse:
    """One score with its raw result."""
    score, raw = await read(queries.score_with_result, actor=request.auth, score_id=score_id)
    # The result is JSON already. Parsing and writing 20 MB of it would stop all requests of this process for seconds.
    body = b'%b,"json_response":%b}' % (ScoreOut.model_validate(score).model_dump_json().encode()[:-1], raw)
    return HttpResponse(body, content_type="application/json")


@router.get("/scan_tasks", response={200: TasksOut, **ERRORS})
async def get_tasks(request: SignedInRequest, client_id: UUID) -> dict[str, object]:
    """The open and completed tasks of a client's website."""
    return {"rows": await read(queries.tasks, actor=request.auth, client_id=client_id)}
