"""Anonymous users: only their session identifies them until they confirm an address."""

from typing import Any

import httpx
import pytest
from joserfc import jwt
from pytest_django import Settings

from accounts import ports
from accounts.tokens import signing_keys
from tests.support.accounts.api import PASSWORD, PKCE, Json, bearer, counts, error_of, methods, rows, sign_in, sign_up
from tests.support.accounts.google import ADA, exchange, follow_callback, signed_in, token_of
from tests.support.fakes.sandbox import Sandbox
from tests.support.mail.mailbox import Mailbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

SESSION_ENDED = (403, "session_not_found", "Session from session_id claim in JWT does not exist")


@pytest.fixture(autouse=True)
def anonymous_sign_in_is_on(settings: Settings) -> None:
    settings.AUTH_ANONYMOUS = settings.AUTH_MANUAL_LINKING = True


@pytest.fixture
def confirmed_addresses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of which the port notifies other apps."""
    emails: list[str] = []
    port = ports.UserConfirmedPort()
    port.register(lambda **fields: emails.append(fields["email"]))
    monkeypatch.setattr(ports, "user_confirmed", port)
    return emails


async def sign_in_anonymously(http: httpx.AsyncClient, **data: object) -> Json:
    reply = await http.post("/signup", json={"data": data})
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


def claims(session: Json) -> dict[str, Any]:
    return dict(jwt.decode(session["access_token"], signing_keys.signing_key().key, algorithms=["ES256"]).claims)


async def test_an_anonymous_session_starts_without_an_address(
    http: httpx.AsyncClient, confirmed_addresses: list[str]
) -> None:
    session = await sign_in_anonymously(http, theme="dark", email=ADA, email_verified=True)
    user = session["user"]
    assert user == {
        "id": user["id"],
        "aud": "authenticated",
        "role": "authenticated",
        "email": "",
        "phone": "",
        "last_sign_in_at": user["last_sign_in_at"],
        "app_metadata": {},
        "user_metadata": {"theme": "dark"},
        "identities": [],
        "created_at": user["created_at"],
        "updated_at": user["updated_at"],
        "is_anonymous": True,
    }
    assert (methods(session), claims(session)["is_anonymous"], claims(session)["email"]) == (["anonymous"], True, "")
    assert (await http.get("/user", headers=bearer(session))).json() == user
    assert (await sign_in_anonymously(http))["user"]["id"] != user["id"]
    assert confirmed_addresses == []
    assert (await http.get("/settings")).json()["external"]["anonymous_users"] is True


async def test_an_anonymous_user_has_no_rows_in_the_portal(http: httpx.AsyncClient) -> None:
    session = await sign_in_anonymously(http, full_name="Maya Lindqvist")
    clients_reply = await http.get("http://portal.test/rest/v1/clients", headers=bearer(session))
    assert (clients_reply.status_code, clients_reply.json()["data"]) == (200, None)
    assert await rows("SELECT COUNT(*) FROM clients") == [(0,)]
    other_session = await sign_up(http, full_name="Ada Lovelace", company_name="Engines Ltd")
    [(client_id,)] = await rows("SELECT id FROM clients")
    url = f"http://portal.test/rest/v1/messages?client_id={client_id}"
    assert (await http.get(url, headers=bearer(other_session))).status_code == 200
    messages_reply = await http.get(url, headers=bearer(session))
    assert (messages_reply.status_code, messages_reply.json()["code"]) == (404, "client_not_found")


@pytest.mark.parametrize("autoconfirm", [False, True])
async def test_a_confirmed_address_converts_an_anonymous_user(
    autoconfirm: bool, http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings, confirmed_addresses: list[str]
) -> None:
    settings.AUTH_AUTOCONFIRM = autoconfirm
    session = await sign_in_anonymously(http, theme="dark")
    response = await http.put("/user", json={"email": "Ada@example.com"}, headers=bearer(session))
    assert (response.json()["email"], response.json()["new_email"], response.json()["is_anonymous"]) == ("", ADA, True)
    mail = await mailbox.mail()
    assert (mail.to, mail.subject, mail.link_query["type"]) == (ADA, "Confirm your email address", "email_change")
    body = {"type": "email_change", "email": ADA, "token": mail.code}
    new_session = (await http.post("/verify", json=body)).json()
    user = new_session["user"]
    assert (user["id"], user["email"], user["is_anonymous"]) == (session["user"]["id"], ADA, False)
    identity_data = {"sub": user["id"], "email": ADA, "email_verified": True, "phone_verified": False}
    assert user["user_metadata"] == {"theme": "dark", **identity_data}
    assert user["app_metadata"] == {"provider": "email", "providers": ["email"], "needs_password": True}
    assert [(one["provider"], one["identity_data"]) for one in user["identities"]] == [("email", identity_data)]
    assert user["email_confirmed_at"]
    assert (methods(new_session), claims(new_session)["is_anonymous"], confirmed_addresses) == (["otp"], False, [ADA])
    assert error_of(await http.get("/user", headers=bearer(session))) == SESSION_ENDED
    password_reply = await http.put("/user", json={"password": PASSWORD}, headers=bearer(new_session))
    assert password_reply.status_code == 200
    assert (await sign_in(http)).json()["user"]["id"] == user["id"]


async def test_an_address_taken_meanwhile_stays_with_its_owner(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    session = await sign_in_anonymously(http)
    await http.put("/user", json={"email": ADA}, headers=bearer(session))
    mail = await mailbox.mail()
    ada = await sign_up(http)
    body = {"type": "email_change", "email": ADA, "token": mail.code}
    message = "A user with this email address has already been registered"
    assert error_of(await http.post("/verify", json=body)) == (422, "email_exists", message)
    assert (await http.get("/user", headers=bearer(session))).json()["is_anonymous"] is True
    assert await rows("SELECT COUNT(*) FROM identities") == [(1,)]
    assert (await http.get("/user", headers=bearer(ada))).status_code == 200


async def link_google(
    http: httpx.AsyncClient, fake_providers: Sandbox, session: Json, *, verified: bool = True
) -> httpx.Response:
    params = {"provider": "google", "skip_http_redirect": "true", **PKCE}
    reply = await http.get("/user/identities/authorize", params=params, headers=bearer(session))
    redirect_url = await follow_callback(http, fake_providers.allow(reply.json()["url"], verified=verified))
    return await exchange(http, redirect_url)


async def test_linking_google_converts_an_anonymous_user(
    http: httpx.AsyncClient, fake_providers: Sandbox, confirmed_addresses: list[str], settings: Settings
) -> None:
    session = await sign_in_anonymously(http)
    new_session = (await link_google(http, fake_providers, session)).json()
    user = new_session["user"]
    assert (user["id"], user["email"], user["is_anonymous"]) == (session["user"]["id"], ADA, False)
    assert user["app_metadata"] == {"provider": "google", "providers": ["google"]}
    assert (user["user_metadata"]["full_name"], confirmed_addresses) == ("Ada", [ADA])
    assert error_of(await http.get("/user", headers=bearer(session))) == SESSION_ENDED
    assert (await signed_in(http, fake_providers))["user"]["id"] == user["id"]
    body = {
        "provider": "google",
        "id_token": (await token_of(http, fake_providers, email="eve@example.com"))["id_token"],
    }
    second_session = await sign_in_anonymously(http)
    reply = await http.post(
        "/token?grant_type=id_token", json={**body, "link_identity": True}, headers=bearer(second_session)
    )
    assert (reply.json()["user"]["email"], reply.json()["user"]["is_anonymous"]) == ("eve@example.com", False)


async def test_google_does_not_convert_with_a_taken_or_unverified_address(
    http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    session = await sign_in_anonymously(http)
    message = "The provider has not verified this email address"
    unverified = await link_google(http, fake_providers, session, verified=False)
    assert error_of(unverified) == (422, "provider_email_needs_verification", message)
    await sign_up(http)
    before = await counts()
    message = "A user with this email address has already been registered"
    assert error_of(await link_google(http, fake_providers, session)) == (422, "email_exists", message)
    counts_after = await counts()
    assert {name: counts_after[name] for name in ("users", "identities", "sessions")} == {
        name: before[name] for name in ("users", "identities", "sessions")
    }
    assert (await http.get("/user", headers=bearer(session))).json()["is_anonymous"] is True
