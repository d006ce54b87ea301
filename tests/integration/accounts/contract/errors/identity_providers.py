"""Errors of `/authorize` and `/sso`, and errors in the redirect URL of a failed callback or mailed link."""

from collections.abc import Callable
from dataclasses import dataclass

import httpx

from tests.integration.accounts.contract.errors.table import BOB, NO_ID, Provoke, Service, rejects, rejects_bodies
from tests.support.accounts.api import PASSWORD, PKCE, Json
from tests.support.accounts.google import authorization_url
from tests.support.accounts.link_page import pressed
from tests.support.fakes.sandbox import path_of

AUTHORIZE, SSO = "GET /authorize", "POST /sso"
CALLBACK, VERIFY, PRESS = "GET /callback", "GET /verify", "POST /verify/press"
INVALID = "validation_failed"
PAIR = "PKCE flow requires code_challenge_method and code_challenge"
WRONG_LINK = "Email link is invalid or has expired"
SAML_OFF = "SAML 2.0 is disabled"

rejects_bodies(
    SSO,
    404,
    "saml_provider_disabled",
    {
        "nothing": (SAML_OFF, {}),
        "an_unknown_domain": (SAML_OFF, {"domain": "example.com"}),
        "an_unknown_provider": (SAML_OFF, {"provider_id": NO_ID}),
        "a_body_of_another_type": (SAML_OFF, {"domain": 7}),
    },
)


@rejects(AUTHORIZE, 400, INVALID, "Unsupported provider: provider is not enabled")
async def another_provider(service: Service) -> httpx.Response:
    return await service.request(AUTHORIZE, provider="github")


@rejects(AUTHORIZE, 400, INVALID, PAIR)
async def incomplete_pkce_pair(service: Service) -> httpx.Response:
    return await service.request(AUTHORIZE, provider="google", code_challenge="x" * 43)


@rejects(AUTHORIZE, 400, INVALID, "The query is too long")
async def long_query(service: Service) -> httpx.Response:
    return await service.request(AUTHORIZE, provider="google", more="x" * 2001)


@rejects(AUTHORIZE, 503, "unexpected_failure", "The provider does not answer. Please try again.")
async def unreachable_provider(service: Service) -> httpx.Response:
    service.settings.GOOGLE_ISSUER = "http://127.0.0.1:1"
    return await service.request(AUTHORIZE, provider="google")


@rejects(SSO, 400, INVALID, PAIR)
async def incomplete_pkce_pair_of_sso(service: Service) -> httpx.Response:
    await service.company()
    return await service.request(SSO, {"domain": "engines.example", "code_challenge": "x" * 43})


@rejects(SSO, 503, "unexpected_failure", "The provider does not answer. Please try again.")
async def unreachable_sso_provider(service: Service) -> httpx.Response:
    await service.company(issuer="http://127.0.0.1:1")
    return await service.request(SSO, {"domain": "engines.example"})


@dataclass(frozen=True, slots=True)
class RedirectError:
    """An error in the redirect URL that a browser gets: OAuth's `error`, the code, and the description."""

    endpoint: str
    status: int
    error: str | None
    code: str
    message: str
    provoke: Provoke

    @property
    def name(self) -> str:
        return f"{self.endpoint} {self.status} {self.code} {self.provoke.__name__}"


REDIRECTS: list[RedirectError] = []


def redirects_with(
    endpoint: str, status: int, error: str | None, code: str, message: str
) -> Callable[[Provoke], Provoke]:
    """A decorator that adds an error to this table, with the decorated function as the one that provokes it."""

    def register(provoke: Provoke) -> Provoke:
        REDIRECTS.append(RedirectError(endpoint, status, error, code, message, provoke))
        return provoke

    return register


@redirects_with(CALLBACK, 303, "invalid_request", "bad_oauth_callback", "OAuth state parameter missing")
async def no_state(service: Service) -> httpx.Response:
    return await service.request(CALLBACK, code="x")


@redirects_with("POST /callback", 303, "invalid_request", "bad_oauth_state", "OAuth callback with invalid state")
async def posted_unknown_state(service: Service) -> httpx.Response:
    return await service.http.post("/callback", data={"state": "x", "code": "x"})


@redirects_with(CALLBACK, 303, "invalid_request", "bad_oauth_state", "OAuth callback with invalid state")
async def state_twice(service: Service) -> httpx.Response:
    back = path_of(service.google.allow(await authorization_url(service.http, **PKCE)))
    await service.http.get(back)
    return await service.http.get(back)


@redirects_with(CALLBACK, 303, "invalid_request", "bad_oauth_state", "OAuth callback with invalid state")
async def old_state(service: Service) -> httpx.Response:
    back = service.google.allow(await authorization_url(service.http, **PKCE))
    await service.age("provider_flows.created_at", minutes=11)
    return await service.http.get(path_of(back))


@redirects_with(CALLBACK, 302, "access_denied", "bad_oauth_callback", "access_denied")
async def consent_denied(service: Service) -> httpx.Response:
    return await service.http.get(path_of(service.google.deny(await authorization_url(service.http, **PKCE))))


@redirects_with(
    CALLBACK,
    302,
    "access_denied",
    "provider_email_needs_verification",
    "The provider has not verified this email address",
)
async def unverified_address(service: Service) -> httpx.Response:
    back = service.google.allow(await authorization_url(service.http, **PKCE), verified=False)
    return await service.http.get(path_of(back))


@redirects_with(CALLBACK, 302, "access_denied", "user_banned", "User is banned")
async def banned_user(service: Service) -> httpx.Response:
    await service.sign_in_with_google()
    await service.ban()
    return await service.http.get(path_of(service.google.allow(await authorization_url(service.http, **PKCE))))


@redirects_with(CALLBACK, 302, None, "identity_already_exists", "Identity is already linked to another user")
async def identity_of_another_user(service: Service) -> httpx.Response:
    await service.sign_in_with_google()
    return await service.http.get(path_of(await consent_to_linking(service, await service.bob())))


@redirects_with(CALLBACK, 303, "invalid_request", "bad_oauth_state", "OAuth callback with invalid state")
async def session_ended_meanwhile(service: Service) -> httpx.Response:
    bob = await service.bob()
    back = await consent_to_linking(service, bob)
    await service.request("POST /logout", session=bob)
    return await service.http.get(path_of(back))


@redirects_with(CALLBACK, 302, "server_error", "unexpected_failure", "Unable to exchange external code")
async def code_that_the_provider_rejects(service: Service) -> httpx.Response:
    back = path_of(service.google.allow(await authorization_url(service.http, **PKCE)))
    return await service.http.get(back.replace("code=", "code=x"))


@redirects_with(VERIFY, 303, "access_denied", "otp_expired", WRONG_LINK)
async def unknown_link(service: Service) -> httpx.Response:
    return await service.request(VERIFY, token="pkce_x", type="signup")


@redirects_with(VERIFY, 303, "access_denied", "otp_expired", WRONG_LINK)
async def link_twice(service: Service) -> httpx.Response:
    mail = await service.confirmation_mail(**PKCE)
    await service.redeem((await service.http.get(mail.path)).headers["Location"])
    return await service.http.get(mail.path)


@redirects_with(VERIFY, 303, "invalid_request", INVALID, "Invalid email verification type")
async def link_of_another_type(service: Service) -> httpx.Response:
    return await service.request(VERIFY, token="pkce_x", type="x")


@redirects_with(PRESS, 303, "access_denied", "otp_expired", WRONG_LINK)
async def press_with_an_unknown_token(service: Service) -> httpx.Response:
    return await service.http.post("/verify/press", data={"token": "x", "type": "signup"})


@redirects_with(PRESS, 303, "invalid_request", INVALID, "Invalid email verification type")
async def press_of_another_type(service: Service) -> httpx.Response:
    return await service.http.post("/verify/press", data={"token": "x", "type": "x"})


@redirects_with(VERIFY, 303, "access_denied", "user_banned", "User is banned")
async def link_of_a_banned_user(service: Service) -> httpx.Response:
    mail = await service.confirmation_mail(**PKCE)
    await service.ban()
    return await service.http.get(mail.path)


@redirects_with(PRESS, 303, None, "email_exists", "A user with this email address has already been registered")
async def link_to_a_taken_address(service: Service) -> httpx.Response:
    await service.request("PUT /user", {"email": BOB, "current_password": PASSWORD, **PKCE}, await service.ada())
    mail = next(one for one in await service.mailbox.mails() if one.to == BOB)
    await service.bob()
    return await pressed(service.http, mail)


@redirects_with(VERIFY, 303, None, "over_request_rate_limit", "Request rate limit reached")
async def thirty_one_links(service: Service) -> httpx.Response:
    service.settings.AUTH_RATE_LIMITS = True
    for _ in range(30):
        await unknown_link(service)
    return await unknown_link(service)


async def consent_to_linking(service: Service, bob: Json) -> str:
    """Google's redirect URL after Bob consents to link Ada's identity to his account."""
    service.settings.AUTH_MANUAL_LINKING = True
    query = {"provider": "google", "skip_http_redirect": "true", **PKCE}
    reply = await service.request("GET /user/identities/authorize", session=bob, **query)
    return service.google.allow(reply.json()["url"])
