"""Errors of `/authorize` and `/sso`, and errors in the redirect URL of a failed callback or mailed link."""

from collections.abc import Callable
from dataclasses import dataclass

import httpx

from tests.support.accounts.api import PASSWORD, PKCE, Json
from tests.support.accounts.errors.table import BOB, NO_ID, Provoke, Scene, refuses, refuses_bodies
from tests.support.accounts.google import leave
from tests.support.accounts.link_page import pressed
from tests.support.fakes.sandbox import path_of

AUTHORIZE, SSO = "GET /authorize", "POST /sso"
CALLBACK, VERIFY, PRESS = "GET /callback", "GET /verify", "POST /verify/press"
INVALID = "validation_failed"
PAIR = "PKCE flow requires code_challenge_method and code_challenge"
WRONG_LINK = "Email link is invalid or has expired"
OFF = "SAML 2.0 is disabled"

refuses_bodies(
    SSO,
    404,
    "saml_provider_disabled",
    {
        "nothing": (OFF, {}),
        "an_unknown_domain": (OFF, {"domain": "example.com"}),
        "an_unknown_provider": (OFF, {"provider_id": NO_ID}),
        "a_body_of_another_type": (OFF, {"domain": 7}),
    },
)


@refuses(AUTHORIZE, 400, INVALID, "Unsupported provider: provider is not enabled")
async def another_provider(scene: Scene) -> httpx.Response:
    return await scene.ask(AUTHORIZE, provider="github")


@refuses(AUTHORIZE, 400, INVALID, PAIR)
async def half_a_pair(scene: Scene) -> httpx.Response:
    return await scene.ask(AUTHORIZE, provider="google", code_challenge="x" * 43)


@refuses(AUTHORIZE, 400, INVALID, "The query is too long")
async def long_query(scene: Scene) -> httpx.Response:
    return await scene.ask(AUTHORIZE, provider="google", more="x" * 2001)


@refuses(AUTHORIZE, 503, "unexpected_failure", "The provider does not answer. Please try again.")
async def silent_provider(scene: Scene) -> httpx.Response:
    scene.settings.GOOGLE_ISSUER = "http://127.0.0.1:1"
    return await scene.ask(AUTHORIZE, provider="google")


@refuses(SSO, 400, INVALID, PAIR)
async def half_a_pair_of_a_company(scene: Scene) -> httpx.Response:
    await scene.company()
    return await scene.ask(SSO, {"domain": "engines.example", "code_challenge": "x" * 43})


@refuses(SSO, 503, "unexpected_failure", "The provider does not answer. Please try again.")
async def silent_provider_of_a_company(scene: Scene) -> httpx.Response:
    await scene.company(issuer="http://127.0.0.1:1")
    return await scene.ask(SSO, {"domain": "engines.example"})


@dataclass(frozen=True, slots=True)
class Told:
    """An error in the redirect URL that a browser gets: OAuth's `error`, the code, and the description."""

    door: str
    status: int
    error: str | None
    code: str
    message: str
    provoke: Provoke

    @property
    def name(self) -> str:
        return f"{self.door} {self.status} {self.code} {self.provoke.__name__}"


TOLD: list[Told] = []


def tells(door: str, status: int, error: str | None, code: str, message: str) -> Callable[[Provoke], Provoke]:
    """A decorator that adds a function to this table as the one that provokes this error."""

    def register(provoke: Provoke) -> Provoke:
        TOLD.append(Told(door, status, error, code, message, provoke))
        return provoke

    return register


@tells(CALLBACK, 303, "invalid_request", "bad_oauth_callback", "OAuth state parameter missing")
async def no_state(scene: Scene) -> httpx.Response:
    return await scene.ask(CALLBACK, code="x")


@tells("POST /callback", 303, "invalid_request", "bad_oauth_state", "OAuth callback with invalid state")
async def posted_state_of_nobody(scene: Scene) -> httpx.Response:
    return await scene.http.post("/callback", data={"state": "x", "code": "x"})


@tells(CALLBACK, 303, "invalid_request", "bad_oauth_state", "OAuth callback with invalid state")
async def state_twice(scene: Scene) -> httpx.Response:
    back = path_of(scene.google.allow(await leave(scene.http, **PKCE)))
    await scene.http.get(back)
    return await scene.http.get(back)


@tells(CALLBACK, 303, "invalid_request", "bad_oauth_state", "OAuth callback with invalid state")
async def old_state(scene: Scene) -> httpx.Response:
    back = scene.google.allow(await leave(scene.http, **PKCE))
    await scene.age("provider_flows.created_at", minutes=11)
    return await scene.http.get(path_of(back))


@tells(CALLBACK, 302, "access_denied", "bad_oauth_callback", "access_denied")
async def who_says_no(scene: Scene) -> httpx.Response:
    return await scene.http.get(path_of(scene.google.deny(await leave(scene.http, **PKCE))))


@tells(
    CALLBACK,
    302,
    "access_denied",
    "provider_email_needs_verification",
    "The provider has not verified this email address",
)
async def unverified_address(scene: Scene) -> httpx.Response:
    back = scene.google.allow(await leave(scene.http, **PKCE), verified=False)
    return await scene.http.get(path_of(back))


@tells(CALLBACK, 302, "access_denied", "user_banned", "User is banned")
async def somebody_banned(scene: Scene) -> httpx.Response:
    await scene.by_google()
    await scene.ban()
    return await scene.http.get(path_of(scene.google.allow(await leave(scene.http, **PKCE))))


@tells(CALLBACK, 302, None, "identity_already_exists", "Identity is already linked to another user")
async def identity_of_somebody_else(scene: Scene) -> httpx.Response:
    await scene.by_google()
    return await scene.http.get(path_of(await linking(scene, await scene.bob())))


@tells(CALLBACK, 303, "invalid_request", "bad_oauth_state", "OAuth callback with invalid state")
async def session_ended_meanwhile(scene: Scene) -> httpx.Response:
    bob = await scene.bob()
    back = await linking(scene, bob)
    await scene.ask("POST /logout", session=bob)
    return await scene.http.get(path_of(back))


@tells(CALLBACK, 302, "server_error", "unexpected_failure", "Unable to exchange external code")
async def code_that_the_provider_does_not_know(scene: Scene) -> httpx.Response:
    back = path_of(scene.google.allow(await leave(scene.http, **PKCE)))
    return await scene.http.get(back.replace("code=", "code=x"))


@tells(VERIFY, 303, "access_denied", "otp_expired", WRONG_LINK)
async def link_of_nobody(scene: Scene) -> httpx.Response:
    return await scene.ask(VERIFY, token="pkce_x", type="signup")


@tells(VERIFY, 303, "access_denied", "otp_expired", WRONG_LINK)
async def link_twice(scene: Scene) -> httpx.Response:
    letter = await scene.asked_to_confirm(**PKCE)
    await scene.redeemed((await scene.http.get(letter.path)).headers["Location"])
    return await scene.http.get(letter.path)


@tells(VERIFY, 303, "invalid_request", INVALID, "Invalid email verification type")
async def link_of_another_type(scene: Scene) -> httpx.Response:
    return await scene.ask(VERIFY, token="pkce_x", type="x")


@tells(PRESS, 303, "access_denied", "otp_expired", WRONG_LINK)
async def button_of_nobody(scene: Scene) -> httpx.Response:
    return await scene.http.post("/verify/press", data={"token": "x", "type": "signup"})


@tells(PRESS, 303, "invalid_request", INVALID, "Invalid email verification type")
async def button_of_another_type(scene: Scene) -> httpx.Response:
    return await scene.http.post("/verify/press", data={"token": "x", "type": "x"})


@tells(VERIFY, 303, "access_denied", "user_banned", "User is banned")
async def link_of_somebody_banned(scene: Scene) -> httpx.Response:
    letter = await scene.asked_to_confirm(**PKCE)
    await scene.ban()
    return await scene.http.get(letter.path)


@tells(PRESS, 303, None, "email_exists", "A user with this email address has already been registered")
async def link_to_an_address_that_is_taken(scene: Scene) -> httpx.Response:
    await scene.ask("PUT /user", {"email": BOB, "current_password": PASSWORD, **PKCE}, await scene.ada())
    letter = next(one for one in await scene.mailbox.letters() if one.to == BOB)
    await scene.bob()
    return await pressed(scene.http, letter)


@tells(VERIFY, 303, None, "over_request_rate_limit", "Request rate limit reached")
async def thirty_one_links(scene: Scene) -> httpx.Response:
    scene.settings.AUTH_RATE_LIMITS = True
    for _ in range(30):
        await link_of_nobody(scene)
    return await link_of_nobody(scene)


async def linking(scene: Scene, bob: Json) -> str:
    """Google's redirect URL after Bob consents to link Ada's identity to his account."""
    scene.settings.AUTH_MANUAL_LINKING = True
    asked = {"provider": "google", "skip_http_redirect": "true", **PKCE}
    reply = await scene.ask("GET /user/identities/authorize", session=bob, **asked)
    return scene.google.allow(reply.json()["url"])
