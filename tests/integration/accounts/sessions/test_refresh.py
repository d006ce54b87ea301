"""The refresh grant: rotation, legitimate repeats, reuse, and no usable token in the database."""

import asyncio
from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings

from core.clock import now
from tests.support.accounts.api import (
    PASSWORD,
    Json,
    bearer,
    counts,
    dump,
    error_of,
    execute,
    refresh,
    rows,
    sign_in,
    sign_up,
)

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

NOT_FOUND = (400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
USED = (400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
MALFORMED = (400, "validation_failed", "Refresh token is not valid")


async def refresh_session(http: httpx.AsyncClient, token: str) -> Json:
    reply = await refresh(http, token)
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def chain(http: httpx.AsyncClient, length: int) -> list[Json]:
    """A new session, and the sessions after each of `length` refreshes."""
    sessions = [await sign_up(http)]
    for _ in range(length):
        sessions.append(await refresh_session(http, sessions[-1]["refresh_token"]))
    return sessions


async def age_used_tokens() -> None:
    """Move the use of every used token to long before the reuse interval."""
    await execute("UPDATE refresh_tokens SET used_at = %s WHERE used_at IS NOT NULL", now() - timedelta(days=9))


async def test_a_refresh_rotates_the_token_and_keeps_the_session(http: httpx.AsyncClient) -> None:
    first = await sign_up(http)
    before = await counts()
    await execute('UPDATE users SET user_metadata = \'{"full_name": "Ada Renamed"}\'')
    reply = await refresh(http, first["refresh_token"])
    assert (reply.status_code, reply.headers["Cache-Control"]) == (200, "no-store")
    second = reply.json()
    assert set(second) == set(first)
    assert second["refresh_token"] != first["refresh_token"]
    assert second["access_token"] != first["access_token"]
    assert second["user"]["user_metadata"] == {"full_name": "Ada Renamed"}
    assert second["user"]["last_sign_in_at"] == first["user"]["last_sign_in_at"]
    assert await counts() == before | {"refresh_tokens": 2}
    for session in (first, second):
        assert (await http.get("/user", headers=bearer(session))).status_code == 200


async def test_twenty_refreshes_of_one_token_at_once_converge(http: httpx.AsyncClient) -> None:
    first = await sign_up(http)
    replies = await asyncio.gather(*(refresh(http, first["refresh_token"]) for _ in range(20)))
    assert {reply.status_code for reply in replies} == {200}
    assert len({reply.json()["refresh_token"] for reply in replies}) == 1
    assert (await counts())["refresh_tokens"] == 2
    assert (await counts())["sessions"] == 1


async def test_the_parent_of_the_active_token_returns_it_again_at_any_time(http: httpx.AsyncClient) -> None:
    first, second = await chain(http, 1)
    await age_used_tokens()
    before = await counts()
    repeated = await refresh_session(http, first["refresh_token"])
    assert repeated["refresh_token"] == second["refresh_token"]
    assert await counts() == before
    assert (await refresh_session(http, second["refresh_token"]))["refresh_token"] != second["refresh_token"]


async def test_an_older_ancestor_is_allowed_within_the_reuse_interval(http: httpx.AsyncClient) -> None:
    *ancestors, active = await chain(http, 4)
    before = await counts()
    for ancestor in ancestors:
        assert (await refresh_session(http, ancestor["refresh_token"]))["refresh_token"] == active["refresh_token"]
    assert await counts() == before


async def test_reuse_after_the_interval_ends_the_session_and_its_access_tokens(http: httpx.AsyncClient) -> None:
    stolen, middle, active = await chain(http, 2)
    other_device = (await sign_in(http)).json()
    await age_used_tokens()
    assert error_of(await refresh(http, stolen["refresh_token"])) == USED
    for session in (stolen, middle, active):
        session_ended = (403, "session_not_found", "Session from session_id claim in JWT does not exist")
        assert error_of(await http.get("/user", headers=bearer(session))) == session_ended
        assert error_of(await refresh(http, session["refresh_token"])) == NOT_FOUND
    assert (await http.get("/user", headers=bearer(other_device))).status_code == 200
    assert (await counts())["sessions"] == (await counts())["refresh_tokens"] == 1
    frames = await rows("SELECT frame FROM sync_change WHERE op = 'm' AND frame LIKE %s", "%session-ended%")
    assert len(frames) == 1


async def test_an_interval_of_zero_allows_the_parent_alone(http: httpx.AsyncClient, settings: Settings) -> None:
    settings.AUTH_REUSE_INTERVAL_S = 0
    first, second, third = await chain(http, 2)
    assert (await refresh_session(http, second["refresh_token"]))["refresh_token"] == third["refresh_token"]
    assert error_of(await refresh(http, first["refresh_token"])) == USED


async def test_a_thief_and_an_owner_cannot_both_keep_refreshing(http: httpx.AsyncClient) -> None:
    stolen = await sign_up(http)
    thief_session = await refresh_session(http, stolen["refresh_token"])
    await refresh_session(http, thief_session["refresh_token"])
    await age_used_tokens()
    assert error_of(await refresh(http, stolen["refresh_token"])) == USED
    assert error_of(await refresh(http, thief_session["refresh_token"])) == NOT_FOUND


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, MALFORMED),
        ({"refresh_token": None}, MALFORMED),
        ({"refresh_token": ""}, MALFORMED),
        ({"refresh_token": "short"}, MALFORMED),
        ({"refresh_token": "with spaces in it"}, MALFORMED),
        ({"refresh_token": "x" * 1000}, MALFORMED),
        ({"refresh_token": "abcdefghijkl"}, NOT_FOUND),
        ({"refresh_token": "A" * 43}, NOT_FOUND),
    ],
)
async def test_an_invalid_refresh_token_is_rejected(
    body: dict[str, str], expected: tuple[int, str, str], http: httpx.AsyncClient
) -> None:
    await sign_up(http)
    before, stored = await counts(), await rows("SELECT * FROM refresh_tokens")
    assert error_of(await http.post("/token?grant_type=refresh_token", json=body)) == expected
    assert (await counts(), await rows("SELECT * FROM refresh_tokens")) == (before, stored)


async def test_a_digest_from_the_table_is_no_token(http: httpx.AsyncClient) -> None:
    await chain(http, 1)
    for digest, salt in await rows("SELECT digest, child_salt FROM refresh_tokens ORDER BY number"):
        assert error_of(await refresh(http, digest)) == NOT_FOUND
        assert error_of(await refresh(http, salt or digest)) == NOT_FOUND


async def test_the_database_contains_nothing_that_opens_a_session(http: httpx.AsyncClient) -> None:
    sessions = await chain(http, 3)
    sessions.append((await sign_in(http)).json())
    stored = await dump()
    assert sessions[0]["user"]["id"].replace("-", "") in stored.replace("-", "")
    assert PASSWORD not in stored
    for session in sessions:
        assert session["refresh_token"] not in stored
        assert session["access_token"] not in stored
        assert session["access_token"].rsplit(".", 1)[1] not in stored
