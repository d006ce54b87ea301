"""The HTTP doors that need several rooms: how the installation is, and another try of what failed. Admins only."""

from datetime import date
from uuid import UUID

from ninja import Router, Schema
from pydantic import ConfigDict, Field

from clients.schemas import Moment
from config import installation_status
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import Refusal
from sync.writes.db_executor import read, write

router = Router(auth=SignedIn())
REFUSALS = {401: Refusal, 403: Refusal, 422: Refusal}


class EffectsOut(Schema):
    """What of one kind is to be done; `overdue_s` is how long the oldest waits."""

    kind: str
    due: int
    later: int
    leased: int
    failing: int
    overdue_s: float


class FailingOut(Schema):
    kind: str
    subject: str
    tries: int
    due: Moment
    error: str


class TroubleOut(Schema):
    kind: str
    recipient: str
    state: str
    reason: str
    at: Moment


class PushTroubleOut(Schema):
    recipient: str
    device: str
    reason: str
    at: Moment


class FailedScanOut(Schema):
    client_id: UUID
    website_url: str
    error: str
    at: Moment


class FridayRunOut(Schema):
    week: date
    states: dict[str, int]


class InstallationOut(Schema):
    """How the installation is; what there is nothing of is empty or null."""

    effects: list[EffectsOut]
    failing: list[FailingOut]
    mails: dict[str, int]
    mail_troubles: list[TroubleOut]
    push_troubles: list[PushTroubleOut]
    failed_scans: list[FailedScanOut]
    friday: FridayRunOut | None
    webhook_at: Moment | None
    backup_at: Moment | None


class RetryIn(Schema):
    """Which kind is to be tried again; null is everything that failed."""

    model_config = ConfigDict(extra="forbid")

    kind: str | None = Field(default=None, max_length=40)


class RetryOut(Schema):
    retried: int


@router.get("/installation", response={200: InstallationOut, **REFUSALS})
async def installation(request: SignedInRequest) -> object:
    """What waits and fails in every room; admins only."""
    return await read(installation_status.installation, actor=request.auth)


@router.post("/effect_retries", response={200: RetryOut, **REFUSALS})
async def try_again(request: SignedInRequest, payload: RetryIn) -> dict[str, int]:
    """Have what failed tried again now; admins only."""
    return {"retried": await write(installation_status.try_again, actor=request.auth, kind=payload.kind)}
