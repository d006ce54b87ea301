"""The authorization request to Google: its PKCE proof, and the parameters that a caller cannot override."""

import httpx
import pytest
from pytest_django import Settings

from tests.support.accounts.api import PKCE, dump, refused
from tests.support.accounts.google import leave
from tests.support.fakes.sandbox import StandIn, asked_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def test_the_question_has_a_proof_of_its_own(
    http: httpx.AsyncClient, stand_in: StandIn, settings: Settings
) -> None:
    params = asked_of(await leave(http, **PKCE, scopes="https://example.com/more", login_hint="x@example.com"))
    assert params["redirect_uri"] == f"{settings.SITE_URL}/auth/v1/callback"
    assert params["scope"] == "openid email profile https://example.com/more"
    assert (params["response_type"], params["client_id"], params["login_hint"]) == ("code", "sandbox", "x@example.com")
    assert params["code_challenge_method"] == "S256"
    assert params["code_challenge"] != PKCE["code_challenge"]
    assert len(params["state"]) >= 40
    assert len(params["nonce"]) >= 40
    again = asked_of(await leave(http, **PKCE))
    assert not {params[name] for name in ("state", "nonce", "code_challenge")} & set(again.values())
    contents = await dump()
    assert params["state"] not in contents
    assert params["nonce"] not in contents


@pytest.mark.parametrize("name", ["client_id", "Client_Secret", "REDIRECT_URI", "state", "code_verifier", "nonce"])
async def test_the_question_cannot_be_bent(name: str, http: httpx.AsyncClient, stand_in: StandIn) -> None:
    address = await leave(http, **PKCE, **{name: "evil"})
    assert "evil" not in address
    assert address.startswith(f"{stand_in.url}/o/oauth2/v2/auth?")


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
async def test_questions_that_are_not_asked(
    query: dict[str, str], message: str, http: httpx.AsyncClient, stand_in: StandIn
) -> None:
    before = await dump()
    assert refused(await http.get("/authorize", params=query)) == (400, "validation_failed", message)
    assert await dump() == before


async def test_without_keys_there_is_no_google(http: httpx.AsyncClient, stand_in: StandIn, settings: Settings) -> None:
    assert (await http.get("/settings")).json()["external"]["google"] is True
    settings.GOOGLE_CLIENT_ID = None
    assert (await http.get("/settings")).json()["external"]["google"] is False
    message = "Unsupported provider: provider is not enabled"
    assert refused(await http.get("/authorize?provider=google")) == (400, "validation_failed", message)


async def test_a_provider_that_is_away_is_a_fault_of_ours(
    http: httpx.AsyncClient, stand_in: StandIn, settings: Settings
) -> None:
    settings.GOOGLE_ISSUER = "http://127.0.0.1:1"
    message = "The provider does not answer. Please try again."
    assert refused(await http.get("/authorize?provider=google")) == (503, "unexpected_failure", message)
