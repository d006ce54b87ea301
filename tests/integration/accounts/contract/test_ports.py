"""The sign-in service's interface for other apps: the sync engine's ports, users by id, users created by commands."""

from datetime import timedelta
from uuid import UUID, uuid4

import httpx
import pytest
from pytest_django import Settings

from accounts import queries, services
from accounts.credentials import passwords
from accounts.errors import AlreadyRegistered, ValidationFailed
from core.actor import Actor
from core.clock import now
from sync import ports
from sync.writes.db_executor import read, write
from tests.support.accounts.api import Json, bearer, counts, error_of, execute, sign_in, sign_up

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def actor_of(session: Json) -> Actor:
    return ports.authenticate.call(session["access_token"])


async def is_live(actor: Actor) -> bool:
    return await read(lambda: ports.session_is_live.call(actor))


async def test_the_sync_engine_gets_the_actor_and_whether_their_session_is_live(http: httpx.AsyncClient) -> None:
    session, other = await sign_up(http), (await sign_in(http)).json()
    actor = actor_of(session)
    assert (str(actor.id), actor.email, actor.expires_at) == (
        session["user"]["id"],
        "ada@example.com",
        session["expires_at"],
    )
    assert await is_live(actor)
    assert not await is_live(Actor(uuid4(), actor.session_id, actor.email, actor.expires_at))
    await http.post("/logout?scope=local", headers=bearer(session))
    assert not await is_live(actor)
    assert await is_live(actor_of(other))


async def test_a_session_is_not_live_while_its_user_is_banned(http: httpx.AsyncClient) -> None:
    actor = actor_of(await sign_up(http))
    await execute("UPDATE users SET banned_until = %s", now() + timedelta(hours=1))
    assert not await is_live(actor)
    await execute("UPDATE users SET banned_until = %s", now() - timedelta(seconds=1))
    assert await is_live(actor)


async def create_user(email: str = "Grace@Example.com", full_name: str = "Grace Hopper") -> UUID:
    password_hash = await passwords.hashed("correct horse battery")
    return await write(services.create_confirmed_user, email=email, password_hash=password_hash, full_name=full_name)


async def test_a_user_created_by_a_command_can_sign_in(http: httpx.AsyncClient, settings: Settings) -> None:
    settings.AUTH_AUTOCONFIRM = False
    user_id = await create_user()
    session = (await sign_in(http, "grace@example.com")).json()
    assert session["user"]["id"] == str(user_id)
    assert session["user"]["user_metadata"]["full_name"] == "Grace Hopper"
    assert session["user"]["user_metadata"]["email_verified"] is True


async def test_a_command_rejects_taken_and_invalid_addresses(http: httpx.AsyncClient) -> None:
    await sign_up(http, "grace@example.com")
    before = await counts()
    with pytest.raises(AlreadyRegistered):
        await create_user()
    with pytest.raises(ValidationFailed):
        await create_user("grace")
    assert await counts() == before


async def test_a_user_is_found_by_the_address_in_any_case(http: httpx.AsyncClient) -> None:
    grace = await create_user()
    user = await read(queries.user_by_email, "GRACE@example.com")
    assert user == queries.UserSummary(grace, "grace@example.com", "Grace Hopper", confirmed=True)
    assert await read(queries.user_by_email, "eve@example.com") is None


async def test_an_ended_session_is_rejected_at_the_other_endpoints_too(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    await http.post("/logout", headers=bearer(session))
    reply = await http.get(str(http.base_url.copy_with(path="/rest/v1/clients")), headers=bearer(session))
    assert (reply.status_code, reply.json()["code"]) == (401, "not_signed_in")
    assert error_of(await http.get("/user", headers=bearer(session)))[0] == 403
