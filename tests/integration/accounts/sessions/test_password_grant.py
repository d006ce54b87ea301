"""The password grant: the sign-ins that it accepts, and its errors, which do not reveal accounts."""

import asyncio

import httpx
import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters
from pytest_django import Settings

from accounts.credentials import passwords
from tests.support.accounts.api import PASSWORD, bearer, counts, error_of, execute, refresh, rows, sign_in, sign_up

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

INVALID = (400, "invalid_credentials", "Invalid login credentials")


async def test_each_sign_in_opens_a_session_of_its_own(http: httpx.AsyncClient) -> None:
    first = await sign_up(http)
    before = await counts()
    reply = await http.post(
        "/token?grant_type=password",
        json={"email": "ADA@example.com", "password": PASSWORD},
        headers={"User-Agent": "Mozilla/5.0 (Test)"},
    )
    assert reply.status_code == 200
    assert reply.headers["Cache-Control"] == "no-store"
    second = reply.json()
    assert second["user"]["id"] == first["user"]["id"]
    assert second["user"]["last_sign_in_at"] > first["user"]["last_sign_in_at"]
    assert "weak_password" not in second
    assert await counts() == before | {"sessions": 2, "refresh_tokens": 2}
    assert await rows("SELECT user_agent, address FROM sessions ORDER BY created_at DESC LIMIT 1") == [
        ("Mozilla/5.0 (Test)", "203.0.113.7")
    ]
    for session in (first, second):
        assert (await http.get("/user", headers=bearer(session))).status_code == 200


async def test_a_weak_old_password_signs_in_with_a_warning(http: httpx.AsyncClient) -> None:
    await sign_up(http)
    await execute("UPDATE users SET password_hash = %s", await passwords.hashed("12345"))
    session = (await sign_in(http, password="12345")).json()
    assert session["weak_password"] == {
        "message": "Password should be at least 6 characters.",
        "reasons": ["length"],
    }


@pytest.mark.parametrize(
    ("_case", "query", "body", "expected"),
    [
        ("wrong password", "password", {"email": "ada@example.com", "password": "wrong password"}, INVALID),
        ("another case", "password", {"email": "ada@example.com", "password": PASSWORD.upper()}, INVALID),
        ("no password", "password", {"email": "ada@example.com"}, INVALID),
        ("unknown user", "password", {"email": "eve@example.com", "password": PASSWORD}, INVALID),
        ("no valid address", "password", {"email": "ada", "password": PASSWORD}, INVALID),
        ("fifteen kilobytes", "password", {"email": "ada@example.com", "password": "x" * 15_000}, INVALID),
        ("neither", "password", {"password": PASSWORD}, (400, "validation_failed", "missing email or phone")),
        (
            "both",
            "password",
            {"email": "ada@example.com", "phone": "15551234567", "password": PASSWORD},
            (400, "validation_failed", "Only an email address or phone number should be provided on login."),
        ),
        (
            "a phone",
            "password",
            {"phone": "15551234567", "password": PASSWORD},
            (422, "phone_provider_disabled", "Phone logins are disabled"),
        ),
        ("unknown grant", "magic", {}, (400, "invalid_credentials", "unsupported_grant_type")),
        ("no grant", "", {}, (400, "invalid_credentials", "unsupported_grant_type")),
    ],
)
async def test_an_invalid_sign_in_is_rejected(
    _case: str, query: str, body: dict[str, str], expected: tuple[int, str, str], http: httpx.AsyncClient
) -> None:
    await sign_up(http)
    before, stored = await counts(), await rows("SELECT * FROM users")
    assert error_of(await http.post(f"/token?grant_type={query}", json=body)) == expected
    assert (await counts(), await rows("SELECT * FROM users")) == (before, stored)


@pytest.mark.parametrize(
    ("change", "password", "expected"),
    [
        ("banned_until = '9999-01-01 00:00:00+00:00'", PASSWORD, (400, "user_banned", "User is banned")),
        ("banned_until = '9999-01-01 00:00:00+00:00'", "wrong password", INVALID),
        ("password_hash = ''", "", INVALID),
        ("password_hash = ''", PASSWORD, INVALID),
        ("is_sso = true", PASSWORD, INVALID),
    ],
)
async def test_only_the_right_password_gets_the_reason_of_a_rejected_sign_in(
    change: str, password: str, expected: tuple[int, str, str], http: httpx.AsyncClient
) -> None:
    await sign_up(http)
    await execute(f"UPDATE users SET {change}")
    before = await counts()
    assert error_of(await sign_in(http, password=password)) == expected
    assert await counts() == before


async def test_only_the_right_password_gets_the_error_that_the_address_is_unconfirmed(
    http: httpx.AsyncClient, settings: Settings
) -> None:
    settings.AUTH_AUTOCONFIRM = False
    await sign_up(http)
    before = await counts()
    assert error_of(await sign_in(http)) == (400, "email_not_confirmed", "Email not confirmed")
    assert error_of(await sign_in(http, password="wrong password")) == INVALID
    assert await counts() == before


async def test_a_password_changed_during_the_check_is_noticed(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sign_up(http)
    before, check = await counts(), passwords.matches

    async def slow_check(password: str, password_hash: str) -> bool:
        await execute("UPDATE users SET password_hash = %s", await passwords.hashed("new password"))
        return await check(password, password_hash)

    monkeypatch.setattr(passwords, "matches", slow_check)
    assert error_of(await sign_in(http)) == INVALID
    assert await counts() == before


async def test_an_unknown_user_costs_as_much_work_as_a_wrong_password(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sign_up(http)
    work: list[Parameters] = []
    verify = PasswordHasher.verify

    def record_verify(hasher: PasswordHasher, password_hash: str, password: str) -> bool:
        work.append(extract_parameters(password_hash))
        return verify(hasher, password_hash, password)

    monkeypatch.setattr(PasswordHasher, "verify", record_verify)
    for email in ("ada@example.com", "eve@example.com", "ada"):
        assert error_of(await sign_in(http, email, "wrong password")) == INVALID
    assert len(work) == 3
    assert len(set(map(str, work))) == 1


async def test_a_flood_of_passwords_is_rejected(http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request beyond the queue's limit is rejected without any hashing. A refresh is never rejected like this."""
    session = await sign_up(http)
    monkeypatch.setattr(passwords, "MAX_PENDING", 0)
    before = await counts()
    too_many = (429, "over_request_rate_limit", "Request rate limit reached")
    for email in ("ada@example.com", "nobody@example.com"):
        assert error_of(await sign_in(http, email)) == too_many
    body = {"email": "new@example.com", "password": PASSWORD}
    assert error_of(await http.post("/signup", json=body)) == too_many
    assert await counts() == before
    assert (await refresh(http, session["refresh_token"])).status_code == 200


async def test_password_checks_in_the_queue_are_answered(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sign_up(http)
    monkeypatch.setattr(passwords, "MAX_PENDING", 4)
    replies = await asyncio.gather(*(sign_in(http, password="wrong password") for _ in range(4)))
    assert [error_of(reply) for reply in replies] == [INVALID] * 4
    assert (await sign_in(http)).status_code == 200
