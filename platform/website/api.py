"""The endpoints of website settings and notify signups, and the health checks."""

from ninja import Router, Status

from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import NO_ROW, ErrorOut, NoRow, OneRow
from sync.writes.db_executor import read, write
from website import queries, services
from website.schemas import HealthOut, NotifyIn, NotReadyOut, WebsiteSettingsIn, WebsiteSettingsOut
from website.workflows import readiness

router = Router()
health = Router()


@router.get("/website_settings", response=OneRow[WebsiteSettingsOut] | NoRow)
async def website_settings(request: object) -> object:
    """The site's display settings; public."""
    row = await read(queries.website_settings)
    return {"data": row} if row else NO_ROW


@router.patch(
    "/website_settings",
    response={200: WebsiteSettingsOut, 401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut},
    auth=SignedIn(),
)
async def save_settings(request: SignedInRequest, payload: WebsiteSettingsIn) -> object:
    """Change the site's display settings; admins only."""
    changes = payload.dict(exclude_none=True, exclude={"id"})
    if "logo_url" in payload.model_fields_set:
        changes["logo_url"] = payload.logo_url or ""
    return await write(services.save_settings, actor=request.auth, changes=changes)


@router.post(
    "/notify_signups", response={204: None, 401: ErrorOut, 403: ErrorOut, 422: ErrorOut, 429: ErrorOut}, auth=SignedIn()
)
async def notify_me(request: SignedInRequest, payload: NotifyIn) -> Status[None]:
    """Store an email address to notify when Spam Catcher is available. A repeat changes nothing."""
    await write(services.store_signup, actor=request.auth, email=payload.email)
    return Status(204, None)


@health.get("/live", response=HealthOut)
async def live(request: object) -> dict[str, str]:
    """Check that the process responds."""
    return {"status": "ok"}


@health.get("/ready", response={200: HealthOut, 503: NotReadyOut})
async def ready(request: object) -> Status[dict[str, object]]:
    """Check the database, its migrations, a write, the change log, and the folders. 503 names the failed checks."""
    failed = await readiness.running().failed()
    return Status(503, {"status": "not ready", "failed": failed}) if failed else Status(200, {"status": "ok"})
