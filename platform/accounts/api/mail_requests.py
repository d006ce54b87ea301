"""Endpoints that send an email: `/otp`, `/recover`, `/resend`, `/reauthenticate`."""

from typing import cast, get_args

from django.http import HttpRequest

from accounts import errors, queries, schemas, services, validation
from accounts.api.router import AnyAuthErrorOut, SignedIn, body_of, router
from accounts.http.endpoint_limits import enforce_limits
from accounts.http.error_responses import equalize_timing
from accounts.http.request_parsing import BearerToken, device, parse, redirect_of
from sync.writes.db_executor import read, write

RESEND_TYPES = (*get_args(services.ResendType), "sms", "phone_change")


@router.post(
    "/otp",
    response={200: schemas.DoneOut, (400, 413, 422, 429): AnyAuthErrorOut},
    openapi_extra=body_of(schemas.CodeIn),
)
async def send_code(request: HttpRequest, redirect_to: str = "") -> schemas.DoneOut:
    """Email a code to sign in with."""
    body = parse(request, schemas.CodeIn)
    await enforce_limits(request, "otp", mailbox=(body.email or "").lower())
    if body.email and body.phone:
        raise errors.ValidationFailed("Only an email address or phone number should be provided")
    if body.email and body.channel:
        raise errors.ValidationFailed("Channel should only be specified with Phone OTP")
    if not body.email and not body.phone:
        raise errors.ValidationFailed("One of email or phone must be set")
    redirect = redirect_of(request, redirect_to, body)
    if body.phone:
        raise errors.PhoneOff
    email, metadata = validation.email(body.email or ""), validation.metadata(body.data or {})
    async with equalize_timing():
        error = await write(
            services.send_code,
            device=device(request),
            email=email,
            may_create=body.create_user is not False,
            metadata=metadata,
            redirect=redirect,
        )
    if error is not None:
        raise error
    return schemas.DoneOut()


@router.post(
    "/recover",
    response={200: schemas.DoneOut, (400, 413, 429): AnyAuthErrorOut},
    openapi_extra=body_of(schemas.RecoverIn),
)
async def recover(request: HttpRequest, redirect_to: str = "") -> schemas.DoneOut:
    """Email a recovery code and link. The response is the same for an address without an account."""
    body = parse(request, schemas.RecoverIn)
    await enforce_limits(request, "recover", mailbox=(body.email or "").lower())
    if not body.email:
        raise errors.ValidationFailed("Password recovery requires an email")
    email, redirect = validation.email(body.email), redirect_of(request, redirect_to, body)
    async with equalize_timing():
        await write(services.recover, email=email, device=device(request), redirect=redirect)
    return schemas.DoneOut()


@router.post(
    "/resend",
    response={200: schemas.DoneOut, (400, 413, 429): AnyAuthErrorOut},
    openapi_extra=body_of(schemas.ResendIn),
)
async def resend(request: HttpRequest, redirect_to: str = "") -> schemas.DoneOut:
    """Email the code of a sign-up or of a change of address again."""
    body = parse(request, schemas.ResendIn)
    await enforce_limits(request, "resend", mailbox=(body.email or "").lower())
    if body.type not in RESEND_TYPES:
        raise errors.ValidationFailed(f"Missing one of these types: {', '.join(RESEND_TYPES)}")
    if body.email and body.phone:
        raise errors.ValidationFailed("Only an email address or phone number should be provided.")
    is_by_email = body.type in get_args(services.ResendType)
    if not (body.email if is_by_email else body.phone):
        needed = "an email address" if is_by_email else "a phone number"
        raise errors.ValidationFailed(f"Type provided requires {needed}")
    redirect = redirect_of(request, redirect_to, body)
    if not is_by_email:
        raise errors.PhoneOff
    email, type = validation.email(body.email or ""), cast(services.ResendType, body.type)
    async with equalize_timing():
        error = await write(services.resend, email=email, type=type, device=device(request), redirect=redirect)
    if error is not None:
        raise error
    return schemas.DoneOut()


@router.get(
    "/reauthenticate", auth=BearerToken(), response={200: schemas.DoneOut, (400, 401, 403, 422, 429): AnyAuthErrorOut}
)
async def reauthenticate(request: SignedIn) -> schemas.DoneOut:
    """Email the caller the code that a change of password or address requires."""
    await read(queries.assert_signed_in, caller=request.auth)
    await enforce_limits(request, "reauthenticate", mailbox=request.auth.email, caller=request.auth)
    await write(services.cool_down, kind="reauthentication", email=request.auth.email, device=device(request))
    await write(services.reauthenticate, caller=request.auth)
    return schemas.DoneOut()
