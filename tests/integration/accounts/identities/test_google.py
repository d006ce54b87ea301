"""Sign-in with Google: redirect and callback, which account it signs in to, and attacks on the flow."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from pytest_django import Settings

from accounts.providers import oidc
from core.clock import now
from tests.support.accounts.api import PASSWORD, PKCE, bearer, dump, error_of, execute, methods, rows, sign_up
from tests.support.accounts.google import ADA, authorization_url, exchange, follow_callback, signed_in
from tests.support.accounts.second_factor import protect
from tests.support.fakes.sandbox import Sandbox, path_of, query_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

BAD_STATE = {
    "error": "invalid_request",
    "error_code": "bad_oauth_state",
    "error_description": "OAuth callback with invalid state",
}


def fragment(address: str) -> dict[str, str]:
    return {name: text for name, [text] in parse_qs(urlsplit(address).fragment, keep_blank_values=True).items()}


async def test_a_new_user_signs_up_with_google(
    http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings
) -> None:
    target = f"{settings.SITE_URL}/auth/callback?next=1"
    address = await authorization_url(http, **PKCE, redirect_to=target)
    redirect_url = await follow_callback(http, fake_providers.allow(address))
    assert redirect_url.startswith(f"{target}&code=")
    session = (await exchange(http, redirect_url)).json()
    assert methods(session) == ["oauth"]
    assert session["provider_token"].startswith("ya29.")
    user = session["user"]
    assert (user["email"], user["app_metadata"]) == (ADA, {"provider": "google", "providers": ["google"]})
    assert user["email_confirmed_at"]
    assert user["user_metadata"]["full_name"] == "Ada"
    [identity] = user["identities"]
    assert (identity["provider"], identity["email"]) == ("google", ADA)
    assert session["provider_token"] not in await dump()
    assert await rows("SELECT COUNT(*) FROM clients WHERE contact_email = %s", ADA) == [(1,)]
    second_session = await signed_in(http, fake_providers)
    assert second_session["user"]["id"] == user["id"]
    assert await rows("SELECT COUNT(*) FROM users") == [(1,)]


async def test_a_state_is_valid_once(http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings) -> None:
    callback_url = fake_providers.allow(await authorization_url(http, **PKCE))
    assert "code=" in await follow_callback(http, callback_url)
    before = await dump()
    second_reply = await http.get(path_of(callback_url))
    assert second_reply.status_code == 303
    location = urlsplit(second_reply.headers["Location"])
    assert f"{location.scheme}://{location.netloc}" == settings.SITE_URL
    assert query_of(second_reply.headers["Location"]) == BAD_STATE
    assert await dump() == before


@pytest.mark.parametrize(
    "query", ["state=made-up&code=x", "state=%00&code=x", "state=" + "x" * 5000, "state=a&error=b"]
)
async def test_an_unknown_state_is_rejected(query: str, http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    await authorization_url(http, **PKCE)
    before = await dump()
    reply = await http.get(f"/callback?{query}")
    assert (reply.status_code, query_of(reply.headers["Location"])) == (303, BAD_STATE)
    assert await dump() == before


async def test_a_callback_without_a_state_is_rejected(http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    reply = await http.get("/callback?code=x")
    assert (reply.status_code, query_of(reply.headers["Location"])["error_code"]) == (303, "bad_oauth_callback")


async def test_an_expired_state_is_rejected(http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    callback_url = fake_providers.allow(await authorization_url(http, **PKCE))
    await execute("UPDATE provider_flows SET created_at = %s", now() - timedelta(minutes=11))
    reply = await http.get(path_of(callback_url))
    assert (reply.status_code, query_of(reply.headers["Location"])) == (303, BAD_STATE)
    assert await rows("SELECT COUNT(*) FROM users") == [(0,)]


async def test_the_code_of_another_authorization_request_is_rejected(
    http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    """PKCE and the nonce bind a code to its authorization request, so the server rejects it with another state."""
    my_url, other_url = await authorization_url(http, **PKCE), await authorization_url(http, **PKCE)
    stolen_code = query_of(fake_providers.allow(other_url, "bob@example.com"))["code"]
    reply = await http.get("/callback", params={"state": query_of(my_url)["state"], "code": stolen_code})
    params = query_of(reply.headers["Location"])
    assert (reply.status_code, params["error"], params["error_code"]) == (302, "server_error", "unexpected_failure")
    assert fragment(reply.headers["Location"]) | {"sb": ""} == {**params, "sb": ""}
    assert await rows("SELECT COUNT(*) FROM users") == [(0,)]


async def test_a_token_response_without_an_id_token_creates_no_user(
    http: httpx.AsyncClient, fake_providers: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    callback_url = fake_providers.allow(await authorization_url(http, **PKCE))
    original = oidc._request_json

    async def without_token(method: str, url: str, **more: Any) -> dict[str, Any]:
        response = await original(method, url, **more)
        response.pop("id_token", None)
        return response

    monkeypatch.setattr(oidc, "_request_json", without_token)
    params = query_of(await follow_callback(http, callback_url))
    assert params == {
        "error": "server_error",
        "error_code": "unexpected_failure",
        "error_description": "No ID token received",
    }
    assert await rows("SELECT COUNT(*) FROM users") == [(0,)]


async def test_another_browser_cannot_redeem_the_code(http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    redirect_url = await follow_callback(http, fake_providers.allow(await authorization_url(http, **PKCE)))
    bad_verifier = (400, "bad_code_verifier", "code challenge does not match previously saved code verifier")
    assert error_of(await exchange(http, redirect_url, "f" * 112)) == bad_verifier
    assert await rows("SELECT COUNT(*) FROM sessions") == [(0,)]


async def test_a_browser_without_a_verifier_is_identified_by_its_cookie(
    http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings
) -> None:
    address = await authorization_url(http)
    [cookie] = list(http.cookies.jar)
    assert (cookie.path, cookie.has_nonstandard_attr("HttpOnly")) == ("/", True)
    assert cookie.get_nonstandard_attr("SameSite") == "Lax"
    callback_url = fake_providers.allow(address)
    http.cookies.clear()
    reply_without_cookie = await http.get(path_of(callback_url))
    assert (reply_without_cookie.status_code, query_of(reply_without_cookie.headers["Location"])) == (303, BAD_STATE)
    assert await rows("SELECT COUNT(*) FROM users") == [(0,)]
    redirect_url = await follow_callback(http, fake_providers.allow(await authorization_url(http)))
    session = fragment(redirect_url)
    assert redirect_url.startswith(f"{settings.SITE_URL}#access_token=")
    assert set(session) == {
        "access_token",
        "expires_at",
        "expires_in",
        "provider_token",
        "refresh_token",
        "sb",
        "token_type",
    }
    assert (await http.get("/user", headers=bearer(session))).json()["email"] == ADA


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "http://localhost@evil.example/", "javascript:alert(1)"]
)
async def test_a_foreign_redirect_target_leads_to_the_site(
    target: str, http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings
) -> None:
    redirect_url = await follow_callback(
        http, fake_providers.allow(await authorization_url(http, **PKCE, redirect_to=target))
    )
    assert redirect_url.startswith(f"{settings.SITE_URL}?code=")


async def test_a_denied_consent_redirects_with_access_denied(
    http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings
) -> None:
    target = f"{settings.SITE_URL}/auth/callback"
    before = await rows("SELECT COUNT(*) FROM users")
    redirect_url = await follow_callback(
        http, fake_providers.deny(await authorization_url(http, **PKCE, redirect_to=target))
    )
    expected = {"error": "access_denied", "error_code": "bad_oauth_callback", "error_description": "access_denied"}
    assert redirect_url.startswith(f"{target}?")
    assert query_of(redirect_url) == expected
    assert fragment(redirect_url) == {**expected, "sb": ""}
    assert await rows("SELECT COUNT(*) FROM users") == before


async def test_google_signs_in_a_confirmed_account_with_the_same_address(
    http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    ada = await sign_up(http, ADA)
    session = await signed_in(http, fake_providers)
    assert session["user"]["id"] == ada["user"]["id"]
    assert session["user"]["app_metadata"] == {"provider": "email", "providers": ["email", "google"]}
    assert (await http.get("/user", headers=bearer(ada))).status_code == 200
    body = {"email": ADA, "password": PASSWORD}
    assert (await http.post("/token?grant_type=password", json=body)).status_code == 200


async def test_google_takes_over_an_unconfirmed_account(
    http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings
) -> None:
    """A stranger signed up with the address first. The stranger's password ends when the owner signs in with Google."""
    settings.AUTH_AUTOCONFIRM = False
    thief = await sign_up(http, ADA, full_name="Thief")
    session = await signed_in(http, fake_providers)
    assert session["user"]["id"] == thief["id"]
    assert [identity["provider"] for identity in session["user"]["identities"]] == ["google"]
    assert session["user"]["user_metadata"]["full_name"] == "Ada"
    body = {"email": ADA, "password": PASSWORD}
    invalid_credentials = (400, "invalid_credentials", "Invalid login credentials")
    assert error_of(await http.post("/token?grant_type=password", json=body)) == invalid_credentials
    assert await rows("SELECT COUNT(*) FROM one_time_tokens") == [(0,)]


async def test_an_address_that_google_has_not_verified_links_nothing(
    http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    await sign_up(http, ADA)
    before = await rows("SELECT COUNT(*) FROM identities")
    for email in (ADA, "new@example.com"):
        redirect_url = await follow_callback(
            http, fake_providers.allow(await authorization_url(http, **PKCE), email, verified=False)
        )
        assert query_of(redirect_url)["error"] == "access_denied"
        assert query_of(redirect_url)["error_code"] == "provider_email_needs_verification"
    assert await rows("SELECT COUNT(*) FROM identities") == before


async def test_a_banned_user_cannot_sign_in(http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    await signed_in(http, fake_providers)
    await execute("UPDATE users SET banned_until = %s", now() + timedelta(days=1))
    redirect_url = await follow_callback(http, fake_providers.allow(await authorization_url(http, **PKCE)))
    assert (query_of(redirect_url)["error"], query_of(redirect_url)["error_code"]) == ("access_denied", "user_banned")


async def test_a_sign_in_with_google_still_requires_the_second_factor(
    http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    await protect(http, await sign_up(http, ADA))
    session = await signed_in(http, fake_providers)
    assert [factor["status"] for factor in session["user"]["factors"]] == ["verified"]
    reply = await http.get("http://portal.test/rest/v1/clients", headers=bearer(session))
    assert (reply.status_code, reply.json()["code"]) == (401, "insufficient_aal")
