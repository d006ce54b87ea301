"""`/token`: sessions for a password, a refresh token, the code of a finished flow, or a provider's ID token."""

from collections.abc import Awaitable, Callable

from django.conf import settings
from django.http import HttpRequest

from accounts import errors, queries, schemas, services
from accounts.api import identity_providers
from accounts.api.router import AnyAuthErrorOut, body_of, router, session_response, sign_in_response
from accounts.credentials import passwords
from accounts.http import known_devices, sign_in_log
from accounts.http.endpoint_limits import enforce_limits
from accounts.http.request_parsing import BearerToken, device, parse
from accounts.limits import buckets
from accounts.providers import breached_passwords
from accounts.tokens import refresh_tokens
from sync.writes.db_executor import read, write


@router.post(
    "/token",
    response={
        200: schemas.SessionOut,
        400: AnyAuthErrorOut | schemas.OAuthErrorOut,
        (401, 403, 404, 413, 422, 429, 503): AnyAuthErrorOut,
    },
    exclude_none=True,
    openapi_extra=body_of(schemas.PasswordIn, schemas.RefreshIn, schemas.ExchangeIn, schemas.IdTokenIn),
)
async def token(request: HttpRequest, grant_type: str = "") -> schemas.SessionOut:
    """Sign in, or renew a session. `grant_type`: `password`, `refresh_token`, `pkce` or `id_token`."""
    if grant_type == "refresh_token":
        return await _refresh_grant(request)
    grant = SIGN_INS.get(grant_type)
    if grant is None:
        raise errors.InvalidCredentials("unsupported_grant_type")
    with sign_in_log.log_rejections():
        return await grant(request)


async def _password_grant(request: HttpRequest) -> schemas.SessionOut:
    body = parse(request, schemas.PasswordIn)
    email = (body.email or "").lower()
    await enforce_limits(request, "token", buckets.TOKEN, account=email)
    if body.email and body.phone:
        raise errors.ValidationFailed("Only an email address or phone number should be provided on login.")
    if body.phone:
        raise errors.PhoneSignInsOff
    if not email:
        raise errors.ValidationFailed("missing email or phone")
    password = body.password or ""
    credentials = await read(queries.credentials, email=email)
    matched = await passwords.matches(password, credentials.password_hash if credentials else "")
    if credentials is None or not matched:
        raise errors.InvalidCredentials().for_user(credentials.user_id if credentials else None)
    by = known_devices.requester(request, email)
    granted = await write(services.sign_in, credentials=credentials, device=device(request), requester=by)
    return sign_in_response(granted, weak=await breached_passwords.weakness(password))


async def _refresh_grant(request: HttpRequest) -> schemas.SessionOut:
    """Each session has a rate limit, which responds with 503, because the client would end the session on a 429."""
    token = parse(request, schemas.RefreshIn).refresh_token or ""
    if not refresh_tokens.is_well_formed(token):
        raise errors.ValidationFailed("Refresh token is not valid")
    if not await read(queries.is_refresh_token, token=token):  # so that unknown tokens never wait for the writer
        raise errors.RefreshTokenNotFound
    outcome = await write(services.refresh, token=token, device=device(request))
    if isinstance(outcome, errors.RefreshTokenUsed):
        raise outcome
    return session_response(outcome)


async def _pkce_grant(request: HttpRequest) -> schemas.SessionOut:
    body = parse(request, schemas.ExchangeIn)
    await enforce_limits(request, "token", buckets.TOKEN)
    if not body.auth_code or not body.code_verifier:
        raise errors.ValidationFailed("invalid request: both auth code and code verifier should be non-empty")
    return sign_in_response(
        await write(services.exchange, code=body.auth_code, verifier=body.code_verifier, device=device(request))
    )


async def _id_token_grant(request: HttpRequest) -> schemas.SessionOut:
    """Handles an ID token that an app has requested from a provider itself."""
    body = parse(request, schemas.IdTokenIn)
    await enforce_limits(request, "token", buckets.TOKEN)
    caller = None
    if body.link_identity:
        if not request.headers.get("Authorization"):
            raise errors.OAuthError("Linking requires a valid user session")
        caller = BearerToken()(request)
        if not settings.AUTH_MANUAL_LINKING:
            raise errors.LinkingOff
    try:
        return sign_in_response(await identity_providers.token_grant(request, caller, body))
    except errors.BannedAtProvider as banned:
        raise errors.Banned().for_user(banned.user_id) from banned


Grant = Callable[[HttpRequest], Awaitable[schemas.SessionOut]]
SIGN_INS: dict[str, Grant] = {
    "password": _password_grant,
    "pkce": _pkce_grant,
    "id_token": _id_token_grant,
}
