"""HTTP endpoints for admins that need several apps: the installation's status, and retrying failed effects."""

from datetime import date
from uuid import UUID

from ninja import Router, Schema
from pydantic import ConfigDict, Field

from clients.schemas import Timestamp
from config import installation_status
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import read, write

router = Router(auth=SignedIn())
ERRORS = {401: ErrorOut, 403: ErrorOut, 422: ErrorOut}


class EffectsOut(Schema):
    """The unfinished effects of one kind; `overdue_s` is how many seconds the oldest is overdue.

    `next_due` is the earliest time of the `later` effects.
    """

    kind: str
    due: int
    later: int
    leased: int
    failing: int
    overdue_s: float
    next_due: Timestamp | None


class FailingOut(Schema):
    kind: str
    subject: str
    tries: int
    due: Timestamp
    error: str


class TroubleOut(Schema):
    kind: str
    recipient: str
    state: str
    reason: str
    at: Timestamp


class PushTroubleOut(Schema):
    recipient: str
    device: str
    reason: str
    at: Timestamp


class FailedScanOut(Schema):
    client_id: UUID
    website_url: str
    error: str
    at: Timestamp


class FridayRunOut(Schema):
    week: date
    states: dict[str, int]


class InstallationOut(Schema):
    """The installation's status. Parts without data are empty or null."""

    effects: list[EffectsOut]
    failing: list[FailingOut]
    mails: dict[str, int]
    mail_troubles: list[TroubleOut]
    push_troubles: list[PushTroubleOut]
    failed_scans: list[FailedScanOut]
    friday: FridayRunOut | None
    webhook_at: Timestamp | None
    backup_at: Timestamp | None


class RetryIn(Schema):
    """The kind of effects to retry; null for all that failed."""

    model_config = ConfigDict(extra="forbid")

    kind: str | None = Field(default=None, max_length=40)


class RetryOut(Schema):
    retried: int


@router.get("/installation", response={200: InstallationOut, **ERRORS})
async def installation(request: SignedInRequest) -> object:
    """Waiting and failed work of every app. Admins only."""
    return await read(installation_status.installation, actor=request.auth)


@router.post("/effect_retries", response={200: RetryOut, **ERRORS})
async def try_again(request: SignedInRequest, payload: RetryIn) -> dict[str, int]:
    """Retry failed effects now. Admins only."""
    return {"retried": await write(installation_status.try_again, actor=request.auth, kind=payload.kind)}
