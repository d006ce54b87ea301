"""Sign-in at a company's own identity provider: a command sets it up, and an address's domain selects it."""

import asyncio
from io import StringIO
from uuid import uuid4

import httpx
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.support.accounts.api import PKCE, Json, bearer, dump, error_of, methods, rows, sign_up
from tests.support.accounts.google import exchange, follow_callback
from tests.support.fakes.sandbox import Sandbox, query_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

SAML_OFF = (404, "saml_provider_disabled", "SAML 2.0 is disabled")
EVE = "eve@engines.example"


async def command(*arguments: str) -> str:
    """The output of `manage.py sso_provider`."""

    def run() -> str:
        output = StringIO()
        try:
            call_command("sso_provider", *arguments, stdout=output)
        finally:
            connection.close()
        return output.getvalue()

    return await asyncio.to_thread(run)


@pytest.fixture
async def engines(fake_providers: Sandbox, monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of the provider of engines.example."""
    monkeypatch.setenv("SSO_CLIENT_SECRET", "sandbox")
    output = await command(
        *("add", "--name", "Engines", "--issuer", fake_providers.url, "--client-id", "sandbox"),
        *("--domain", "Engines.example", "--domain", "looms.example"),
    )
    assert "/auth/v1/callback" in output
    return output.split()[0]


async def request_sso(http: httpx.AsyncClient, **body: object) -> httpx.Response:
    return await http.post("/sso", json={"skip_http_redirect": True, **PKCE, **body})


async def signed_in(http: httpx.AsyncClient, fake_providers: Sandbox, email: str = EVE) -> Json:
    url = (await request_sso(http, domain="engines.example")).json()["url"]
    reply = await exchange(http, await follow_callback(http, fake_providers.allow(url, email, verified=False)))
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


@pytest.mark.parametrize("domain", ["engines.example", "LOOMS.example"])
async def test_the_domain_selects_the_provider(
    domain: str, http: httpx.AsyncClient, fake_providers: Sandbox, engines: str
) -> None:
    reply = await request_sso(http, domain=domain)
    assert (reply.status_code, set(reply.json())) == (200, {"url"})
    assert reply.json()["url"].startswith(f"{fake_providers.url}/o/oauth2/v2/auth?")
    redirect = await request_sso(http, domain=domain, skip_http_redirect=False)
    assert (redirect.status_code, redirect.headers["Location"].partition("?")[0]) == (
        303,
        f"{fake_providers.url}/o/oauth2/v2/auth",
    )
    by_id = await request_sso(http, provider_id=engines)
    assert by_id.status_code == 200


async def test_a_companys_users_sign_in_at_its_provider(
    http: httpx.AsyncClient, fake_providers: Sandbox, engines: str
) -> None:
    session = await signed_in(http, fake_providers)
    assert methods(session) == ["oauth"]
    user = session["user"]
    assert (user["email"], user["app_metadata"]["provider"]) == (EVE, f"sso:{engines}")
    assert user["email_confirmed_at"]
    assert (await signed_in(http, fake_providers))["user"]["id"] == user["id"]
    managed_by_sso = (422, "user_sso_managed", "Updating email, phone, password of a SSO account only possible via SSO")
    reply = await http.put("/user", json={"password": "another password"}, headers=bearer(session))
    assert error_of(reply) == managed_by_sso
    secrets = await rows("SELECT secret FROM sso_providers")
    assert "sandbox" not in secrets[0][0]


async def test_sso_never_links_a_user_by_address(
    http: httpx.AsyncClient, fake_providers: Sandbox, engines: str
) -> None:
    password_user = await sign_up(http, EVE)
    session = await signed_in(http, fake_providers)
    assert session["user"]["id"] != password_user["user"]["id"]
    assert await rows("SELECT COUNT(*) FROM users WHERE email = %s", EVE) == [(2,)]


@pytest.mark.parametrize("email", ["ana@example.com", "eve@engines.example.evil.example", "eve@sub.engines.example"])
async def test_a_provider_signs_in_only_addresses_of_its_domains(
    email: str, http: httpx.AsyncClient, fake_providers: Sandbox, engines: str
) -> None:
    url = (await request_sso(http, domain="engines.example")).json()["url"]
    redirect_url = await follow_callback(http, fake_providers.allow(url, email))
    assert query_of(redirect_url)["error_code"] == "provider_email_needs_verification"
    assert await rows("SELECT COUNT(*) FROM users") == [(0,)]


@pytest.mark.parametrize(
    "body",
    [
        {"domain": "example.com"},
        {"provider_id": str(uuid4())},
        {"provider_id": "nonsense"},
        {},
        {"domain": "engines.example", "provider_id": str(uuid4())},
        {"domain": 7},
        {"domain": "engines.example\0"},
    ],
)
async def test_an_unknown_domain_or_provider_gets_the_error_that_saml_is_off(
    body: Json, http: httpx.AsyncClient, fake_providers: Sandbox, engines: str
) -> None:
    before = await dump()
    assert error_of(await http.post("/sso", json=body)) == SAML_OFF
    assert await dump() == before


@pytest.mark.parametrize("endpoint", ["GET /sso/saml/metadata", "POST /sso/saml/acs"])
async def test_the_saml_endpoints_report_that_saml_is_off(endpoint: str, http: httpx.AsyncClient, engines: str) -> None:
    method, _, path = endpoint.partition(" ")
    assert (
        error_of(await http.request(method, path, data={"SAMLResponse": "x"} if method == "POST" else None)) == SAML_OFF
    )


async def test_disabling_a_provider_ends_its_sessions_and_sign_ins(
    http: httpx.AsyncClient, fake_providers: Sandbox, engines: str
) -> None:
    session, password_session = await signed_in(http, fake_providers), await sign_up(http)
    url = (await request_sso(http, domain="engines.example")).json()["url"]
    await command("disable", engines, "--yes")
    assert error_of(await http.get("/user", headers=bearer(session)))[1] == "session_not_found"
    assert (await http.get("/user", headers=bearer(password_session))).status_code == 200
    assert error_of(await request_sso(http, domain="engines.example")) == SAML_OFF
    redirect_url = await follow_callback(http, fake_providers.allow(url, EVE))
    assert query_of(redirect_url)["error_code"] == "validation_failed"
    assert " off " in await command("list")
    await command("enable", engines)
    assert (await request_sso(http, domain="engines.example")).status_code == 200
    await command("remove", engines, "--yes")
    assert await command("list") == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--issuer", "https://a.example", "--client-id", "c", "--domain", "engines.example"),
            "has a provider already",
        ),
        (("--issuer", "https://a.example", "--client-id", "c", "--domain", "nonsense"), "needs domains"),
        (("--issuer", "http://a.example", "--client-id", "c", "--domain", "b.example"), "The issuer is an address"),
        (("--issuer", "https://a.example", "--client-id", "", "--domain", "b.example"), "a client id and its secret"),
    ],
)
async def test_an_invalid_sso_provider_is_rejected(arguments: tuple[str, ...], message: str, engines: str) -> None:
    with pytest.raises(CommandError, match=message):
        await command("add", "--name", "Another", *arguments)
    assert await rows("SELECT COUNT(*) FROM sso_providers") == [(1,)]


async def test_the_settings_report_whether_sso_is_enabled(http: httpx.AsyncClient, engines: str) -> None:
    assert (await http.get("/settings")).json()["sso_enabled"] is True
    await command("disable", engines, "--yes")
    assert (await http.get("/settings")).json()["sso_enabled"] is False
