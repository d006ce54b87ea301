"""Passwords that are easy to guess, and passwords known from breaches, if the settings name a service for them."""

import re
from collections.abc import Iterator
from hashlib import sha1
from threading import Event

import httpx
import pytest
from pytest_django import Settings
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from accounts.credentials import passwords
from accounts.providers import breached_passwords
from tests.support.accounts.api import PASSWORD, Json, bearer, counts, execute, sign_in, sign_up
from tests.support.servers.server import free_port

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

BREACHED, PADDED = "a breached password", "correct horse"
MAX_SILENCE_S = 60  # a test ends long before
WEAK: Json = {
    "code": "weak_password",
    "message": "Password is known to be weak and easy to guess, please choose a different one.",
    "weak_password": {"reasons": ["pwned"]},
}


class FakeRangeService:
    """A fake of the service that lists breached passwords. While it is silent, it responds to no request."""

    def __init__(self, server: HTTPServer) -> None:
        self._server, self._may_respond = server, Event()
        self._may_respond.set()
        self.status = 200
        server.expect_request(re.compile("/range/.*")).respond_with_handler(self._respond)

    @property
    def paths(self) -> list[str]:
        """The paths of the requests that it responded to."""
        return [request.path for request, _ in self._server.log]

    def set_silent(self, silent: bool) -> None:
        if silent:
            self._may_respond.clear()
        else:
            self._may_respond.set()

    def _respond(self, request: Request) -> Response:
        self._may_respond.wait(MAX_SILENCE_S)
        lines = [f"{digest(BREACHED)[5:]}:4711", f"{digest(PADDED)[5:]}:0", "0" * 35 + ":3"]
        return Response("\r\n".join(lines), self.status)


def digest(password: str) -> str:
    return sha1(password.encode(), usedforsecurity=False).hexdigest().upper()


@pytest.fixture
def ranges(settings: Settings, http: httpx.AsyncClient, httpserver: HTTPServer) -> Iterator[FakeRangeService]:
    service = FakeRangeService(httpserver)
    settings.AUTH_PWNED_URL = httpserver.url_for("").rstrip("/")
    yield service
    service.set_silent(False)  # so that the server can stop


@pytest.mark.parametrize("password", ["password1", "QWERTY123", "Harbor-Portal 2026!", "agency99"])
async def test_a_common_password_and_a_name_of_the_installation_create_no_account(
    password: str, http: httpx.AsyncClient, settings: Settings
) -> None:
    settings.PRODUCT_NAME, settings.SITE_URL = "Harbor Portal", "http://agency.example"
    before = await counts()
    reply = await http.post("/signup", json={"email": "ada@example.com", "password": password})
    assert (reply.status_code, reply.json()) == (422, WEAK)
    assert await counts() == before
    settings.AUTH_COMMON_PASSWORDS = True
    assert (await http.post("/signup", json={"email": "ada@example.com", "password": password})).status_code == 200


async def test_a_short_name_of_the_host_is_no_guessable_password(http: httpx.AsyncClient, settings: Settings) -> None:
    settings.SITE_URL = "http://www.abcd.example"
    for password, status in (("www-8374", 200), ("abcd-8374", 422)):
        reply = await http.post("/signup", json={"email": "ada@example.com", "password": password})
        assert reply.status_code == status, password


async def test_a_password_is_not_changed_to_a_common_one(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    reply = await http.put(
        "/user", json={"password": "iloveyou", "current_password": PASSWORD}, headers=bearer(session)
    )
    assert (reply.status_code, reply.json()) == (422, WEAK)
    assert (await sign_in(http)).status_code == 200


async def test_a_breached_password_creates_no_account(ranges: FakeRangeService, http: httpx.AsyncClient) -> None:
    before = await counts()
    reply = await http.post("/signup", json={"email": "ada@example.com", "password": BREACHED})
    assert (reply.status_code, reply.json()) == (422, WEAK)
    assert await counts() == before
    assert ranges.paths == [f"/range/{digest(BREACHED)[:5]}"]


async def test_a_password_is_not_changed_to_a_breached_one(ranges: FakeRangeService, http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    reply = await http.put("/user", json={"password": BREACHED, "current_password": PASSWORD}, headers=bearer(session))
    assert (reply.status_code, reply.json()) == (422, WEAK)
    assert (await sign_in(http)).status_code == 200


async def test_a_breached_password_signs_in_with_a_warning(ranges: FakeRangeService, http: httpx.AsyncClient) -> None:
    await sign_up(http)
    await execute("UPDATE users SET password_hash = %s", await passwords.hashed(BREACHED))
    requests_before = len(ranges.paths)
    session = (await sign_in(http, password=BREACHED)).json()
    assert session["weak_password"] == {"message": WEAK["message"], **WEAK["weak_password"]}
    assert (await sign_in(http, password="a wrong one")).status_code == 400
    assert len(ranges.paths) == requests_before + 1


async def test_padding_entries_are_ignored(ranges: FakeRangeService, http: httpx.AsyncClient) -> None:
    reply = await http.post("/signup", json={"email": "ada@example.com", "password": PADDED})
    assert reply.status_code == 200


@pytest.mark.parametrize("failure", ["rate limit", "server error", "no response", "no connection"])
async def test_sign_up_works_while_the_breach_service_fails(
    failure: str, ranges: FakeRangeService, http: httpx.AsyncClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breached_passwords, "TIMEOUT_S", 0.3)
    ranges.status = {"rate limit": 429, "server error": 500}.get(failure, 200)
    ranges.set_silent(failure == "no response")
    if failure == "no connection":
        settings.AUTH_PWNED_URL = f"http://127.0.0.1:{free_port()}"
    reply = await http.post("/signup", json={"email": "ada@example.com", "password": BREACHED})
    assert reply.status_code == 200


async def test_without_the_setting_no_breach_service_is_requested(
    ranges: FakeRangeService, http: httpx.AsyncClient, settings: Settings
) -> None:
    settings.AUTH_PWNED_URL = None
    assert (await http.post("/signup", json={"email": "ada@example.com", "password": BREACHED})).status_code == 200
    assert ranges.paths == []
