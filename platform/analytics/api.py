"""The HTTP endpoints of analytics that call Google. Connections and figures arrive over the socket."""

from ninja import Router

from analytics import access, queries, workflows
from analytics.schemas import (
    AddressOut,
    ConnectionOut,
    ConnectionsOut,
    GoogleExchangeIn,
    ProfileOut,
    PropertiesOut,
    PropertyIn,
    SourceIn,
)
from analytics.workflows import google_session
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import NO_ROW, ErrorOut, NoRow, OneRow
from sync.writes.db_executor import read

signed_in = SignedIn()
rows = Router(auth=signed_in)
functions = Router(auth=signed_in)
ERRORS = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut, 503: ErrorOut}
ROW = {200: OneRow[ConnectionOut] | NoRow, 409: ErrorOut, **ERRORS}


@rows.get("/connections", response={200: ConnectionsOut, 401: ErrorOut, 403: ErrorOut})
async def connections(request: SignedInRequest) -> dict[str, object]:
    """The caller's sources, newest first; admins have none."""
    stored = await read(queries.own_connections, actor=request.auth)
    return {"is_set_up": access.is_set_up(), "rows": stored}


@functions.post("/google-authorize", response={200: AddressOut, **ERRORS})
async def authorize(request: SignedInRequest, payload: SourceIn) -> dict[str, str]:
    """The URL of Google's consent page, which redirects the caller to /oauth2callback."""
    return {"url": await workflows.authorize(actor=request.auth, source_type=payload.source_type)}


@functions.post("/google-exchange", response={200: ProfileOut, **ERRORS})
async def exchange(request: SignedInRequest, payload: GoogleExchangeIn) -> dict[str, str | None]:
    """Exchange the authorization code for tokens. The server stores them and returns the caller's Google profile."""
    consent, chosen = await workflows.exchange(actor=request.auth, state=payload.state, code=payload.code)
    return {
        "name": consent.name,
        "email": consent.email,
        "picture": consent.picture,
        "connected_property": chosen,
    }


@functions.get(
    "/google-properties",
    auth=SignedIn(may_view=False),
    response={200: PropertiesOut, 409: ErrorOut, **ERRORS},
    by_alias=True,
)
async def properties(request: SignedInRequest) -> dict[str, object]:
    """The ordinary properties of the caller's own Google account, read from Google now."""
    listed = await workflows.list_properties(actor=request.auth)
    return {"rows": [{"property": one.id, "displayName": one.name, "account": one.account} for one in listed]}


@functions.post("/google-property", response=ROW)
async def save_property(request: SignedInRequest, payload: PropertyIn) -> object:
    """Connect the caller's client to a property of the connected account."""
    return _one(await workflows.save_property(actor=request.auth, property_id=payload.property_id.strip()))


@functions.post("/google-refresh", response=ROW)
async def refresh(request: SignedInRequest) -> object:
    """Read the caller's figures from Google now."""
    return _one(await google_session.refresh(actor=request.auth))


@functions.post("/google-disconnect", response=ROW)
async def disconnect(request: SignedInRequest, payload: SourceIn) -> object:
    """Revoke the caller's consent at Google and delete its tokens here."""
    return _one(await workflows.disconnect(actor=request.auth, source_type=payload.source_type))


def _one(row: object) -> object:
    return {"data": row} if row else NO_ROW
