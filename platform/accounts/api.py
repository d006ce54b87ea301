"""The doors of `/auth/v1`: parse, call one service or query, answer in the shapes of the wire contract."""

from typing import cast, get_args

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Router, Status

from accounts import access_tokens, errors, keys, passwords, queries, refresh_tokens, rules, schemas, services
from accounts.answers import auth_failure, faults_named
from accounts.bodies import BearerToken, device, parse
from core.person import Person
from sync.seam import read, write

__all__ = ["auth_failure", "router"]

router = Router()
router.add_decorator(faults_named)

Refusal = schemas.AuthErrorOut | schemas.FormerAuthErrorOut


class SignedIn(HttpRequest):
    """A request that `BearerToken` has let in."""

    auth: Person


def _body(*shapes: type[schemas.Body]) -> dict[str, object]:
    described = [shape.model_json_schema() for shape in shapes]
    schema = described[0] if len(described) == 1 else {"oneOf": described}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


@router.post(
    "/signup",
    response={200: schemas.SessionOut | schemas.UserOut, (400, 413, 422, 429): Refusal},
    exclude_none=True,
    openapi_extra=_body(schemas.SignUpIn),
)
async def sign_up(request: HttpRequest) -> schemas.SessionOut | schemas.UserOut:
    body = parse(request, schemas.SignUpIn)
    password, email, phone = body.password or "", body.email or "", body.phone or ""
    if not email and not phone:
        raise errors.AnonymousSignInsOff
    if not password:
        raise errors.ValidationFailed("Signup requires a valid password")
    if passwords.is_long(password):
        raise errors.ValidationFailed(f"Password cannot be longer than {passwords.MAX_BYTES} characters")
    if passwords.is_short(password):
        raise errors.WeakPassword(passwords.TOO_SHORT)
    if email and phone:
        raise errors.ValidationFailed("Only an email address or phone number should be provided on signup.")
    rules.pkce_pair(body.code_challenge or "", body.code_challenge_method or "")
    if phone:
        raise errors.PhoneSignUpsOff
    email, metadata = rules.email(email), rules.metadata(body.data or {})
    made = await write(
        services.sign_up,
        email=email,
        password_hash=await passwords.hashed(password),
        metadata=metadata,
        device=device(request),
    )
    return schemas.user_out(made) if isinstance(made, queries.Account) else _session(made)


@router.post(
    "/token",
    response={200: schemas.SessionOut, (400, 413, 422, 429): Refusal},
    exclude_none=True,
    openapi_extra=_body(schemas.PasswordIn, schemas.RefreshIn),
)
async def token(request: HttpRequest, grant_type: str = "") -> schemas.SessionOut:
    """Grants: `password` and `refresh_token`."""
    if grant_type == "password":
        return await _password_grant(request)
    if grant_type == "refresh_token":
        return await _refresh_grant(request)
    raise errors.InvalidCredentials("unsupported_grant_type")


async def _password_grant(request: HttpRequest) -> schemas.SessionOut:
    body = parse(request, schemas.PasswordIn)
    if body.email and body.phone:
        raise errors.ValidationFailed("Only an email address or phone number should be provided on login.")
    if body.phone:
        raise errors.PhoneSignInsOff
    if not body.email:
        raise errors.ValidationFailed("missing email or phone")
    password = body.password or ""
    known = await read(queries.credentials, email=body.email)
    matched = await passwords.matches(password, known.password_hash if known else "")
    if known is None or not matched:
        raise errors.InvalidCredentials
    granted = await write(services.sign_in, proved=known, device=device(request))
    return _session(granted, password=password)


async def _refresh_grant(request: HttpRequest) -> schemas.SessionOut:
    token = parse(request, schemas.RefreshIn).refresh_token or ""
    if not refresh_tokens.is_well_formed(token):
        raise errors.ValidationFailed("Refresh token is not valid")
    outcome = await write(services.refresh, token=token, device=device(request))
    if isinstance(outcome, errors.RefreshTokenUsed):
        raise outcome
    return _session(outcome)


def _session(granted: services.Grant, *, password: str | None = None) -> schemas.SessionOut:
    issued = access_tokens.issue(granted.account.user, granted.session)
    return schemas.session_out(granted, issued, password=password)


@router.post("/logout", auth=BearerToken(), response={204: None, (400, 401, 403): Refusal})
async def sign_out(request: SignedIn, scope: str = "global") -> Status[None]:
    if scope not in get_args(services.Scope):
        raise errors.ValidationFailed(f"Unsupported logout scope {scope!r}")
    await write(services.sign_out, person=request.auth, scope=cast(services.Scope, scope))
    return Status(204, None)


@router.get("/user", auth=BearerToken(), response={200: schemas.UserOut, (400, 401, 403): Refusal}, exclude_none=True)
async def user(request: SignedIn) -> schemas.UserOut:
    return schemas.user_out(await read(queries.account_of, person=request.auth))


@router.get("/.well-known/jwks.json", response=schemas.KeySetOut)
async def key_set(request: HttpRequest, response: HttpResponse) -> schemas.KeySetOut:
    response["Cache-Control"] = "public, max-age=600"
    return schemas.KeySetOut(keys=[keys.signing_key().published()])


@router.get("/health", response=schemas.HealthOut)
async def health(request: HttpRequest) -> schemas.HealthOut:
    # The name is the wire contract's: clients of this protocol look for it.
    return schemas.HealthOut(version=settings.BUILD, name="GoTrue", description=f"{settings.PRODUCT_NAME} sign-in")


@router.get("/settings", response=schemas.SettingsOut)
async def public_settings(request: HttpRequest) -> schemas.SettingsOut:
    return schemas.SettingsOut(
        external={name: name == "email" for name in schemas.PROVIDERS},
        disable_signup=False,
        mailer_autoconfirm=settings.AUTH_AUTOCONFIRM,
        phone_autoconfirm=False,
        sms_provider="",
        saml_enabled=False,
        saml_private_key_next_configured=False,
        passkeys_enabled=False,
    )


@router.api_operation(
    ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"], "/{path:rest}", include_in_schema=False
)
async def unknown(request: HttpRequest, rest: str) -> HttpResponse:
    raise errors.NoSuchPath
