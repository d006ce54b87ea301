"""`/authorize`, `/callback`, `/sso` and `/user/identities`: sign-in at identity providers."""

import logging
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja import Form, Query

from accounts import errors, queries, schemas, services
from accounts.api.redirects import error_params, redirect_response, url_with_session
from accounts.api.router import AnyAuthErrorOut, SignedIn, body_of, router, sign_in_response
from accounts.http import sign_in_log
from accounts.http.endpoint_limits import enforce_limits
from accounts.http.request_parsing import BearerToken, device, parse, redirect_of
from accounts.providers import oidc
from accounts.queries import identity_providers
from accounts.redirects import allowed_redirects, oidc_types
from accounts.services import Redirect
from core import cookies
from core.actor import Actor
from core.text import printable
from sync.writes.db_executor import read, write

log = logging.getLogger(__name__)

FLOW_COOKIE = "pulseboard-flow"
# The parameters of an authorization request that this service sets. It passes the caller's other parameters on.
RESERVED_PARAMETERS = frozenset(
    {"client_id", "client_secret", "redirect_uri", "response_type", "state", "code_challenge"}
    | {"code_challenge_method", "code_verifier", "nonce", "scope", "response_mode", "request"}
    | {"request_uri", "provider", "redirect_to", "scopes", "skip_http_redirect"}
)
EXTRA_PARAMETERS_MAX, ERROR_MAX = 2000, 300  # characters


@router.get("/authorize", response={302: None, (400, 429, 503): AnyAuthErrorOut})
async def authorize(request: HttpRequest, query: Query[schemas.AuthorizeIn]) -> HttpResponse:
    """Redirect to the provider. Browsers navigate to this endpoint, and show an error as plain JSON."""
    await enforce_limits(request, "authorize")
    provider = await read(identity_providers.provider_named, name=query.provider)
    if provider is None or provider.is_sso:
        raise errors.UnsupportedProvider
    redirect = _redirect_of(request, query)
    authorization = await write(services.begin_authorization, provider=provider.name, redirect=redirect)
    url = await _authorization_url(provider, authorization, query.scopes, _extra_parameters(request))
    return _with_cookie(redirect_response(url, status=302), authorization)


@router.get("/callback", response={(302, 303): None, 400: AnyAuthErrorOut})
async def callback(request: HttpRequest, state: str = "", code: str = "", error: str = "") -> HttpResponse:
    """End a sign-in at an identity provider, which redirects the browser here."""
    description = request.GET.get("error_description", "")
    return await _handle_callback(request, state, code, error, description)


@router.post("/callback", response={(302, 303): None, 400: AnyAuthErrorOut})
async def posted_callback(
    request: HttpRequest,
    state: Form[str] = "",
    code: Form[str] = "",
    error: Form[str] = "",
    error_description: Form[str] = "",
) -> HttpResponse:
    """The same as `GET`, for identity providers that post their response."""
    return await _handle_callback(request, state, code, error, error_description)


@router.post(
    "/sso",
    response={200: schemas.UrlOut, 303: None, (400, 404, 413, 429, 503): AnyAuthErrorOut},
    openapi_extra=body_of(schemas.SsoIn),
)
async def sso(request: HttpRequest) -> HttpResponse:
    """Redirect to a company's own provider. The request names the provider's id or the domain of an email address."""
    await enforce_limits(request, "sso")
    try:
        body = parse(request, schemas.SsoIn)
    except errors.BadJson as error:
        raise errors.SamlOff from error
    if bool(body.provider_id) == bool(body.domain):
        raise errors.SamlOff
    provider = await read(identity_providers.sso_provider, provider_id=body.provider_id or "", domain=body.domain or "")
    if provider is None:
        raise errors.SamlOff
    redirect = redirect_of(request, body.redirect_to or "", body)
    authorization = await write(services.begin_authorization, provider=provider.name, redirect=redirect)
    url = await _authorization_url(provider, authorization, "", {})
    return _with_cookie(_json_or_redirect(url, as_json=body.skip_http_redirect is True, status=303), authorization)


@router.get(
    "/user/identities/authorize",
    auth=BearerToken(),
    response={200: schemas.UrlOut, 302: None, (400, 401, 403, 404, 429, 503): AnyAuthErrorOut},
)
async def authorize_linking(request: SignedIn, query: Query[schemas.AuthorizeIn]) -> HttpResponse:
    """Redirect to the provider, to link the caller's identity there to their account."""
    await read(queries.assert_signed_in, caller=request.auth)
    await enforce_limits(request, "authorize")
    if not settings.AUTH_MANUAL_LINKING:
        raise errors.LinkingOff
    provider = await read(identity_providers.provider_named, name=query.provider)
    if provider is None or provider.is_sso:
        raise errors.UnsupportedProvider
    redirect = _redirect_of(request, query)
    authorization = await write(
        services.begin_authorization, provider=provider.name, redirect=redirect, linking=request.auth
    )
    url = await _authorization_url(provider, authorization, query.scopes, _extra_parameters(request))
    return _with_cookie(_json_or_redirect(url, as_json=query.skip_http_redirect == "true", status=302), authorization)


@router.delete(
    "/user/identities/{identity_id}",
    auth=BearerToken(),
    response={200: schemas.DoneOut, (400, 401, 403, 404, 422): AnyAuthErrorOut},
)
async def unlink(request: SignedIn, identity_id: str) -> schemas.DoneOut:
    """Remove a linked identity from the caller's account."""
    await read(queries.assert_signed_in, caller=request.auth)
    try:
        parsed_id = UUID(identity_id)
    except ValueError:
        raise errors.BadIdentityId from None
    await write(services.unlink, caller=request.auth, identity_id=parsed_id)
    return schemas.DoneOut()


async def token_grant(request: HttpRequest, caller: Actor | None, body: schemas.IdTokenIn) -> services.Grant:
    """A session for a provider's ID token. With `caller`, links the token's identity to the caller."""
    provider = await read(identity_providers.provider_named, name=_provider_name(body))
    if provider is None or provider.is_sso:
        raise errors.ProviderDisabled(body.provider or body.issuer or "")
    try:
        claims = await oidc.verified(provider, body.id_token or "", nonce="", access_token=body.access_token or "")
        provider_user = oidc_types.user_from_claims(claims)
    except oidc_types.ProviderFault as fault:
        log.warning("%s: %s", provider.name, fault)
        if isinstance(fault, oidc_types.MetadataFault):
            raise errors.ProviderUnreachable from fault
        raise errors.OAuthError("Bad ID token") from fault
    if not oidc_types.is_nonce(body.nonce or "", claims.get("nonce")):
        raise errors.OAuthError("invalid nonce")
    if caller is None:
        return await write(
            services.sign_in_with_token, provider=provider, provider_user=provider_user, device=device(request)
        )
    return await write(
        services.link_with_token, caller=caller, provider=provider, provider_user=provider_user, device=device(request)
    )


async def _handle_callback(request: HttpRequest, state: str, code: str, error: str, description: str) -> HttpResponse:
    if not state:
        return _redirect_to_site(errors.BadOAuthCallback())
    stored = await write(services.accept_callback, state=state, cookie=cookies.read(request.COOKIES, FLOW_COOKIE))
    if stored is None:
        return _redirect_to_site(errors.BadOAuthState())
    try:
        if error:
            raise errors.ProviderReturnedError(printable(error, ERROR_MAX), printable(description, ERROR_MAX))
        if not code:
            raise errors.BadOAuthCallback("OAuth callback without a code")
        address = await _complete_callback(request, stored, code)
    except errors.AuthFailure as failure:
        sign_in_log.log_rejection(failure)
        params = error_params(failure)
        address = allowed_redirects.with_fragment(allowed_redirects.with_query(stored.redirect_to, params), params)
    response = redirect_response(address, status=302)
    cookies.delete(response, FLOW_COOKIE, samesite="Lax")
    return response


async def _complete_callback(request: HttpRequest, stored: services.StoredAuthorization, code: str) -> str:
    """The redirect URL of a successful callback. Raises an AuthFailure if the callback is not successful."""
    provider = await read(identity_providers.provider_named, name=stored.provider)
    if provider is None:
        raise errors.UnsupportedProvider
    try:
        provider_user = await oidc.exchange_code(provider, stored.proof, code)
    except oidc_types.ProviderFault as fault:
        log.warning("%s: %s", provider.name, fault)
        raise errors.NoIdTokenReceived if isinstance(fault, oidc_types.NoIdToken) else errors.ProviderFailed from fault
    finish = services.finish_authorization
    outcome = await write(finish, stored=stored, provider=provider, provider_user=provider_user, device=device(request))
    if isinstance(outcome, services.FlowCode):
        return allowed_redirects.with_query(stored.redirect_to, {"code": outcome.text})
    tokens = {"provider_token": provider_user.token, "provider_refresh_token": provider_user.refresh_token}
    return url_with_session(stored.redirect_to, sign_in_response(outcome), **tokens)


async def _authorization_url(
    provider: oidc_types.Provider, authorization: services.AuthorizationRequest, scopes: str, extra: dict[str, str]
) -> str:
    try:
        return await oidc.authorization_url(provider, authorization.proof, scopes=scopes, extra=extra)
    except oidc_types.ProviderFault as fault:
        log.warning("%s: %s", provider.name, fault)
        raise errors.ProviderUnreachable from fault


def _redirect_of(request: HttpRequest, query: schemas.AuthorizeIn) -> Redirect:
    body = schemas.FlowBody(code_challenge=query.code_challenge, code_challenge_method=query.code_challenge_method)
    return redirect_of(request, query.redirect_to, body)


def _extra_parameters(request: HttpRequest) -> dict[str, str]:
    extra = {name: request.GET[name] for name in request.GET if name.lower() not in RESERVED_PARAMETERS}
    if sum(len(name) + len(text) for name, text in extra.items()) > EXTRA_PARAMETERS_MAX:
        raise errors.ValidationFailed("The query is too long")
    return extra


def _provider_name(body: schemas.IdTokenIn) -> str:
    """The name of the requested provider. Raises OAuthError, ValidationFailed."""
    if not body.id_token:
        raise errors.OAuthError("id_token required")
    if not body.provider and not (body.client_id and body.issuer):
        raise errors.OAuthError("provider or client_id and issuer required")
    requested = body.provider or body.issuer or ""
    if requested not in {"google", settings.GOOGLE_ISSUER, "https://accounts.google.com"}:
        raise errors.ValidationFailed(f'Custom OIDC provider "{requested}" not allowed')
    return "google"


def _redirect_to_site(error: errors.AuthFailure) -> HttpResponse:
    """Redirect to the site with an error, because this callback has no stored request with a redirect URL."""
    sign_in_log.log_rejection(error)
    return redirect_response(allowed_redirects.with_query(settings.SITE_URL, error_params(error)))


def _json_or_redirect(url: str, *, as_json: bool, status: int) -> HttpResponse:
    if not as_json:
        return redirect_response(url, status=status)
    return HttpResponse(schemas.UrlOut(url=url).model_dump_json(), content_type="application/json")


def _with_cookie(response: HttpResponse, authorization: services.AuthorizationRequest) -> HttpResponse:
    """Set the flow cookie, which identifies a browser that has no PKCE verifier."""
    if authorization.cookie:
        max_age_s = int(services.AUTHORIZATION_LIFETIME.total_seconds())
        cookies.store(response, FLOW_COOKIE, authorization.cookie, max_age_s=max_age_s, samesite="Lax")
    return response
