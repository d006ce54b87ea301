"""The public client signs users in through Google, through a company's identity provider, or by an ID token."""

from collections.abc import Callable
from hashlib import sha256

import httpx
import pytest

from tests.support.accounts.api import CHALLENGE, VERIFIER
from tests.support.accounts.auth_js import ClientError, Tab
from tests.support.accounts.live_service import DOMAIN, Live, query

pytestmark = pytest.mark.xdist_group("auth-js")

SAML_OFF = ClientError("AuthApiError", 404, "saml_provider_disabled", "SAML 2.0 is disabled")
NO_REDIRECT = {"skipBrowserRedirect": True}


def google_page(live: Live, tab: Tab, **options: object) -> str:
    """The URL of Google's page after the tab requests a sign-in with Google."""
    request = {"provider": "google", "options": {**NO_REDIRECT, **options}}
    redirect = live.get(tab.done("signInWithOAuth", request)["url"])
    assert redirect.status_code == 302
    return str(redirect.headers["Location"])


def test_a_new_user_signs_up_with_google(live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    return_url = f"{live.server.url}/auth/callback"
    page = google_page(
        live, tab, redirectTo=return_url, scopes="calendar", queryParams={"prompt": "consent", "client_id": "evil"}
    )
    params = query(page)
    assert (params["client_id"], params["prompt"]) == ("sandbox", "consent")
    assert "calendar" in params["scope"].split()
    redirect_url = live.get(live.google.allow(page, email)).headers["Location"]
    assert redirect_url.partition("?")[0] == return_url
    session = tab.done("exchangeCodeForSession", query(redirect_url)["code"])["session"]
    assert session["provider_token"].startswith("ya29.")
    assert session["user"]["email"] == email
    assert session["user"]["app_metadata"] == {"provider": "google", "providers": ["google"]}
    assert [entry["method"] for entry in tab.done("getClaims")["claims"]["amr"]] == ["oauth"]


def test_a_denied_consent_redirects_back_with_the_reason(live: Live) -> None:
    tab = live.tabs.open()
    redirect_url = live.get(live.google.deny(google_page(live, tab))).headers["Location"]
    params = query(redirect_url)
    assert (params["error"], params["error_code"]) == ("access_denied", "bad_oauth_callback")
    assert redirect_url.startswith(f"{live.server.url}?")


def test_a_state_is_valid_once(live: Live) -> None:
    tab = live.tabs.open()
    callback_url = live.google.allow(google_page(live, tab), live.address())
    assert "code" in query(live.get(callback_url).headers["Location"])
    second_reply = live.get(callback_url)
    assert (second_reply.status_code, query(second_reply.headers["Location"])["error_code"]) == (303, "bad_oauth_state")


def test_an_unknown_provider_gets_an_error_in_the_browser(live: Live) -> None:
    url = live.tabs.open().done("signInWithOAuth", {"provider": "github", "options": NO_REDIRECT})["url"]
    response = live.get(url)
    assert (response.status_code, response.json()["error_code"]) == (400, "validation_failed")
    assert response.json()["msg"] == "Unsupported provider: provider is not enabled"


@pytest.mark.thorough
def test_a_companys_users_sign_in_at_its_own_provider(live: Live) -> None:
    options = {"name": "Engines", "issuer": live.google.url, "client-id": "sandbox", "domain": DOMAIN}
    live.server.manage("sso_provider", "add", *(part for name in options for part in (f"--{name}", options[name])))
    tab, email = live.tabs.open(), live.address("eve", DOMAIN)
    assert tab.call("signInWithSSO", {"domain": "example.com"}).error == SAML_OFF
    answer = tab.done(
        "signInWithSSO", {"domain": DOMAIN, "options": {"redirectTo": f"{live.server.url}/auth/callback"}}
    )
    redirect_url = live.get(live.google.allow(answer["url"], email, verified=False)).headers["Location"]
    user = tab.done("exchangeCodeForSession", query(redirect_url)["code"])["user"]
    assert (user["email"], user["app_metadata"]["provider"].partition(":")[0]) == (email, "sso")
    message = "Updating email, phone, password of a SSO account only possible via SSO"
    update_error = tab.call("updateUser", {"password": "a new password"}).error
    assert update_error == ClientError("AuthApiError", 422, "user_sso_managed", message)


IdToken = Callable[[str, str], dict[str, str]]


@pytest.fixture
def id_token(live: Live) -> IdToken:
    """A function that gets the tokens that Google issues to an app for an address; the nonce's hash is in the ID token."""

    def issue(email: str, nonce: str) -> dict[str, str]:
        callback = f"{live.server.url}/auth/v1/callback"
        params = {"client_id": "sandbox", "redirect_uri": callback, "scope": "openid", "state": "s"}
        params |= {"nonce": sha256(nonce.encode()).hexdigest()}
        params |= {"code_challenge": CHALLENGE, "code_challenge_method": "S256"}
        page = f"{live.google.url}/o/oauth2/v2/auth?{httpx.QueryParams(params)}"
        form = {"grant_type": "authorization_code", "redirect_uri": callback, "code_verifier": VERIFIER}
        form["code"] = query(live.google.allow(page, email))["code"]
        reply = httpx.post(f"{live.google.url}/token", data=form, auth=("sandbox", "sandbox"))
        return dict(reply.raise_for_status().json())

    return issue


def test_an_id_token_signs_in(id_token: IdToken, live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    tokens = id_token(email, "my nonce")
    credentials = {"provider": "google", "token": tokens["id_token"], "access_token": tokens["access_token"]}
    assert tab.done("signInWithIdToken", {**credentials, "nonce": "my nonce"})["user"]["email"] == email
    nonce_error = tab.call("signInWithIdToken", {**credentials, "nonce": "another"}).error
    assert nonce_error == ClientError("AuthApiError", 400, None, "invalid nonce")
    tampered = {**credentials, "token": tokens["id_token"][:-8] + "AAAAAAAA", "nonce": "my nonce"}
    assert tab.call("signInWithIdToken", tampered).error == ClientError("AuthApiError", 400, None, "Bad ID token")
    provider_error = tab.call("signInWithIdToken", {**credentials, "provider": "apple"}).error
    assert provider_error == ClientError(
        "AuthApiError", 400, "validation_failed", 'Custom OIDC provider "apple" not allowed'
    )
