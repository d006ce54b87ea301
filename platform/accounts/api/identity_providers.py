"""`/authorize`, `/callback`, `/sso` and `/user/identities`: sign-in at identity providers."""

import logging
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Form, Query

from accounts import errors, queries, schemas, services
from accounts.api.redirects import described, go, with_session
from accounts.api.router import Refusal, SignedIn, body_of, router, session
from accounts.http.endpoint_limits import pass_through
from accounts.http.request_parsing import BearerToken, device, parse, way_back
from accounts.redirects import allowed_redirects, oidc
from accounts.services import WayBack
from core.actor import Person
from sync.writes.db_executor import read, write

log = logging.getLogger(__name__)

COOKIE, COOKIE_PATH = "pulseboard-flow", "/auth/v1/callback"
# The parameters of an authorization request that this service sets. All others of the caller's are passed on.
OURS = frozenset(
    {"client_id", "client_secret", "redirect_uri", "response_type", "state", "code_challenge"}
    | {"code_challenge_method", "code_verifier", "nonce", "scope", "response_mode", "request"}
    | {"request_uri", "provider", "redirect_to", "scopes", "skip_http_redirect"}
)
MORE_MAX, ERROR_MAX = 2000, 300


@router.get("/authorize", response={302: None, (400, 429, 503): Refusal})
async def authorize(request: HttpRequest, asked: Query[schemas.AuthorizeIn]) -> HttpResponse:
    """Redirect to the provider. A browser navigates here, so errors are plain JSON."""
    await pass_through(request, "authorize")
    provider = await read(queries.provider_named, name=asked.provider)
    if provider is None or provider.is_sso:
        raise errors.UnsupportedProvider
    back = _back(request, asked)
    departure = await write(services.depart, provider=provider.name, way_back=back)
    url = await _address(provider, departure, asked.scopes, _passed_on(request))
    return _with_cookie(go(url, status=302), departure)


@router.get("/callback", response={(302, 303): None, 400: Refusal})
async def callback(request: HttpRequest, state: str = "", code: str = "", error: str = "") -> HttpResponse:
    description = request.GET.get("error_description", "")
    return await _come_back(request, state, code, error, description)


@router.post("/callback", response={(302, 303): None, 400: Refusal})
async def posted_callback(
    request: HttpRequest,
    state: Form[str] = "",
    code: Form[str] = "",
    error: Form[str] = "",
    error_description: Form[str] = "",
) -> HttpResponse:
    return await _come_back(request, state, code, error, error_description)


@router.post(
    "/sso",
    response={200: schemas.UrlOut, 303: None, (400, 404, 413, 429, 503): Refusal},
    openapi_extra=body_of(schemas.SsoIn),
)
async def sso(request: HttpRequest) -> HttpResponse:
    """Redirect to a company's own provider, found by its id or by the domain of an address."""
    await pass_through(request, "sso")
    try:
        body = parse(request, schemas.SsoIn)
    except errors.BadJson as unread:
        raise errors.SamlOff from unread
    if bool(body.provider_id) == bool(body.domain):
        raise errors.SamlOff
    provider = await read(queries.sso_provider, provider_id=body.provider_id or "", domain=body.domain or "")
    if provider is None:
        raise errors.SamlOff
    back = way_back(request, body.redirect_to or "", body)
    departure = await write(services.depart, provider=provider.name, way_back=back)
    url = await _address(provider, departure, "", {})
    return _with_cookie(_said_or_gone(url, says=body.skip_http_redirect is True, status=303), departure)


@router.get(
    "/user/identities/authorize",
    auth=BearerToken(),
    response={200: schemas.UrlOut, 302: None, (400, 401, 403, 404, 429, 503): Refusal},
)
async def authorize_linking(request: SignedIn, asked: Query[schemas.AuthorizeIn]) -> HttpResponse:
    """Redirect to the provider, to link its identity to the caller."""
    await read(queries.assert_signed_in, person=request.auth)
    await pass_through(request, "authorize")
    if not settings.AUTH_MANUAL_LINKING:
        raise errors.LinkingOff
    provider = await read(queries.provider_named, name=asked.provider)
    if provider is None or provider.is_sso:
        raise errors.UnsupportedProvider
    back = _back(request, asked)
    departure = await write(services.depart, provider=provider.name, way_back=back, linking=request.auth)
    url = await _address(provider, departure, asked.scopes, _passed_on(request))
    says = asked.skip_http_redirect == "true"
    return _with_cookie(_said_or_gone(url, says=says, status=302), departure)


@router.delete(
    "/user/identities/{identity_id}",
    auth=BearerToken(),
    response={200: schemas.DoneOut, (400, 401, 403, 404, 422): Refusal},
)
async def unlink(request: SignedIn, identity_id: str) -> schemas.DoneOut:
    await read(queries.assert_signed_in, person=request.auth)
    try:
        wanted = UUID(identity_id)
    except ValueError:
        raise errors.BadIdentityId from None
    await write(services.unlink, person=request.auth, identity_id=wanted)
    return schemas.DoneOut()


async def token_grant(request: HttpRequest, person: Person | None, body: schemas.IdTokenIn) -> services.Grant:
    """A session for a provider's ID token. With `person`, links the identity to them."""
    provider = await read(queries.provider_named, name=_provider_of(body))
    if provider is None or provider.is_sso:
        raise errors.ProviderDisabled(body.provider or body.issuer or "")
    try:
        claims = await oidc.verified(provider, body.id_token or "", nonce="", access_token=body.access_token or "")
        said = oidc.said(claims)
    except oidc.ProviderFault as fault:
        log.warning("%s: %s", provider.name, fault)
        raise errors.OAuthRefusal("Bad ID token") from fault
    if not oidc.is_nonce(body.nonce or "", claims.get("nonce")):
        raise errors.OAuthRefusal("invalid nonce")
    if person is None:
        return await write(services.sign_in_with_token, provider=provider, said=said, device=device(request))
    return await write(services.link_with_token, person=person, provider=provider, said=said, device=device(request))


async def _come_back(request: HttpRequest, state: str, code: str, error: str, description: str) -> HttpResponse:
    if not state:
        return _lost(errors.BadOAuthCallback())
    came = await write(services.come_back, state=state, cookie=request.COOKIES.get(COOKIE, ""))
    if came is None:
        return _lost(errors.BadOAuthState())
    try:
        if error:
            raise errors.ProviderRefused(_printable(error), _printable(description))
        if not code:
            raise errors.BadOAuthCallback("OAuth callback without a code")
        address = await _finished(request, came, code)
    except errors.AuthFailure as refused:
        said = described(refused)
        address = allowed_redirects.with_fragment(allowed_redirects.with_query(came.redirect_to, said), said)
    answer = go(address, status=302)
    answer.delete_cookie(COOKIE, path=COOKIE_PATH, samesite="Lax")
    return answer


async def _finished(request: HttpRequest, came: services.Return, code: str) -> str:
    """The redirect URL of a successful callback. Raises an AuthFailure for any other."""
    provider = await read(queries.provider_named, name=came.provider)
    if provider is None:
        raise errors.UnsupportedProvider
    try:
        said = await oidc.redeemed(provider, came.proof, code)
    except oidc.ProviderFault as fault:
        log.warning("%s: %s", provider.name, fault)
        raise errors.NoIdTokenReceived if isinstance(fault, oidc.NoIdToken) else errors.ProviderFailed from fault
    outcome = await write(services.finish, came=came, provider=provider, said=said, device=device(request))
    if isinstance(outcome, services.FlowCode):
        return allowed_redirects.with_query(came.redirect_to, {"code": outcome.text})
    tokens = {"provider_token": said.token, "provider_refresh_token": said.refresh_token}
    return with_session(came.redirect_to, session(outcome), **tokens)


async def _address(provider: oidc.Provider, departure: services.Departure, scopes: str, more: dict[str, str]) -> str:
    try:
        return await oidc.authorization_url(provider, departure.proof, scopes=scopes, more=more)
    except oidc.ProviderFault as fault:
        log.warning("%s: %s", provider.name, fault)
        raise errors.ProviderUnreachable from fault


def _back(request: HttpRequest, asked: schemas.AuthorizeIn) -> WayBack:
    body = schemas.FlowBody(code_challenge=asked.code_challenge, code_challenge_method=asked.code_challenge_method)
    return way_back(request, asked.redirect_to, body)


def _passed_on(request: HttpRequest) -> dict[str, str]:
    more = {name: request.GET[name] for name in request.GET if name.lower() not in OURS}
    if sum(len(name) + len(text) for name, text in more.items()) > MORE_MAX:
        raise errors.ValidationFailed("The query is too long")
    return more


def _provider_of(body: schemas.IdTokenIn) -> str:
    """The name of the requested provider. Raises OAuthRefusal, ValidationFailed."""
    if not body.id_token:
        raise errors.OAuthRefusal("id_token required")
    if not body.provider and not (body.client_id and body.issuer):
        raise errors.OAuthRefusal("provider or client_id and issuer required")
    named = body.provider or body.issuer or ""
    if named not in {"google", settings.GOOGLE_ISSUER, "https://accounts.google.com"}:
        raise errors.ValidationFailed(f'Custom OIDC provider "{named}" not allowed')
    return "google"


def _lost(refused: errors.AuthFailure) -> HttpResponse:
    """Redirect to the site with an error, because the callback names no stored request with a redirect URL."""
    return go(allowed_redirects.with_query(settings.SITE_URL, described(refused)))


def _said_or_gone(url: str, *, says: bool, status: int) -> HttpResponse:
    if not says:
        return go(url, status=status)
    return HttpResponse(schemas.UrlOut(url=url).model_dump_json(), content_type="application/json")


def _with_cookie(answer: HttpResponse, departure: services.Departure) -> HttpResponse:
    """Set the flow cookie, which alone identifies a browser that has no verifier."""
    if departure.cookie:
        answer.set_cookie(
            COOKIE,
            departure.cookie,
            max_age=int(services.AWAY_FOR.total_seconds()),
            path=COOKIE_PATH,
            secure=settings.SITE_URL.startswith("https:"),
            httponly=True,
            samesite="Lax",
        )
    return answer


def _printable(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable())[:ERROR_MAX]
