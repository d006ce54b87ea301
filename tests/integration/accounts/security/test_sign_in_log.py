"""Each sign-in and each rejected one is logged with the account's id, and without its address or password."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from pytest_django import Settings
from time_machine import Traveller

from server import logs
from tests.support.accounts.api import PASSWORD, PKCE, execute, refresh, sign_in, sign_up
from tests.support.accounts.mailed_sign_up import ADA, typed
from tests.support.accounts.second_factor import answer, enroll
from tests.support.mail.mailbox import Mailbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


class SignInLines:
    """The lines of the logger `sign_in` in the product's format."""

    def __init__(self, text: io.StringIO) -> None:
        self._text = text

    def take(self) -> list[dict[str, Any]]:
        """The lines since the last call, with the fields that only such lines have."""
        lines = [json.loads(line) for line in self._text.getvalue().splitlines()]
        self._text.seek(0)
        self._text.truncate()
        assert all(line["request"] for line in lines)
        names = ("message", "user", "method", "reason")
        return [{name: line[name] for name in names if name in line} for line in lines]


@pytest.fixture
def log() -> Iterator[SignInLines]:
    text = io.StringIO()
    handler, logger = logging.StreamHandler(text), logging.getLogger("sign_in")
    handler.setFormatter(logs.JsonLines())
    logger.addHandler(handler)
    yield SignInLines(text)
    logger.removeHandler(handler)
    assert not {part for part in (ADA, "nobody@", PASSWORD, "a wrong password") if part in text.getvalue()}


def signed_in(user: str, method: str) -> dict[str, str]:
    return {"message": "signed in", "user": user, "method": method}


def rejected(reason: str, **user: str) -> dict[str, str]:
    return {"message": "sign-in rejected", "reason": reason, **user}


def test_the_lines_are_written_at_every_log_level(settings: Settings) -> None:
    assert logs.logging_settings("ERROR")["loggers"]["sign_in"] == {"level": "INFO"}
    assert logging.getLogger("sign_in").isEnabledFor(logging.INFO)
    assert settings.ENVIRONMENT.log_level == "WARNING"


async def test_a_sign_in_with_a_password_is_logged_with_the_user(http: httpx.AsyncClient, log: SignInLines) -> None:
    ada = await sign_up(http)
    user = ada["user"]["id"]
    assert log.take() == [signed_in(user, "password")]
    await sign_in(http)
    assert log.take() == [signed_in(user, "password")]
    await sign_in(http, password="a wrong password")
    await sign_in(http, email="nobody@example.com")
    assert log.take() == [rejected("invalid_credentials", user=user), rejected("invalid_credentials")]
    await execute("UPDATE users SET banned_until = %s", "2999-01-01T00:00:00Z")
    await sign_in(http)
    assert log.take() == [rejected("user_banned", user=user)]


async def test_a_refresh_is_no_sign_in(http: httpx.AsyncClient, log: SignInLines) -> None:
    ada = await sign_up(http)
    log.take()
    assert (await refresh(http, ada["refresh_token"])).status_code == 200
    assert (await refresh(http, "unknown-token")).status_code == 400
    assert log.take() == []


async def test_a_sign_in_with_a_mailed_code_is_logged_with_the_user(
    http: httpx.AsyncClient, mailbox: Mailbox, log: SignInLines
) -> None:
    user = (await sign_up(http))["user"]["id"]
    log.take()
    await http.post("/otp", json={"email": ADA, "create_user": False, **PKCE})
    code = (await mailbox.mail()).code
    await typed(http, "000000" if code != "000000" else "000001", type="email")
    await http.post("/verify", json={"email": "nobody@example.com", "token": code, "type": "email"})
    await http.get("/verify", params={"token": "unknown", "type": "magiclink"})
    assert log.take() == [rejected("otp_expired", user=user), rejected("otp_expired"), rejected("otp_expired")]
    await typed(http, code, type="email")
    assert log.take() == [signed_in(user, "otp")]


async def test_a_second_factor_is_logged_with_the_user(http: httpx.AsyncClient, log: SignInLines) -> None:
    ada = await sign_up(http)
    app = await enroll(http, ada)
    log.take()
    await answer(http, ada, app, app.wrong())
    assert log.take() == [rejected("mfa_verification_failed", user=ada["user"]["id"])]
    await answer(http, ada, app, app.code())
    assert log.take() == [signed_in(ada["user"]["id"], "totp")]


async def test_a_flood_over_the_rate_limit_writes_no_lines(
    http: httpx.AsyncClient, log: SignInLines, settings: Settings, fake_clock: Traveller
) -> None:
    settings.AUTH_RATE_LIMITS = True
    for _ in range(30):
        await http.post("/token?grant_type=pkce", json={"auth_code": "x", "code_verifier": "x"})
    assert len(log.take()) == 30
    reply = await http.post("/token?grant_type=pkce", json={"auth_code": "x", "code_verifier": "x"})
    assert (reply.status_code, log.take()) == (429, [])
