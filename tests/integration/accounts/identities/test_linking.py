"""Linking and unlinking of identities."""

from uuid import uuid4

import httpx
import pytest
from pytest_django import Settings

from tests.support.accounts.api import PKCE, Json, bearer, dump, error_of, execute, rows, sign_in, sign_up
from tests.support.accounts.google import ADA, exchange, follow_callback, signed_in
from tests.support.accounts.second_factor import protect
from tests.support.fakes.sandbox import Sandbox, query_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

AAL2_REQUIRED = "AAL2 session is required to update email or password when MFA is enabled."


@pytest.fixture(autouse=True)
def linking_is_on(settings: Settings) -> None:
    settings.AUTH_MANUAL_LINKING = True


async def authorize(http: httpx.AsyncClient, session: Json, **query: str) -> httpx.Response:
    params = {"provider": "google", "skip_http_redirect": "true", **PKCE, **query}
    return await http.get("/user/identities/authorize", params=params, headers=bearer(session))


async def providers(http: httpx.AsyncClient, session: Json) -> list[str]:
    user = (await http.get("/user", headers=bearer(session))).json()
    return [identity["provider"] for identity in user["identities"]]


async def test_an_identity_is_linked_where_its_code_is_redeemed(
    http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    bob = await sign_up(http, "bob@example.com")
    reply = await authorize(http, bob)
    assert (reply.status_code, set(reply.json())) == (200, {"url"})
    redirect_url = await follow_callback(http, fake_providers.allow(reply.json()["url"]))
    assert await providers(http, bob) == ["email"]
    session = (await exchange(http, redirect_url)).json()
    assert session["user"]["id"] == bob["user"]["id"]
    assert session["user"]["app_metadata"]["providers"] == ["email", "google"]
    assert await providers(http, bob) == ["email", "google"]
    assert session["user"]["email"] == "bob@example.com"
    assert (await signed_in(http, fake_providers))["user"]["id"] == bob["user"]["id"]


async def test_a_victims_consent_in_a_thiefs_flow_links_nothing(
    http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    """The victim consents at the thief's URL, but cannot redeem the code, because only the thief has the verifier."""
    thief = await sign_up(http, "thief@example.com")
    redirect_url = await follow_callback(
        http, fake_providers.allow((await authorize(http, thief)).json()["url"], "victim@example.com")
    )
    assert error_of(await exchange(http, redirect_url, "e" * 112))[1] == "bad_code_verifier"
    assert await rows("SELECT COUNT(*) FROM identities WHERE provider = 'google'") == [(0,)]


async def test_a_taken_identity_is_not_linked(http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    await signed_in(http, fake_providers)
    bob = await sign_up(http, "bob@example.com")
    before = await rows("SELECT id, user_id FROM identities ORDER BY id")
    redirect_url = await follow_callback(http, fake_providers.allow((await authorize(http, bob)).json()["url"]))
    assert query_of(redirect_url)["error_code"] == "identity_already_exists"
    assert await rows("SELECT id, user_id FROM identities ORDER BY id") == before


async def test_an_identity_linked_elsewhere_meanwhile_is_rejected(
    http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    bob = await sign_up(http, "bob@example.com")
    redirect_url = await follow_callback(http, fake_providers.allow((await authorize(http, bob)).json()["url"]))
    await signed_in(http, fake_providers)
    already_linked = (422, "identity_already_exists", "Identity is already linked to another user")
    assert error_of(await exchange(http, redirect_url)) == already_linked
    assert await providers(http, bob) == ["email"]


async def test_a_session_that_ended_meanwhile_links_nothing(http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    bob = await sign_up(http, "bob@example.com")
    url = (await authorize(http, bob)).json()["url"]
    await http.post("/logout", headers=bearer(bob))
    redirect_url = await follow_callback(http, fake_providers.allow(url))
    assert query_of(redirect_url)["error_code"] == "bad_oauth_state"
    assert await rows("SELECT COUNT(*) FROM identities") == [(1,)]


async def test_linking_is_off_by_default(http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings) -> None:
    bob = await sign_up(http, "bob@example.com")
    settings.AUTH_MANUAL_LINKING = False
    before = await dump()
    assert error_of(await authorize(http, bob)) == (404, "manual_linking_disabled", "Manual linking is disabled")
    assert await dump() == before


async def test_linking_can_redirect_to_the_provider_at_once(http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    reply = await authorize(http, await sign_up(http), skip_http_redirect="false")
    assert reply.status_code == 302
    assert reply.headers["Location"].startswith(fake_providers.url)


async def test_an_aal1_session_links_and_unlinks_nothing(http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    ada = await signed_in(http, fake_providers)
    await protect(http, ada)
    aal1_session = await signed_in(http, fake_providers)
    before = await dump()
    assert error_of(await authorize(http, aal1_session)) == (401, "insufficient_aal", AAL2_REQUIRED)
    [identity] = aal1_session["user"]["identities"]
    reply = await http.delete(f"/user/identities/{identity['identity_id']}", headers=bearer(aal1_session))
    assert error_of(reply) == (401, "insufficient_aal", AAL2_REQUIRED)
    assert await dump() == before


async def test_unlinking_removes_only_the_users_own_identity(http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    ada, bob = await sign_up(http, ADA), await sign_up(http, "bob@example.com")
    session = await signed_in(http, fake_providers)
    identity_ids = {identity["provider"]: identity["identity_id"] for identity in session["user"]["identities"]}
    for path, expected in (
        ("nonsense", (404, "validation_failed", "identity_id must be an UUID")),
        (str(uuid4()), (422, "identity_not_found", "Identity doesn't exist")),
        (bob["user"]["identities"][0]["identity_id"], (422, "identity_not_found", "Identity doesn't exist")),
    ):
        assert error_of(await http.delete(f"/user/identities/{path}", headers=bearer(session))) == expected
    reply = await http.delete(f"/user/identities/{identity_ids['email']}", headers=bearer(session))
    assert (reply.status_code, reply.json()) == (200, {})
    user = (await http.get("/user", headers=bearer(ada))).json()
    assert user["app_metadata"] == {"provider": "google", "providers": ["google"]}
    assert error_of(await sign_in(http, ADA)) == (400, "invalid_credentials", "Invalid login credentials")
    last_identity = (422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking")
    assert (
        error_of(await http.delete(f"/user/identities/{identity_ids['google']}", headers=bearer(session)))
        == last_identity
    )


async def test_an_unverified_address_of_a_provider_does_not_become_the_users(
    http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    """Any user can open a Google account with another user's address."""
    bob = await sign_up(http, "bob@example.com")
    url = (await authorize(http, bob)).json()["url"]
    session = (await exchange(http, await follow_callback(http, fake_providers.allow(url, verified=False)))).json()
    identity_ids = {identity["provider"]: identity["identity_id"] for identity in session["user"]["identities"]}
    assert (await http.delete(f"/user/identities/{identity_ids['email']}", headers=bearer(session))).status_code == 200
    user = (await http.get("/user", headers=bearer(session))).json()
    assert (user["email"], user["user_metadata"]["email"]) == ("bob@example.com", "bob@example.com")
    assert (await sign_up(http, ADA))["user"]["id"] != bob["user"]["id"]


async def test_the_address_of_another_identity_takes_its_place(
    http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    """After the user unlinks the email identity, Google's address is the user's, unless another account has it."""
    bob = await sign_up(http, "bob@example.com")
    redirect_url = await follow_callback(http, fake_providers.allow((await authorize(http, bob)).json()["url"]))
    session = (await exchange(http, redirect_url)).json()
    identity_ids = {identity["provider"]: identity["identity_id"] for identity in session["user"]["identities"]}
    ada = await sign_up(http, ADA)
    conflict = (422, "email_conflict_identity_not_deletable", "Unable to unlink identity due to email conflict")
    assert error_of(await http.delete(f"/user/identities/{identity_ids['email']}", headers=bearer(session))) == conflict
    assert await providers(http, session) == ["email", "google"]
    await http.post("/logout", headers=bearer(ada))
    await execute("DELETE FROM identities WHERE user_id IN (SELECT id FROM users WHERE email = %s)", ADA)
    await execute("UPDATE users SET email = %s WHERE email = %s", "elsewhere@example.com", ADA)
    assert (await http.delete(f"/user/identities/{identity_ids['email']}", headers=bearer(session))).status_code == 200
    assert (await http.get("/user", headers=bearer(session))).json()["email"] == ADA
