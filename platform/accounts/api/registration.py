"""`/signup`: creates a user."""

from contextlib import nullcontext

from django.conf import settings
from django.http import HttpRequest

from accounts import errors, queries, schemas, services, validation
from accounts.api.router import AnyAuthErrorOut, body_of, router, sign_in_response
from accounts.credentials import passwords
from accounts.http.endpoint_limits import enforce_limits
from accounts.http.error_responses import equalize_timing
from accounts.http.request_parsing import device, parse, redirect_of
from accounts.providers import breached_passwords
from sync.writes.db_executor import write


@router.post(
    "/signup",
    response={200: schemas.SessionOut | schemas.UserOut, (400, 413, 422, 429): AnyAuthErrorOut},
    exclude_none=True,
    openapi_extra=body_of(schemas.SignUpIn),
)
async def sign_up(request: HttpRequest, redirect_to: str = "") -> schemas.SessionOut | schemas.UserOut:
    """Create an account with an email address and a password. Without both it is anonymous, if this server allows it."""
    body = parse(request, schemas.SignUpIn)
    password, email, phone = body.password or "", body.email or "", body.phone or ""
    await enforce_limits(request, "signup", mailbox="" if settings.AUTH_AUTOCONFIRM else email.lower())
    if not email and not phone:
        return await _anonymously(request, body)
    if not password:
        raise errors.ValidationFailed("Signup requires a valid password")
    passwords.check_form(password)
    if email and phone:
        raise errors.ValidationFailed("Only an email address or phone number should be provided on signup.")
    redirect = redirect_of(request, redirect_to, body)
    if phone:
        raise errors.PhoneSignUpsOff
    email, metadata = validation.email(email), validation.metadata(body.data or {})
    await breached_passwords.check_not_breached(password)
    password_hash = await passwords.hashed(password)
    async with equalize_timing() if not settings.AUTH_AUTOCONFIRM else nullcontext():
        outcome = await write(
            services.sign_up,
            email=email,
            password_hash=password_hash,
            metadata=metadata,
            device=device(request),
            redirect=redirect,
        )
    if isinstance(outcome, errors.MailTooSoon):
        raise outcome
    return schemas.user_out(outcome) if isinstance(outcome, queries.Account) else sign_in_response(outcome)


async def _anonymously(request: HttpRequest, body: schemas.SignUpIn) -> schemas.SessionOut:
    if not settings.AUTH_ANONYMOUS:
        raise errors.AnonymousSignInsOff
    metadata = validation.metadata(body.data or {})
    return sign_in_response(await write(services.sign_up_anonymously, metadata=metadata, device=device(request)))
