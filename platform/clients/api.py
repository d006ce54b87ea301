"""HTTP endpoints of clients: a client's own row, and the admin dashboard."""

import json
from dataclasses import replace
from typing import Annotated, Literal
from uuid import UUID

from django.http import HttpResponse
from ninja import Query, Router, Status
from pydantic import AwareDatetime

from accounts.tokens import access_tokens
from clients import queries, services
from clients.models import Source
from clients.models import Status as Access
from clients.queries import audit_events, shared_addresses
from clients.queries.admin_sign_ins import admin_sign_ins
from clients.schemas import (
    AccessIn,
    AccessOut,
    AdminClientOut,
    AdminSignInOut,
    AdminSignInsOut,
    AttentionOut,
    AuditEventsOut,
    ClientDetailsIn,
    ClientIn,
    ClientOut,
    ClientsOut,
    ClientViewOut,
    InvitationOut,
    NewClientIn,
    OwnClientIn,
    SheetIn,
    SheetOut,
    SnoozeIn,
    WaitingOut,
)
from core.clock import iso
from sync import queries as log
from sync.log import streams
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import NO_ROW, ErrorOut, NoRow, OneRow, RowOut
from sync.writes.db_executor import read, write

router = Router(auth=SignedIn())
ERRORS = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut}


@router.get("/clients", response={200: OneRow[ClientOut] | ClientsOut | NoRow, **ERRORS})
async def get_clients(
    request: SignedInRequest,
    order: queries.Order = "created_at",
    after: UUID | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 200,
) -> object:
    """The caller's client row. Admins get all clients by page, newest first or by `company_name`."""
    result = await read(queries.visible_clients, actor=request.auth, order=order, after=after, limit=limit)
    if isinstance(result, queries.ClientPage):
        return {"rows": result.rows, "next": result.next}
    return {"data": result} if result else NO_ROW


@router.post("/clients", response={200: AdminClientOut, 201: AdminClientOut, 409: ErrorOut, **ERRORS})
async def add_client(request: SignedInRequest, payload: NewClientIn) -> Status[RowOut]:
    """Add a client who has not signed up yet; admins only."""
    stored = await write(
        services.add_client,
        actor=request.auth,
        new_id=payload.id,
        details=payload.dict(exclude={"id", "user_id", "subscription_status"}),
        status=Access(payload.subscription_status),
    )
    return Status(201 if stored.first else 200, AdminClientOut.model_validate(stored.client))


@router.patch("/clients/{client_id}", response={200: AdminClientOut, 409: ErrorOut, **ERRORS})
async def edit_client(request: SignedInRequest, client_id: UUID, payload: ClientDetailsIn) -> object:
    """Change the details of a client; admins only."""
    details = payload.dict(exclude_unset=True, exclude={"subscription_status"})
    status = Access(payload.subscription_status) if payload.subscription_status else None
    return await write(services.edit_client, actor=request.auth, client_id=client_id, details=details, status=status)


@router.post("/client_access", response={200: AccessOut, **ERRORS})
async def set_access(request: SignedInRequest, payload: AccessIn) -> dict[str, object]:
    """Activate or deactivate clients, all of them or none; admins only."""
    rows = await write(
        services.set_access,
        actor=request.auth,
        client_ids=payload.client_ids,
        status=Access(payload.status),
        source=Source(payload.source),
    )
    return {"rows": rows}


@router.post("/client_invitations", response={200: InvitationOut, 409: ErrorOut, **ERRORS})
async def invite(request: SignedInRequest, payload: ClientIn) -> object:
    """Email a client an invitation to sign up; may be repeated; admins only."""
    return await write(services.invite, actor=request.auth, client_id=payload.client_id)


@router.get("/client_links", response={200: WaitingOut, 401: ErrorOut})
async def link_status(request: SignedInRequest) -> dict[str, bool]:
    """Whether the caller's account waits for an admin to link it to a client with the same email address."""
    return {"is_waiting": await read(shared_addresses.is_waiting, actor=request.auth)}


@router.post("/client_links", response={200: AdminClientOut, 409: ErrorOut, **ERRORS})
async def link_account(request: SignedInRequest, payload: ClientIn) -> object:
    """Link the account that signed up with a client's address to this client; admins only."""
    return await write(services.link_account, actor=request.auth, client_id=payload.client_id)


@router.post("/client_imports", response={200: SheetOut, **ERRORS})
async def import_clients(request: SignedInRequest, payload: SheetIn) -> object:
    """Add the clients of a CSV file and list the rows that cannot be added; admins only."""
    return await write(services.import_clients, actor=request.auth, file=payload.file, dry_run=payload.dry_run)


@router.put("/client_attention", response={200: AttentionOut, **ERRORS})
async def snooze(request: SignedInRequest, payload: SnoozeIn) -> object:
    """Snooze a client's reasons for attention; admins only."""
    return await write(services.snooze, actor=request.auth, client_id=payload.id, until=payload.until)


@router.post("/client_views", response={200: ClientViewOut, **ERRORS})
async def view_client(request: SignedInRequest, payload: ClientIn) -> HttpResponse:
    """What a client sees, except a user's private rows such as bot chats and the card. Each call is audited."""
    viewed_at = await write(services.view_client, actor=request.auth, client_id=payload.client_id)
    token = access_tokens.issue_for_viewing(request.auth, payload.client_id)
    viewer = replace(request.auth, viewing=payload.client_id)
    pages = await read(log.first_pages, actor=viewer, stream=streams.client(payload.client_id))
    # The rows are JSON already, in the schema that the client's own devices get.
    tables = ",".join(f'"{table}":[{",".join(rows)}]' for table, (rows, _) in pages.items())
    next_pages = json.dumps({table: after for table, (_, after) in pages.items() if after is not None})
    body = f'{{"at":"{iso(viewed_at)}","token":"{token}","rows":{{{tables}}},"next":{next_pages}}}'
    return HttpResponse(body, content_type="application/json")


@router.get("/admin_sign_ins", response={200: AdminSignInsOut, 401: ErrorOut, 403: ErrorOut})
async def get_admin_sign_ins(request: SignedInRequest) -> AdminSignInsOut:
    """When each admin was last active, and whether they have a second factor; admins only."""
    states = await read(admin_sign_ins, actor=request.auth)
    return AdminSignInsOut(
        rows=[
            AdminSignInOut(
                user_id=user_id, last_active_at=state.last_active_at, has_second_factor=state.has_second_factor
            )
            for user_id, state in states.items()
        ]
    )


@router.get("/audit_log", response={200: AuditEventsOut, **ERRORS})
async def audit_log(
    request: SignedInRequest,
    before: UUID | None = None,
    words: Annotated[str, Query(max_length=200, pattern=r"^[^\x00]*$")] = "",
    by: UUID | Literal["system"] | None = None,
    kind: audit_events.Kind | None = None,
    since: AwareDatetime | None = None,
    until: AwareDatetime | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> dict[str, object]:
    """A page of the audit log, newest first; admins only. `by` is a user's id or `system`, `until` is exclusive."""
    audit_filter = audit_events.AuditFilter(words=words, by=by, kind=kind, since=since, until=until)
    rows, next_before = await read(
        audit_events.audit_log, actor=request.auth, before=before, limit=limit, audit_filter=audit_filter
    )
    return {"rows": rows, "next": next_before}


@router.patch("/clients", response={200: ClientOut, 401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut})
async def save_own_client(request: SignedInRequest, payload: OwnClientIn) -> object:
    """Change the caller's own company name, website, service areas and notification settings. Starts no scan."""
    return await write(
        services.save_own,
        actor=request.auth,
        company_name=payload.company_name,
        notify_messages=payload.notify_messages,
        notify_reports=payload.notify_reports,
        site=payload.dict(include={"website_url", "service_areas"}, exclude_unset=True),
    )
