"""The HTTP door of client rows."""

from ninja import Router

from clients import queries
from clients.schemas import ClientOut
from sync.bearer import SignedIn, SignedInRequest
from sync.schemas import NO_ROW, NoRow, OneRow, Refusal
from sync.seam import read

router = Router(auth=SignedIn())


@router.get("/clients", response={200: OneRow[ClientOut] | NoRow, 401: Refusal, 403: Refusal})
async def own_client(request: SignedInRequest) -> object:
    """The caller's client row; admins follow all of them on the socket."""
    client = await read(queries.own_client, actor=request.auth)
    return {"data": client} if client else NO_ROW
