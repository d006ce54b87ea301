"""Endpoints that send a mail: `/otp`, `/recover`, `/resend`, `/reauthenticate`."""

from typing import cast, get_args

from django.http import HttpRequest

from accounts import errors, queries, schemas, services, validation
from accounts.api.router import Refusal, SignedIn, body_of, router
from accounts.http.endpoint_limits import pass_through
from accounts.http.error_responses import evenly
from accounts.http.request_parsing import BearerToken, device, parse, way_back
from sync.writes.db_executor import read, write

RESENT = (*get_args(services.Resent), "sms", "phone_change")


@router.post(
    "/otp",
    response={200: schemas.DoneOut, (400, 413, 422, 429): Refusal},
    openapi_extra=body_of(schemas.CodeIn),
)
async def send_code(request: HttpRequest, redirect_to: str = "") -> schemas.DoneOut:
    body = parse(request, schemas.CodeIn)
    await pass_through(request, "otp", mailbox=(body.email or "").lower())
    if body.email and body.phone:
        raise errors.ValidationFailed("Only an email address or phone number should be provided")
    if body.email and body.channel:
        raise errors.ValidationFailed("Channel should only be specified with Phone OTP")
    if not body.email and not body.phone:
        raise errors.ValidationFailed("One of email or phone must be set")
    back = way_back(request, redirect_to, body)
    if body.phone:
        raise errors.PhoneOff
    email, metadata = validation.email(body.email or ""), validation.metadata(body.data or {})
    async with evenly():
        refused = await write(
            services.send_code,
            device=device(request),
            email=email,
            may_create=body.create_user is not False,
            metadata=metadata,
            way_back=back,
        )
    if refused is not None:
        raise refused
    return schemas.DoneOut()


@router.post(
    "/recover",
    response={200: schemas.DoneOut, (400, 413, 429): Refusal},
    openapi_extra=body_of(schemas.RecoverIn),
)
async def recover(request: HttpRequest, redirect_to: str = "") -> schemas.DoneOut:
    """Mail a recovery code and link. The response is the same for an address without an account."""
    body = parse(request, schemas.RecoverIn)
    await pass_through(request, "recover", mailbox=(body.email or "").lower())
    if not body.email:
        raise errors.ValidationFailed("Password recovery requires an email")
    email, back = validation.email(body.email), way_back(request, redirect_to, body)
    async with evenly():
        await write(services.recover, email=email, device=device(request), way_back=back)
    return schemas.DoneOut()


@router.post(
    "/resend",
    response={200: schemas.DoneOut, (400, 413, 429): Refusal},
    openapi_extra=body_of(schemas.ResendIn),
)
async def resend(request: HttpRequest, redirect_to: str = "") -> schemas.DoneOut:
    body = parse(request, schemas.ResendIn)
    await pass_through(request, "resend", mailbox=(body.email or "").lower())
    if body.type not in RESENT:
        raise errors.ValidationFailed(f"Missing one of these types: {', '.join(RESENT)}")
    if body.email and body.phone:
        raise errors.ValidationFailed("Only an email address or phone number should be provided.")
    is_by_mail = body.type in get_args(services.Resent)
    if not (body.email if is_by_mail else body.phone):
        wanted = "an email address" if is_by_mail else "a phone number"
        raise errors.ValidationFailed(f"Type provided requires {wanted}")
    back = way_back(request, redirect_to, body)
    if not is_by_mail:
        raise errors.PhoneOff
    email, type = validation.email(body.email or ""), cast(services.Resent, body.type)
    async with evenly():
        refused = await write(services.resend, email=email, type=type, device=device(request), way_back=back)
    if refused is not None:
        raise refused
    return schemas.DoneOut()


@router.get("/reauthenticate", auth=BearerToken(), response={200: schemas.DoneOut, (400, 401, 403, 422, 429): Refusal})
async def reauthenticate(request: SignedIn) -> schemas.DoneOut:
    await read(queries.assert_signed_in, person=request.auth)
    await pass_through(request, "reauthenticate", mailbox=request.auth.email, person=request.auth)
    await write(services.cool_down, kind="reauthentication", email=request.auth.email, device=device(request))
    await write(services.reauthenticate, person=request.auth)
    return schemas.DoneOut()
