"""Requests about a session that another transaction changes between their check and their lock."""

from collections.abc import Sequence
from uuid import UUID

import httpx
import pytest

from accounts.limits.buckets import Limit
from accounts.models import Session, User
from accounts.services import identity_providers, rate_limits, token_refresh
from core.ids import uuid7
from tests.support.accounts.api import error_of, methods, refresh, rows, sign_in, sign_up
from tests.support.accounts.google import token_of
from tests.support.accounts.second_factor import answer, protect
from tests.support.fakes.sandbox import Sandbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def test_a_token_replaced_while_it_is_refreshed_is_not_found(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second factor replaces all refresh tokens of its session."""
    ada = await sign_up(http)
    lock = token_refresh._locked_session

    def lock_after_replacement(digest: str) -> Session | None:
        session = lock(digest)
        assert session is not None
        session.refresh_tokens.update(digest="another token")
        return session

    monkeypatch.setattr(token_refresh, "_locked_session", lock_after_replacement)
    message = "Invalid Refresh Token: Refresh Token Not Found"
    assert error_of(await refresh(http, ada["refresh_token"])) == (400, "refresh_token_not_found", message)


async def test_a_session_ended_while_its_second_factor_is_verified_is_missing(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, _ = await protect(http, await sign_up(http))
    aal1_session = (await sign_in(http)).json()
    forgive = rate_limits.forgive

    def forgive_and_end_sessions(*, buckets: Sequence[tuple[str, Limit]]) -> None:
        forgive(buckets=buckets)
        Session.objects.exclude(aal="aal2").delete()

    monkeypatch.setattr(rate_limits, "forgive", forgive_and_end_sessions)
    status, code, _ = error_of(await answer(http, aal1_session, app, app.code()))
    assert (status, code) == (403, "session_not_found")


async def test_two_first_sign_ins_of_one_identity_at_once_create_one_user(
    http: httpx.AsyncClient, fake_providers: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = await token_of(http, fake_providers, "my nonce")

    def create_user_first() -> UUID:
        monkeypatch.setattr(identity_providers, "uuid7", uuid7)
        User.objects.create(id=uuid7(), email="ada@example.com")
        return uuid7()

    monkeypatch.setattr(identity_providers, "uuid7", create_user_first)
    body = {"provider": "google", "nonce": "my nonce", **{name: tokens[name] for name in ("id_token", "access_token")}}
    reply = await http.post("/token?grant_type=id_token", json=body)
    assert (reply.status_code, methods(reply.json())) == (200, ["oauth"])
    assert await rows("SELECT email FROM users") == [("ada@example.com",)]
