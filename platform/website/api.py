"""The public doors: website settings, and whether the server is alive and ready."""

from ninja import Router

from sync.seam import read
from website import queries
from website.schemas import HealthOut, OneWebsiteSettingsOut

router = Router()
health = Router()


@router.get("/website_settings", response=OneWebsiteSettingsOut)
async def website_settings(request: object) -> dict[str, object]:
    """The site's display settings; public."""
    row = await read(queries.website_settings)
    return {"data": row} if row else {"data": None, "code": "PGRST116"}


@health.get("/live", response=HealthOut)
async def live(request: object) -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@health.get("/ready", response=HealthOut)
async def ready(request: object) -> dict[str, str]:
    """The process and its database answer."""
    await read(queries.database_answers)
    return {"status": "ok"}
