"""The grant for an ID token that an app got from Google by itself."""

import httpx
import pytest
from pytest_django import Settings

from tests.support.accounts.api import Json, bearer, dump, error_of, methods, rows, sign_up
from tests.support.accounts.google import token_of
from tests.support.fakes.sandbox import Sandbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

GRANT = "/token?grant_type=id_token"


def oauth_error(reply: httpx.Response) -> tuple[int, str, str]:
    """The status, the error and its description in a response in OAuth's format."""
    body = reply.json()
    assert set(body) == {"error", "error_description"}
    return reply.status_code, body["error"], body["error_description"]


async def test_a_token_signs_in(http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    tokens = await token_of(http, fake_providers, "my nonce")
    body = {
        "provider": "google",
        "id_token": tokens["id_token"],
        "access_token": tokens["access_token"],
        "nonce": "my nonce",
    }
    reply = await http.post(GRANT, json=body)
    assert (reply.status_code, methods(reply.json())) == (200, ["oauth"])
    assert reply.json()["user"]["email"] == "ada@example.com"
    by_issuer = {
        "issuer": fake_providers.url,
        "client_id": "sandbox",
        "id_token": tokens["id_token"],
        "nonce": "my nonce",
    }
    second_reply = await http.post(GRANT, json=by_issuer)
    assert second_reply.json()["user"]["id"] == reply.json()["user"]["id"]


@pytest.mark.parametrize(
    ("body", "description"),
    [
        ({"provider": "google"}, "id_token required"),
        ({"id_token": "x"}, "provider or client_id and issuer required"),
        ({"id_token": "x", "client_id": "c"}, "provider or client_id and issuer required"),
        ({"id_token": "x", "provider": "google"}, "Bad ID token"),
        ({"id_token": "x", "provider": "google", "link_identity": True}, "Linking requires a valid user session"),
    ],
)
async def test_an_invalid_token_request_returns_an_oauth_error(
    body: Json, description: str, http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    before = await dump()
    assert oauth_error(await http.post(GRANT, json=body)) == (400, "invalid request", description)
    assert await dump() == before


@pytest.mark.parametrize(("sent_nonce", "token_nonce"), [("", "a nonce"), ("a nonce", ""), ("another", "a nonce")])
async def test_the_nonce_must_match(
    sent_nonce: str, token_nonce: str, http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    body = {
        "provider": "google",
        "id_token": (await token_of(http, fake_providers, token_nonce))["id_token"],
        "nonce": sent_nonce,
    }
    assert oauth_error(await http.post(GRANT, json=body)) == (400, "invalid request", "invalid nonce")
    assert await rows("SELECT COUNT(*) FROM users") == [(0,)]


async def test_the_access_token_must_match(http: httpx.AsyncClient, fake_providers: Sandbox) -> None:
    id_token = (await token_of(http, fake_providers))["id_token"]
    body = {"provider": "google", "id_token": id_token, "access_token": "ya29.another"}
    assert oauth_error(await http.post(GRANT, json=body)) == (400, "invalid request", "Bad ID token")


async def test_unknown_and_disabled_providers_are_rejected(
    http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings
) -> None:
    unknown_provider = (400, "validation_failed", 'Custom OIDC provider "apple" not allowed')
    assert error_of(await http.post(GRANT, json={"provider": "apple", "id_token": "x"})) == unknown_provider
    settings.GOOGLE_CLIENT_ID = None
    provider_disabled = (400, "provider_disabled", 'Provider (issuer "google") is not enabled')
    assert error_of(await http.post(GRANT, json={"provider": "google", "id_token": "x"})) == provider_disabled


async def test_a_token_links_its_identity(http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings) -> None:
    settings.AUTH_MANUAL_LINKING = True
    bob = await sign_up(http, "bob@example.com")
    body = {"provider": "google", "id_token": (await token_of(http, fake_providers))["id_token"], "link_identity": True}
    bad_token_reply = await http.post(GRANT, json=body, headers={"Authorization": "Bearer x"})
    assert error_of(bad_token_reply)[:2] == (403, "bad_jwt")
    reply = await http.post(GRANT, json=body, headers=bearer(bob))
    assert reply.json()["user"]["id"] == bob["user"]["id"]
    already_linked = (422, "identity_already_exists", "Identity is already linked to another user")
    assert error_of(await http.post(GRANT, json=body, headers=bearer(bob))) == already_linked
    settings.AUTH_MANUAL_LINKING = False
    linking_disabled = (404, "manual_linking_disabled", "Manual linking is disabled")
    assert error_of(await http.post(GRANT, json=body, headers=bearer(bob))) == linking_disabled
