"""The HTTP doors of notifications."""

from uuid import UUID

from ninja import Router, Status

from notifications import queries, services
from notifications.schemas import (
    AcknowledgeIn,
    DeviceIn,
    NoticeOut,
    PushDeviceOut,
    PushKeyOut,
    WishesIn,
    WishesOut,
)
from sync.bearer import SignedIn, SignedInRequest
from sync.schemas import Refusal
from sync.seam import read, write

router = Router(auth=SignedIn())
REFUSALS = {401: Refusal, 403: Refusal, 404: Refusal, 422: Refusal}


@router.put("/notices", response={200: NoticeOut, **REFUSALS})
async def acknowledge(request: SignedInRequest, payload: AcknowledgeIn) -> object:
    """Say that a device has shown a notice, or that its person has opened it."""
    return await write(
        services.acknowledge,
        actor=request.auth,
        notice_id=payload.id,
        n=payload.n,
        what=payload.what,
        device_id=payload.device,
    )


@router.get("/push_devices", response={200: PushKeyOut, **REFUSALS})
async def push_key(request: SignedInRequest) -> object:
    """The key to subscribe with; the devices themselves come by the socket."""
    return {"key": await read(queries.push_key, actor=request.auth)}


@router.put("/push_devices", response={200: PushDeviceOut, **REFUSALS})
async def keep_device(request: SignedInRequest, payload: DeviceIn) -> object:
    """Have this browser get the caller's pushes; repeated at every start."""
    return await write(
        services.keep_device,
        actor=request.auth,
        subscription=services.Subscription(payload.endpoint, payload.p256dh, payload.auth),
        user_agent=request.headers.get("User-Agent", ""),
    )


@router.delete("/push_devices/{device_id}", response={204: None, **REFUSALS})
async def remove_device(request: SignedInRequest, device_id: UUID) -> Status[None]:
    """No more pushes to one of the caller's devices."""
    await write(services.remove_device, actor=request.auth, device_id=device_id)
    return Status(204, None)


@router.post("/push_devices/{device_id}/test", response={200: NoticeOut, **REFUSALS})
async def test_device(request: SignedInRequest, device_id: UUID) -> object:
    """Send a push to one of the caller's devices; that it was shown comes by the socket."""
    return await write(services.test_device, actor=request.auth, device_id=device_id)


@router.put("/notice_wishes", response={200: WishesOut, **REFUSALS})
async def save_wishes(request: SignedInRequest, payload: WishesIn) -> object:
    """Change how the caller wants to be told."""
    given = {name: value for name, value in payload.model_dump().items() if value is not None}
    return await write(services.save_wishes, actor=request.auth, **given)
