"""The duration of a response does not reveal whether an account exists."""

import time
from typing import Any

import httpx
import pytest
from pytest_django import Settings

from accounts.http import error_responses
from tests.support.accounts.api import PASSWORD, sign_up

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

MIN_DURATION_S = error_responses.MIN_DURATION_S  # the production value, before a fixture sets it to 0
REGISTERED, UNREGISTERED = "ada@example.com", "eve@example.com"
ENDPOINTS: dict[str, dict[str, str]] = {
    "/signup": {"password": PASSWORD},
    "/otp": {},
    "/recover": {},
    "/resend": {"type": "signup"},
    "/verify": {"type": "email", "token": "123456"},
}


@pytest.mark.parametrize("path", ENDPOINTS)
async def test_known_and_unknown_addresses_take_the_same_time(
    path: str, http: httpx.AsyncClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(error_responses, "MIN_DURATION_S", MIN_DURATION_S)
    await sign_up(http, REGISTERED)
    settings.AUTH_AUTOCONFIRM = False

    async def send(email: str) -> tuple[Any, ...]:
        began = time.monotonic()
        reply = await http.post(path, json={"email": email, **ENDPOINTS[path]})
        assert time.monotonic() - began >= MIN_DURATION_S
        return reply.status_code, sorted(reply.json())

    registered_result, unknown_result = await send(REGISTERED), await send(UNREGISTERED)
    if path == "/signup":  # a dummy account has no times; by contract, apps recognise it by its identities
        assert registered_result[0] == unknown_result[0] == 200
    else:
        assert registered_result == unknown_result
