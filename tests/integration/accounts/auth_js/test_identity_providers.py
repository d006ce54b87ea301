"""The public client signs users in through Google, through a company's identity provider, or by an ID token."""

from collections.abc import Callable
from hashlib import sha256

import httpx
import pytest

from tests.support.accounts.api import CHALLENGE, VERIFIER
from tests.support.accounts.auth_js import Refused, Tab
from tests.support.accounts.live_service import DOMAIN, Live, query

pytestmark = pytest.mark.xdist_group("auth-js")

SAML_OFF = Refused("AuthApiError", 404, "saml_provider_disabled", "SAML 2.0 is disabled")
NO_REDIRECT = {"skipBrowserRedirect": True}


def left(live: Live, tab: Tab, **options: object) -> str:
    """The URL of Google's page after the tab requests a sign-in with Google."""
    asked = {"provider": "google", "options": {**NO_REDIRECT, **options}}
    gone = live.get(tab.done("signInWithOAuth", asked)["url"])
    assert gone.status_code == 302
    return str(gone.headers["Location"])


def test_somebody_new_comes_by_google(live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    back = f"{live.server.url}/auth/callback"
    page = left(live, tab, redirectTo=back, scopes="calendar", queryParams={"prompt": "consent", "client_id": "evil"})
    asked = query(page)
    assert (asked["client_id"], asked["prompt"]) == ("sandbox", "consent")
    assert "calendar" in asked["scope"].split()
    home = live.get(live.google.allow(page, email)).headers["Location"]
    assert home.partition("?")[0] == back
    session = tab.done("exchangeCodeForSession", query(home)["code"])["session"]
    assert session["provider_token"].startswith("ya29.")
    assert session["user"]["email"] == email
    assert session["user"]["app_metadata"] == {"provider": "google", "providers": ["google"]}
    assert [entry["method"] for entry in tab.done("getClaims")["claims"]["amr"]] == ["oauth"]


def test_who_says_no_comes_back_with_the_reason(live: Live) -> None:
    tab = live.tabs.open()
    home = live.get(live.google.deny(left(live, tab))).headers["Location"]
    said = query(home)
    assert (said["error"], said["error_code"]) == ("access_denied", "bad_oauth_callback")
    assert live.get(live.google.deny(left(live, tab))).headers["Location"].startswith(f"{live.server.url}?")


def test_a_state_is_good_once_and_in_time(live: Live) -> None:
    tab = live.tabs.open()
    back = live.google.allow(left(live, tab), live.address())
    assert "code" in query(live.get(back).headers["Location"])
    again = live.get(back)
    assert (again.status_code, query(again.headers["Location"])["error_code"]) == (303, "bad_oauth_state")


def test_an_unknown_provider_is_told_in_the_browser(live: Live) -> None:
    url = live.tabs.open().done("signInWithOAuth", {"provider": "github", "options": NO_REDIRECT})["url"]
    refused = live.get(url)
    assert (refused.status_code, refused.json()["error_code"]) == (400, "validation_failed")
    assert refused.json()["msg"] == "Unsupported provider: provider is not enabled"


@pytest.mark.thorough
def test_a_companys_people_sign_in_at_its_own_provider(live: Live) -> None:
    options = {"name": "Engines", "issuer": live.google.url, "client-id": "sandbox", "domain": DOMAIN}
    live.server.manage("sso_provider", "add", *(part for name in options for part in (f"--{name}", options[name])))
    tab, email = live.tabs.open(), live.address("eve", DOMAIN)
    assert tab.call("signInWithSSO", {"domain": "example.com"}).error == SAML_OFF
    url = tab.done("signInWithSSO", {"domain": DOMAIN, "options": {"redirectTo": f"{live.server.url}/auth/callback"}})
    home = live.get(live.google.allow(url["url"], email, verified=False)).headers["Location"]
    user = tab.done("exchangeCodeForSession", query(home)["code"])["user"]
    assert (user["email"], user["app_metadata"]["provider"].partition(":")[0]) == (email, "sso")
    message = "Updating email, phone, password of a SSO account only possible via SSO"
    managed = tab.call("updateUser", {"password": "a new password"}).error
    assert managed == Refused("AuthApiError", 422, "user_sso_managed", message)


IdToken = Callable[[str, str], dict[str, str]]


@pytest.fixture
def id_token(live: Live) -> IdToken:
    """Returns the tokens that Google issues to an app for an address; the ID token contains the nonce."""

    def given(email: str, nonce: str) -> dict[str, str]:
        callback = f"{live.server.url}/auth/v1/callback"
        asked = {"client_id": "sandbox", "redirect_uri": callback, "scope": "openid", "state": "s"}
        asked |= {"nonce": sha256(nonce.encode()).hexdigest()}
        asked |= {"code_challenge": CHALLENGE, "code_challenge_method": "S256"}
        page = f"{live.google.url}/o/oauth2/v2/auth?{httpx.QueryParams(asked)}"
        form = {"grant_type": "authorization_code", "redirect_uri": callback, "code_verifier": VERIFIER}
        form["code"] = query(live.google.allow(page, email))["code"]
        reply = httpx.post(f"{live.google.url}/token", data=form, auth=("sandbox", "sandbox"))
        return dict(reply.raise_for_status().json())

    return given


def test_an_id_token_is_a_sign_in(id_token: IdToken, live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    given = id_token(email, "my nonce")
    shown = {"provider": "google", "token": given["id_token"], "access_token": given["access_token"]}
    assert tab.done("signInWithIdToken", {**shown, "nonce": "my nonce"})["user"]["email"] == email
    wrong = tab.call("signInWithIdToken", {**shown, "nonce": "another"}).error
    assert wrong == Refused("AuthApiError", 400, None, "invalid nonce")
    bent = {**shown, "token": given["id_token"][:-8] + "AAAAAAAA", "nonce": "my nonce"}
    assert tab.call("signInWithIdToken", bent).error == Refused("AuthApiError", 400, None, "Bad ID token")
    other = tab.call("signInWithIdToken", {**shown, "provider": "apple"}).error
    assert other == Refused("AuthApiError", 400, "validation_failed", 'Custom OIDC provider "apple" not allowed')
