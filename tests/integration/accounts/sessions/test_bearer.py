"""The bearer token, `GET /auth/v1/user` and `POST /auth/v1/logout`."""

import asyncio
import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import import_key

from accounts.tokens import signing_keys
from core.clock import now
from tests.support.accounts.api import Json, bearer, counts, error_of, execute, refresh, rows, sign_in, sign_up

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

SESSION_ENDED = (403, "session_not_found", "Session from session_id claim in JWT does not exist")
USER_NOT_FOUND = (403, "user_not_found", "User from sub claim in JWT does not exist")
BANNED = (403, "user_banned", "User is banned")


async def test_the_token_is_verified_by_the_published_key(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    reply = await http.get("/.well-known/jwks.json")
    assert (reply.status_code, reply.headers["Cache-Control"]) == (200, "public, max-age=600")
    [key] = reply.json()["keys"]
    decoded = jwt.decode(session["access_token"], import_key(key), algorithms=["ES256"])
    assert decoded.header == {"alg": "ES256", "typ": "JWT", "kid": key["kid"]}
    assert decoded.claims["sub"] == session["user"]["id"]
    assert decoded.claims["exp"] == session["expires_at"]
    assert [entry["method"] for entry in decoded.claims["amr"]] == ["password"]


def token_with_claims(session: Json, **changed_claims: object) -> str:
    """The session's access token with changed claims, signed with the server's key."""
    key = signing_keys.signing_key()
    claims = jwt.decode(session["access_token"], key.key, algorithms=["ES256"]).claims | changed_claims
    return jwt.encode({"alg": "ES256", "kid": key.id}, claims, key.key, algorithms=["ES256"])


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Basic YTpi", "Bearer a b", "token"])
@pytest.mark.parametrize(("method", "path"), [("GET", "/user"), ("POST", "/logout")])
async def test_an_endpoint_for_users_needs_a_bearer_token(
    method: str, path: str, header: str | None, http: httpx.AsyncClient
) -> None:
    await sign_up(http)
    before = await counts()
    reply = await http.request(method, path, headers={"Authorization": header} if header is not None else {})
    assert error_of(reply) == (401, "no_authorization", "This endpoint requires a valid Bearer token")
    assert await counts() == before


@pytest.mark.parametrize(("method", "path"), [("GET", "/user"), ("POST", "/logout")])
@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"exp": 1}, (403, "bad_jwt", "invalid JWT: token has invalid claims: token is expired")),
        ({"sub": None}, (403, "bad_jwt", "invalid JWT: missing sub claim")),
        ({"sub": "ada"}, (400, "bad_jwt", "invalid JWT: sub claim must be a UUID")),
        ({"sub": str(uuid4())}, USER_NOT_FOUND),
        ({"session_id": str(uuid4())}, SESSION_ENDED),
    ],
)
async def test_a_token_of_another_shape_is_rejected(
    changed: dict[str, Any], expected: tuple[int, str, str], method: str, path: str, http: httpx.AsyncClient
) -> None:
    session = await sign_up(http)
    before = await counts()
    headers = {"Authorization": f"Bearer {token_with_claims(session, **changed)}"}
    assert error_of(await http.request(method, path, headers=headers)) == expected
    assert await counts() == before


async def test_the_scheme_is_read_in_any_case(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    reply = await http.get("/user", headers={"Authorization": f"bEaReR {session['access_token']}"})
    assert (reply.status_code, reply.json()) == (200, session["user"])


async def test_a_token_with_another_users_session_is_rejected(http: httpx.AsyncClient) -> None:
    ada, eve = await sign_up(http), await sign_up(http, "eve@example.com")
    mixed_token = token_with_claims(ada, sub=eve["user"]["id"])
    assert error_of(await http.get("/user", headers={"Authorization": f"Bearer {mixed_token}"})) == SESSION_ENDED


async def test_a_ban_holds_at_once_and_until_its_end(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    await execute("UPDATE users SET banned_until = %s", now() + timedelta(hours=1))
    assert error_of(await http.get("/user", headers=bearer(session))) == BANNED
    assert error_of(await http.post("/logout", headers=bearer(session))) == BANNED
    assert error_of(await refresh(http, session["refresh_token"])) == (400, "user_banned", "User is banned")
    await execute("UPDATE users SET banned_until = %s", now() - timedelta(seconds=1))
    assert "banned_until" in (await http.get("/user", headers=bearer(session))).json()


@pytest.mark.parametrize(
    ("query", "left"),
    [("", []), ("?scope=global", []), ("?scope=local", [1, 2]), ("?scope=others", [0])],
)
async def test_signing_out_ends_the_sessions_of_its_scope(query: str, left: list[int], http: httpx.AsyncClient) -> None:
    other = await sign_up(http, "eve@example.com")
    sessions = [await sign_up(http), (await sign_in(http)).json(), (await sign_in(http)).json()]
    reply = await http.post(
        f"/logout{query}",
        headers=bearer(sessions[0]) | {"Content-Type": "application/json;charset=UTF-8"},
    )
    assert (reply.status_code, reply.content) == (204, b"")
    assert (await counts())["sessions"] == (await counts())["refresh_tokens"] == len(left) + 1
    for number, session in enumerate(sessions):
        reply = await http.get("/user", headers=bearer(session))
        if number in left:
            assert reply.status_code == 200
        else:
            assert error_of(reply) == SESSION_ENDED
            token_error = (400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
            assert error_of(await refresh(http, session["refresh_token"])) == token_error
            assert error_of(await http.post("/logout", headers=bearer(session))) == SESSION_ENDED
    assert (await http.get("/user", headers=bearer(other))).status_code == 200


async def test_signing_out_notifies_only_the_sockets_of_ended_sessions(http: httpx.AsyncClient) -> None:
    sessions = [await sign_up(http), (await sign_in(http)).json(), (await sign_in(http)).json()]
    session_ids = [session_id_of(session) for session in sessions]
    before = (await rows("SELECT COUNT(*) FROM sync_change WHERE op = 'm'"))[0][0]
    await http.post("/logout?scope=others", headers=bearer(sessions[0]))
    messages = await rows(
        "SELECT stream, frame FROM sync_change WHERE op = 'm' ORDER BY stream, seq LIMIT 10 OFFSET %s", before
    )
    user_id = sessions[0]["user"]["id"]
    assert {stream for stream, _ in messages} == {f"u:{user_id}"}
    frames = [json.loads(frame) for _, frame in messages]
    assert {(frame["what"], frame["user"]) for frame in frames} == {("session-ended", user_id)}
    assert sorted(frame["session"] for frame in frames) == sorted(session_ids[1:])


def session_id_of(session: Json) -> str:
    claims = jwt.decode(session["access_token"], signing_keys.signing_key().key, algorithms=["ES256"]).claims
    return str(claims["session_id"])


async def test_an_unknown_scope_ends_nothing(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    before = await counts()
    reply = await http.post("/logout?scope=everybody", headers=bearer(session))
    assert error_of(reply) == (400, "validation_failed", "Unsupported logout scope 'everybody'")
    assert await counts() == before


async def test_each_concurrent_sign_out_is_answered(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    replies = await asyncio.gather(*(http.post("/logout", headers=bearer(session)) for _ in range(5)))
    assert sorted(reply.status_code for reply in replies) == [204, 403, 403, 403, 403]
    assert (await counts())["sessions"] == 0


async def test_a_refresh_that_races_a_sign_out_leaves_no_token_behind(http: httpx.AsyncClient) -> None:
    for _ in range(5):
        session = await sign_up(http, f"{uuid4()}@example.com")
        sign_out_reply, *refresh_replies = await asyncio.gather(
            http.post("/logout", headers=bearer(session)),
            *(refresh(http, session["refresh_token"]) for _ in range(4)),
        )
        assert sign_out_reply.status_code == 204
        assert {reply.status_code for reply in refresh_replies} <= {200, 400}
        assert (await counts())["sessions"] == (await counts())["refresh_tokens"] == 0
