"""`POST /auth/v1/signup`: the responses for a new user and for a taken address."""

import asyncio
from datetime import datetime
from typing import Any
from uuid import UUID

import httpx
import pytest
from pytest_django import Settings

from accounts import ports
from tests.support.accounts.api import PASSWORD, bearer, counts, error_of, execute, rows, sign_up

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

SELECT_USERS = "SELECT id, email, password_hash, user_metadata, email_confirmed_at, updated_at FROM users"

NAMES = {"full_name": "Ada Lovelace", "company_name": "Engines Ltd"}
FORGED = {"sub": "1", "email": "eve@example.com", "email_verified": "no", "phone_verified": True}
# The rows that a sign-up creates, if it starts a session.
ONE_USER = {"users": 1, "identities": 1, "sessions": 1, "refresh_tokens": 1}


@pytest.fixture
def confirmed_users(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The arguments of each call of the port."""
    calls: list[dict[str, Any]] = []
    port = ports.UserConfirmedPort()
    port.register(lambda **fields: calls.append(fields))
    monkeypatch.setattr(ports, "user_confirmed", port)
    return calls


async def test_a_new_user_gets_a_session(http: httpx.AsyncClient, confirmed_users: list[dict[str, Any]]) -> None:
    reply = await http.post("/signup", json={"email": "Ada@Example.com", "password": PASSWORD, "data": NAMES | FORGED})
    assert reply.status_code == 200
    assert reply.headers["Cache-Control"] == "no-store"
    session = reply.json()
    assert set(session) == {"access_token", "token_type", "expires_in", "expires_at", "refresh_token", "user"}
    assert (session["token_type"], session["expires_in"]) == ("bearer", 3600)
    user = session["user"]
    metadata = NAMES | {
        "sub": user["id"],
        "email": "ada@example.com",
        "email_verified": True,
        "phone_verified": False,
    }
    [identity] = user["identities"]
    assert user == {
        "id": str(UUID(user["id"])),
        "aud": "authenticated",
        "role": "authenticated",
        "email": "ada@example.com",
        "phone": "",
        "email_confirmed_at": user["email_confirmed_at"],
        "confirmed_at": user["email_confirmed_at"],
        "last_sign_in_at": user["last_sign_in_at"],
        "app_metadata": {"provider": "email", "providers": ["email"]},
        "user_metadata": metadata,
        "identities": [
            {
                "identity_id": str(UUID(identity["identity_id"])),
                "id": user["id"],
                "user_id": user["id"],
                "identity_data": metadata,
                "provider": "email",
                "last_sign_in_at": user["last_sign_in_at"],
                "created_at": identity["created_at"],
                "updated_at": user["last_sign_in_at"],
                "email": "ada@example.com",
            }
        ],
        "created_at": user["created_at"],
        "updated_at": user["last_sign_in_at"],
        "is_anonymous": False,
    }
    assert datetime.fromisoformat(user["created_at"]).tzinfo is not None
    assert confirmed_users == [
        {
            "user_id": UUID(user["id"]),
            "email": "ada@example.com",
            "full_name": "Ada Lovelace",
            "company_name": "Engines Ltd",
            "confirmed_at": datetime.fromisoformat(user["email_confirmed_at"]),
            "may_create": True,
        }
    ]
    assert (await http.get("/user", headers=bearer(session))).json() == user


async def test_a_failing_listener_undoes_the_sign_up(
    http: httpx.AsyncClient, confirmed_users: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_fields: object) -> None:
        raise RuntimeError("the listener failed")

    before = await counts()
    ports.user_confirmed.register(fail)
    reply = await http.post("/signup", json={"email": "ada@example.com", "password": PASSWORD})
    message = "Unexpected failure, please check server logs for more information"
    assert error_of(reply) == (500, "unexpected_failure", message)
    assert await counts() == before


async def test_a_taken_address_is_rejected(http: httpx.AsyncClient) -> None:
    await sign_up(http)
    before = await counts()
    reply = await http.post("/signup", json={"email": "ADA@example.com", "password": "another password"})
    assert error_of(reply) == (422, "user_already_exists", "User already registered")
    assert await counts() == before


async def test_concurrent_sign_ups_create_one_user(http: httpx.AsyncClient) -> None:
    before = await counts()
    replies = await asyncio.gather(
        *(http.post("/signup", json={"email": "ada@example.com", "password": PASSWORD}) for _ in range(10))
    )
    assert sorted(reply.status_code for reply in replies) == [200] + [422] * 9
    counts_after = await counts()
    assert {table: counts_after[table] - before[table] for table in ONE_USER} == ONE_USER


async def test_without_autoconfirm_a_new_user_is_returned_without_a_session(
    http: httpx.AsyncClient, settings: Settings, confirmed_users: list[dict[str, Any]]
) -> None:
    settings.AUTH_AUTOCONFIRM = False
    user = await sign_up(http, **NAMES)
    assert "access_token" not in user
    assert not {"email_confirmed_at", "confirmed_at", "last_sign_in_at"} & set(user)
    assert user["confirmation_sent_at"] >= user["created_at"]
    assert user["role"] == "authenticated"
    assert user["user_metadata"] == NAMES | {
        "sub": user["id"],
        "email": "ada@example.com",
        "email_verified": False,
        "phone_verified": False,
    }
    counts_after = await counts()
    assert [counts_after[table] for table in ONE_USER] == [1, 1, 0, 0]
    assert confirmed_users == []


async def test_without_autoconfirm_a_repeated_sign_up_does_not_return_the_owners_data(
    http: httpx.AsyncClient, settings: Settings
) -> None:
    """A stranger who knows the address does not learn the name; only a mail and its token are added."""
    settings.AUTH_AUTOCONFIRM = False
    owner = await sign_up(http, **NAMES)
    stored, before = await rows(SELECT_USERS), await counts()
    reply = await http.post(
        "/signup", json={"email": "ada@example.com", "password": "another password", "data": {"full_name": "Eve"}}
    )
    metadata = {name: text for name, text in owner["user_metadata"].items() if name not in NAMES} | {"full_name": "Eve"}
    identities = [identity | {"identity_data": metadata} for identity in owner["identities"]]
    sent_at = reply.json()["confirmation_sent_at"]
    expected = owner | {"user_metadata": metadata, "identities": identities, "confirmation_sent_at": sent_at}
    assert (reply.status_code, reply.json()) == (200, expected)
    assert sent_at > owner["confirmation_sent_at"]
    assert (await rows(SELECT_USERS), await counts()) == (stored, before | {"mails": 2, "one_time_tokens": 2})


async def test_without_autoconfirm_a_confirmed_address_gets_the_response_of_a_new_one(
    http: httpx.AsyncClient, settings: Settings
) -> None:
    owner = (await sign_up(http, full_name="Ada"))["user"]
    settings.AUTH_AUTOCONFIRM = False
    stored, before = await rows("SELECT * FROM users"), await counts()
    dummy_user = await sign_up(http, **NAMES)
    assert dummy_user["id"] != owner["id"]
    assert dummy_user == {
        "id": dummy_user["id"],
        "aud": "authenticated",
        "role": "",
        "email": "ada@example.com",
        "phone": "",
        "app_metadata": {"provider": "email", "providers": ["email"]},
        "user_metadata": NAMES,
        "identities": [],
        "created_at": dummy_user["created_at"],
        "updated_at": dummy_user["created_at"],
        "is_anonymous": False,
    }
    assert (await rows("SELECT * FROM users"), await counts()) == (stored, before)


async def test_an_address_that_only_a_company_sign_in_has_is_free(http: httpx.AsyncClient) -> None:
    first = await sign_up(http)
    await execute("UPDATE users SET is_sso = true")
    second = await sign_up(http)
    assert first["user"]["id"] != second["user"]["id"]


async def test_unknown_fields_and_a_whole_pkce_pair_are_accepted(http: httpx.AsyncClient) -> None:
    reply = await http.post(
        "/signup?redirect_to=https://evil.example",
        json={
            "email": "ada@example.com",
            "password": PASSWORD,
            "gotrue_meta_security": {"captcha_token": "x"},
            "options": [1],
            "channel": "sms",
            "code_challenge": "x" * 43,
            "code_challenge_method": "s256",
        },
        headers={"Content-Type": "text/plain"},
    )
    assert reply.status_code == 200
