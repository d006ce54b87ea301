"""Changes of how a user signs in require a proof from the last ten minutes, because a session may be stolen."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings
from time_machine import Traveller

from tests.support.accounts.api import PASSWORD, PKCE, Json, bearer, counts, refresh, rows, sign_up
from tests.support.accounts.google import exchange, follow_callback, token_of
from tests.support.accounts.second_factor import App, protect
from tests.support.fakes.sandbox import Sandbox
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import BASE

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

REAUTHENTICATION_NEEDED = ("reauthentication_needed", "This change requires a recent sign-in or reauthentication")
JUST_WITHIN_S, JUST_OVER_S = 599, 601
ID_TOKEN = "/token?grant_type=id_token"


@dataclass
class SignedInUser:
    """A user with a password, an authenticator app and Google, and their session at aal2."""

    http: httpx.AsyncClient
    google: Sandbox
    app: App
    session: Json
    identity_id: str

    async def call(self, method: str, url: str, body: Json | None = None) -> httpx.Response:
        return await self.http.request(method, url, json=body, headers=bearer(self.session))


Action = Callable[[SignedInUser], Awaitable[httpx.Response]]


async def add_an_app(signed_in_user: SignedInUser) -> httpx.Response:
    return await signed_in_user.call("POST", "/factors", {"factor_type": "totp", "friendly_name": "Another"})


async def add_a_phone(signed_in_user: SignedInUser) -> httpx.Response:
    body = {"factor_type": "phone", "friendly_name": "Phone", "phone": "+15550100"}
    return await signed_in_user.call("POST", "/factors", body)


async def remove_the_app(signed_in_user: SignedInUser) -> httpx.Response:
    return await signed_in_user.call("DELETE", f"/factors/{signed_in_user.app.id}")


async def make_recovery_codes(signed_in_user: SignedInUser) -> httpx.Response:
    return await signed_in_user.call("POST", f"{BASE}/rest/v1/recovery_codes")


async def link_google(signed_in_user: SignedInUser) -> httpx.Response:
    return await signed_in_user.call("GET", str(httpx.URL("/user/identities/authorize", params=LINKING)))


async def link_google_by_token(signed_in_user: SignedInUser) -> httpx.Response:
    tokens = await token_of(signed_in_user.http, signed_in_user.google, email="other@example.com")
    body = {"provider": "google", "id_token": tokens["id_token"], "access_token": tokens["access_token"]}
    return await signed_in_user.call("POST", ID_TOKEN, body | {"link_identity": True})


async def unlink_google(signed_in_user: SignedInUser) -> httpx.Response:
    return await signed_in_user.call("DELETE", f"/user/identities/{signed_in_user.identity_id}")


LINKING = {"provider": "google", "skip_http_redirect": "true", **PKCE}
ACTIONS = (
    add_an_app,
    add_a_phone,
    remove_the_app,
    make_recovery_codes,
    link_google,
    link_google_by_token,
    unlink_google,
)


@pytest.fixture
async def signed_in_user(
    http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings, mailbox: Mailbox, fake_clock: Traveller
) -> SignedInUser:
    settings.AUTH_MANUAL_LINKING, settings.AUTH_TEST_PHONE = True, {"15550100": "123456"}
    app, session = await protect(http, await sign_up(http))
    url = (await http.get("/user/identities/authorize", params=LINKING, headers=bearer(session))).json()["url"]
    link_reply = await exchange(http, await follow_callback(http, fake_providers.allow(url)))
    [google] = [one for one in link_reply.json()["user"]["identities"] if one["provider"] == "google"]
    await http.post("/logout?scope=local", headers=bearer(link_reply.json()))
    await mailbox.mails()
    return SignedInUser(http, fake_providers, app, session, google["identity_id"])


@pytest.mark.parametrize("action", ACTIONS)
async def test_within_ten_minutes_nothing_more_is_required(
    action: Action, signed_in_user: SignedInUser, fake_clock: Traveller
) -> None:
    fake_clock.shift(timedelta(seconds=JUST_WITHIN_S))
    reply = await action(signed_in_user)
    assert reply.status_code in {200, 201}, reply.text


@pytest.mark.parametrize("proof", ["current_password", "nonce"])
@pytest.mark.parametrize("action", ACTIONS)
async def test_a_stale_session_needs_the_password_or_a_mailed_code(
    action: Action, proof: str, signed_in_user: SignedInUser, fake_clock: Traveller, mailbox: Mailbox
) -> None:
    fake_clock.shift(timedelta(seconds=JUST_OVER_S))
    # A refresh does not renew the session's last proof.
    signed_in_user.session = (await refresh(signed_in_user.http, signed_in_user.session["refresh_token"])).json()
    identities, before = await rows("SELECT * FROM identities ORDER BY id"), await counts()
    reply = await action(signed_in_user)
    assert (reply.json()["code"], reply.json()["message"]) == REAUTHENTICATION_NEEDED
    assert (await rows("SELECT * FROM identities ORDER BY id"), await counts()) == (identities, before)
    assert await rows("SELECT COUNT(*) FROM recovery_codes") == [(0,)]
    assert await mailbox.mails() == []
    secret = PASSWORD
    if proof == "nonce":
        assert (await signed_in_user.call("GET", "/reauthenticate")).json() == {}
        secret = (await mailbox.mail()).code
    wrong_proof = await signed_in_user.call("PUT", "/user", {proof: "000000" if secret != "000000" else "111111"})
    assert wrong_proof.status_code in {400, 422}
    assert (await action(signed_in_user)).json()["code"] == REAUTHENTICATION_NEEDED[0]
    assert (await signed_in_user.call("PUT", "/user", {proof: secret})).status_code == 200
    reply = await action(signed_in_user)
    assert reply.status_code in {200, 201}, reply.text
