"""The HTTP endpoints of notifications."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Router, Status

from notifications import queries, services, unsubscribe_page, workflows
from notifications.errors import BadLink
from notifications.schemas import (
    AcknowledgeIn,
    DeviceIn,
    NoticeOut,
    PreferencesIn,
    PreferencesOut,
    PushDeviceOut,
    PushKeyOut,
    WeeklyMailOut,
    WeeklyTestIn,
    WeeklyTestOut,
)
from notifications.services import weekly_email
from sync.requests.signed_in import SignedIn, SignedInRequest
from sync.schemas import NO_ROW, ErrorOut, NoRow, OneRow
from sync.writes.db_executor import read, write

router = Router(auth=SignedIn())
functions = Router()
ERRORS = {401: ErrorOut, 403: ErrorOut, 404: ErrorOut, 422: ErrorOut}


@router.put("/notices", response={200: NoticeOut, **ERRORS})
async def acknowledge(request: SignedInRequest, payload: AcknowledgeIn) -> object:
    """Record that a device has shown a notice, or that its recipient has opened it."""
    return await write(
        services.acknowledge,
        actor=request.auth,
        notice_id=payload.id,
        n=payload.n,
        what=payload.what,
        device_id=payload.device,
    )


@router.get("/push_devices", response={200: PushKeyOut, **ERRORS})
async def push_key(request: SignedInRequest) -> object:
    """The VAPID public key with which a browser subscribes to pushes. The caller's devices arrive over the socket."""
    return {"key": await read(queries.push_key, actor=request.auth)}


@router.put("/push_devices", response={200: PushDeviceOut, **ERRORS})
async def save_device(request: SignedInRequest, payload: DeviceIn) -> object:
    """Register this browser for the caller's pushes. The app repeats this at every start."""
    return await write(
        services.register_device,
        actor=request.auth,
        subscription=services.Subscription(payload.endpoint, payload.p256dh, payload.auth),
        user_agent=request.headers.get("User-Agent", ""),
    )


@router.delete("/push_devices/{device_id}", response={204: None, **ERRORS})
async def remove_device(request: SignedInRequest, device_id: UUID) -> Status[None]:
    """Stop pushes to one of the caller's devices."""
    await write(services.remove_device, actor=request.auth, device_id=device_id)
    return Status(204, None)


@router.post("/push_devices/{device_id}/test", response={200: NoticeOut, 429: ErrorOut, **ERRORS})
async def test_device(request: SignedInRequest, device_id: UUID) -> object:
    """Send a push to one of the caller's devices. The socket reports when the device has shown it."""
    return await write(services.test_device, actor=request.auth, device_id=device_id)


@router.put("/notice_wishes", response={200: PreferencesOut, **ERRORS})
async def save_preferences(request: SignedInRequest, payload: PreferencesIn) -> object:
    """Change the caller's notification preferences."""
    preferences = {name: value for name, value in payload.model_dump().items() if value is not None}
    return await write(services.save_preferences, actor=request.auth, **preferences)


@router.get("/weekly_mails", response={200: OneRow[WeeklyMailOut] | NoRow, **ERRORS})
async def preview_weekly_email(request: SignedInRequest, client_id: UUID) -> object:
    """A client's next weekly email with the current data; no row if it would be empty. Admins only."""
    email = await workflows.preview(actor=request.auth, client_id=client_id)
    return {"data": email} if email else NO_ROW


@router.post("/weekly_mail_tests", response={200: WeeklyTestOut, 409: ErrorOut, 429: ErrorOut, **ERRORS})
async def test_weekly_email(request: SignedInRequest, payload: WeeklyTestIn) -> object:
    """Send a client's next weekly email with the data of now to the caller's own address. Admins only."""
    return {"to": await write(weekly_email.send_test, actor=request.auth, about=payload.client_id)}


@functions.get("/unsubscribe", response={200: None, 404: None})
async def confirm_unsubscribe(request: HttpRequest, t: str = "") -> HttpResponse:
    """The page behind the link of a weekly email. It changes nothing, because mail scanners follow links."""
    try:
        weekly_email.client_of(t)
    except BadLink:
        return HttpResponse(unsubscribe_page.page("unknown"), status=404)
    return HttpResponse(unsubscribe_page.page("confirm"))


@functions.post("/unsubscribe", response={200: None, 404: None})
async def unsubscribe(request: HttpRequest, t: str = "") -> HttpResponse:
    """Stop the weekly emails. The page's button and mail programs (RFC 8058) post here."""
    try:
        await write(weekly_email.unsubscribe, token=t)
    except BadLink:
        return HttpResponse(unsubscribe_page.page("unknown"), status=404)
    return HttpResponse(unsubscribe_page.page("unsubscribed"))
