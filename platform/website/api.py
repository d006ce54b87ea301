"""The public doors: website settings, and whether the server is alive and ready."""

from ninja import Router

from sync.schemas import NO_ROW, NoRow, OneRow
from sync.seam import read
from website import queries
from website.schemas import HealthOut, WebsiteSettingsOut

router = Router()
health = Router()


@router.get("/website_settings", response=OneRow[WebsiteSettingsOut] | NoRow)
async def website_settings(request: object) -> object:
    """The site's display settings; public."""
    row = await read(queries.website_settings)
    return {"data": row} if row else NO_ROW


@health.get("/live", response=HealthOut)
async def live(request: object) -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@health.get("/ready", response=HealthOut)
async def ready(request: object) -> dict[str, str]:
    """The process and its database answer."""
    await read(queries.database_answers)
    return {"status": "ok"}
