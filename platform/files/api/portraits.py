"""Endpoints of the admins' pictures."""

from ninja import Router

from files import queries
from files.schemas import PortraitIn, PortraitOut, PortraitsOut
from files.services import portraits
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import read, write

router = Router()
ERRORS = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut}


@router.get("/portraits", auth=SignedIn(only_read=True), response={200: PortraitsOut, **ERRORS})
async def get_portraits(request: SignedInRequest) -> PortraitsOut:
    """The pictures of all admins who have one, for clients and admins."""
    rows = await read(queries.portraits, actor=request.auth)
    return PortraitsOut(rows=[PortraitOut(name=name, url=url) for name, url in rows])


@router.put("/portraits", auth=SignedIn(), response={200: PortraitIn, **ERRORS})
async def set_portrait(request: SignedInRequest, payload: PortraitIn) -> PortraitIn:
    """Set the caller's picture to an uploaded file, or remove it; admins only."""
    return PortraitIn(url=await write(portraits.set_portrait, actor=request.auth, url=payload.url))
