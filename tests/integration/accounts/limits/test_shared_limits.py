"""Limits hold across processes that share a store, and across their restarts."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.servers.crash_harness import shared_store
from tests.support.servers.server import Server

pytestmark = pytest.mark.thorough

TOO_MANY = (429, "over_request_rate_limit")
TOO_MANY_MAILS = (429, "over_email_send_rate_limit")
WRONG = (400, "invalid_credentials")
ADA = "ada@example.com"
# While a slow machine starts the process again, a bucket may gain a token, so one of the next requests may be accepted.
# If the restart lost the counters, all five would be.
REPEATS = 5


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[Server]]:
    """Two processes that share a database."""
    store = shared_store(tmp_path) if os.environ.get("STORE") == "postgresql" else {}
    options = {
        "DEMO": "0",
        "AUTH_RATE_LIMITS": "on",
        "AUTH_MAIL_COOLDOWN_S": "0",
        "DJANGO_SETTINGS_MODULE": "tests.support.servers.settings.fast_passwords",
    }
    running = [Server(tmp_path, **options, **store) for _ in range(2)]
    try:
        for server in running:
            server.start()
        yield running
    finally:
        for server in running:
            server.stop()


def answer(server: Server, path: str, **body: str) -> tuple[int, Any]:
    reply = httpx.post(f"{server.url}/auth/v1{path}", json=body, timeout=20)
    return reply.status_code, reply.json().get("error_code")


def test_limits_are_shared_by_processes_and_survive_a_restart(servers: list[Server]) -> None:
    password_request = ("/token?grant_type=password", {"email": ADA, "password": "a wrong password"})
    code_request = ("/verify", {"type": "email", "email": "eve@example.com", "token": "123456"})
    guesses = [answer(servers[n % 2], password_request[0], **password_request[1]) for n in range(20)]
    assert guesses == [WRONG] * 20
    assert [answer(servers[n % 2], code_request[0], **code_request[1]) for n in range(30)] == [
        (403, "otp_expired")
    ] * 30
    mails = [answer(servers[n % 2], "/recover", email=ADA) for n in range(10)]
    assert mails == [(200, None)] * 10
    limited_requests = (
        (*password_request, TOO_MANY),
        (*code_request, TOO_MANY),
        ("/recover", {"email": ADA}, TOO_MANY_MAILS),
    )
    for server in servers:
        for path, body, expected in limited_requests:
            assert expected in [answer(server, path, **body) for _ in range(REPEATS)], path
    servers[0].kill()
    servers[0].start()
    for path, body, expected in limited_requests:
        assert expected in [answer(servers[0], path, **body) for _ in range(REPEATS)], path
