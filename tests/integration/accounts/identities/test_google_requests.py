"""The authorization request to Google: its PKCE proof, and the parameters that a caller cannot override."""

import httpx
import pytest
from pytest_django import Settings

from tests.support.accounts.api import PKCE, dump, error_of
from tests.support.accounts.google import authorization_url
from tests.support.fakes.sandbox import Sandbox, query_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def test_the_authorization_request_has_its_own_pkce_challenge(
    http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings
) -> None:
    params = query_of(
        await authorization_url(http, **PKCE, scopes="https://example.com/more", login_hint="x@example.com")
    )
    assert params["redirect_uri"] == f"{settings.SITE_URL}/auth/v1/callback"
    assert params["scope"] == "openid email profile https://example.com/more"
    assert (params["response_type"], params["client_id"], params["login_hint"]) == ("code", "sandbox", "x@example.com")
    assert params["code_challenge_method"] == "S256"
    assert params["code_challenge"] != PKCE["code_challenge"]
    assert len(params["state"]) >= 40
    assert len(params["nonce"]) >= 40
    other_params = query_of(await authorization_url(http, **PKCE))
    assert not {params[name] for name in ("state", "nonce", "code_challenge")} & set(other_params.values())
    contents = await dump()
    assert params["state"] not in contents
    assert params["nonce"] not in contents


@pytest.mark.parametrize("name", ["client_id", "Client_Secret", "REDIRECT_URI", "state", "code_verifier", "nonce"])
async def test_extra_parameters_cannot_change_the_authorization_request(
    name: str, http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    address = await authorization_url(http, **PKCE, **{name: "evil"})
    assert "evil" not in address
    assert address.startswith(f"{fake_providers.url}/o/oauth2/v2/auth?")


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"provider": "facebook"}, "Unsupported provider: provider is not enabled"),
        ({}, "Unsupported provider: provider is not enabled"),
        ({"provider": "sso:made-up"}, "Unsupported provider: provider is not enabled"),
        (
            {"provider": "google", "code_challenge": "short", "code_challenge_method": "s256"},
            "code challenge has to be between 43 and 128 characters",
        ),
        (
            {"provider": "google", "code_challenge": "x" * 43},
            "PKCE flow requires code_challenge_method and code_challenge",
        ),
    ],
)
async def test_an_invalid_authorize_request_is_rejected(
    query: dict[str, str], message: str, http: httpx.AsyncClient, fake_providers: Sandbox
) -> None:
    before = await dump()
    assert error_of(await http.get("/authorize", params=query)) == (400, "validation_failed", message)
    assert await dump() == before


async def test_google_is_off_without_keys(http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings) -> None:
    assert (await http.get("/settings")).json()["external"]["google"] is True
    settings.GOOGLE_CLIENT_ID = None
    assert (await http.get("/settings")).json()["external"]["google"] is False
    message = "Unsupported provider: provider is not enabled"
    assert error_of(await http.get("/authorize?provider=google")) == (400, "validation_failed", message)


async def test_an_unreachable_provider_returns_503(
    http: httpx.AsyncClient, fake_providers: Sandbox, settings: Settings
) -> None:
    settings.GOOGLE_ISSUER = "http://127.0.0.1:1"
    message = "The provider does not answer. Please try again."
    assert error_of(await http.get("/authorize?provider=google")) == (503, "unexpected_failure", message)
