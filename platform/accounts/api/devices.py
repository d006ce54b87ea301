"""Endpoints outside `/auth/v1`: the caller's signed-in devices and recovery codes."""

from uuid import UUID

from ninja import Router, Status

from accounts import queries, schemas, services
from core.clock import iso
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import ErrorOut
from sync.writes.db_executor import read, write

router = Router(auth=SignedIn(may_view=False))


@router.get("/sessions", response={200: schemas.DevicesOut, 401: ErrorOut})
async def devices(request: SignedInRequest) -> schemas.DevicesOut:
    """The devices on which the caller is signed in."""
    sessions = await read(queries.devices, actor=request.auth)
    return schemas.DevicesOut(data=[schemas.device_out(session, request.auth) for session in sessions])


@router.delete("/sessions/{session_id}", response={200: schemas.EndedOut, (401, 404, 422): ErrorOut})
async def end_device(request: SignedInRequest, session_id: UUID) -> schemas.EndedOut:
    """Sign out one device: its tokens become invalid at once, and its connections close."""
    await write(services.end_device, actor=request.auth, session_id=session_id)
    return schemas.EndedOut(id=str(session_id))


@router.get("/recovery_codes", response={200: schemas.CodesLeftOut, 401: ErrorOut})
async def recovery_codes_left(request: SignedInRequest) -> schemas.CodesLeftOut:
    """The number of recovery codes that the caller has left."""
    remaining = await read(queries.recovery_codes_left, actor=request.auth)
    return schemas.CodesLeftOut(
        left=remaining.left, created_at=iso(remaining.created_at) if remaining.created_at else None
    )


@router.post("/recovery_codes", response={201: schemas.CodesOut, (401, 409): ErrorOut})
async def create_recovery_codes(request: SignedInRequest) -> Status[schemas.CodesOut]:
    """Replace all recovery codes by new ones."""
    return Status(201, schemas.CodesOut(codes=await write(services.create_recovery_codes, actor=request.auth)))
