"""Limits of the endpoints: per network and per session, kept in the store."""

from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings
from time_machine import Traveller

from core.clock import now
from tests.support.accounts.api import bearer, counts, dump, error_of, execute, refresh, rows, sign_in, sign_up
from tests.support.accounts.mailed_sign_up import ADA, WRONG_CODE, typed

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

TOO_MANY = (429, "over_request_rate_limit", "Request rate limit reached")
TOO_MANY_MAILS = (429, "over_email_send_rate_limit", "email rate limit exceeded")


@pytest.fixture(autouse=True)
def limits_are_on(http: httpx.AsyncClient, settings: Settings, fake_clock: Traveller) -> None:
    """Stop the clock: a bucket at `/token` gains a token every 2 s, and 31 requests may take longer than that."""
    settings.AUTH_RATE_LIMITS = True


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/signup", {}),
        ("POST", "/verify", {"type": "email", "email": ADA, "token": "123456"}),
        ("POST", "/otp", {"email": "nobody"}),
        ("POST", "/recover", {"email": "nobody"}),
        ("POST", "/resend", {"type": "signup", "email": "nobody"}),
        ("POST", "/token?grant_type=password", {"phone": "1", "password": "x"}),
        ("POST", "/token?grant_type=pkce", {"auth_code": "x", "code_verifier": "x"}),
    ],
)
async def test_one_address_has_a_limit_of_thirty_requests(
    method: str, path: str, body: dict[str, str], http: httpx.AsyncClient
) -> None:
    for number in range(30):
        own_body = {**body, "email": f"{number}@x"} if body.get("email") == "nobody" else body
        assert (await http.request(method, path, json=own_body)).status_code != 429
    before, counters = await counts(), await rows("SELECT * FROM limit_counters ORDER BY key")
    assert error_of(await http.request(method, path, json=body)) == TOO_MANY
    assert (await counts(), await rows("SELECT * FROM limit_counters ORDER BY key")) == (before, counters)


async def test_a_limit_refills_with_time(http: httpx.AsyncClient) -> None:
    for _ in range(31):
        reply = await http.post("/verify", json={"type": "email", "email": ADA, "token": "123456"})
    assert error_of(reply) == TOO_MANY
    await execute("UPDATE limit_counters SET at = %s", now() - timedelta(seconds=21))
    for expected in (WRONG_CODE, WRONG_CODE, TOO_MANY):
        assert error_of(await typed(http, "123456", type="email")) == expected


async def test_changes_of_an_account_are_limited(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    for _ in range(30):
        assert (await http.put("/user", json={}, headers=bearer(session))).status_code == 200
    assert error_of(await http.put("/user", json={}, headers=bearer(session))) == TOO_MANY


async def test_a_refresh_is_limited_by_session_and_gets_503_instead_of_429(
    http: httpx.AsyncClient, fake_clock: Traveller
) -> None:
    """The public client ends its session after any 4xx response; after a 503 it retries."""
    token, other = (await sign_up(http))["refresh_token"], (await sign_in(http)).json()["refresh_token"]
    for _ in range(60):
        reply = await refresh(http, token)
        assert reply.status_code == 200
        token = reply.json()["refresh_token"]
    before, reply = await counts(), await refresh(http, token)
    assert error_of(reply) == (503, "over_request_rate_limit", "Request rate limit reached")
    assert (reply.headers["Retry-After"], await counts()) == ("3", before)
    assert (await refresh(http, other)).status_code == 200
    fake_clock.shift(timedelta(seconds=3))
    assert (await refresh(http, token)).status_code == 200


async def test_another_address_has_its_own_bucket(http: httpx.AsyncClient, settings: Settings) -> None:
    settings.TRUSTED_ADDRESS_HEADER = "X-Forwarded-For"
    for number in range(31):
        # The caller chooses the first value; the proxy appends the last one.
        http.headers["X-Forwarded-For"] = f"198.51.100.{number}, 203.0.113.50"
        reply = await http.post("/signup", json={})
    assert error_of(reply) == TOO_MANY
    http.headers["X-Forwarded-For"] = "203.0.113.50, 203.0.113.51"
    assert (await http.post("/signup", json={})).status_code == 422


async def test_a_header_that_is_not_trusted_changes_nothing(http: httpx.AsyncClient) -> None:
    for number in range(31):
        http.headers["X-Real-IP"] = f"198.51.100.{number}"
        reply = await http.post("/signup", json={})
    assert error_of(reply) == TOO_MANY


async def test_an_ipv6_network_counts_as_one_address(http: httpx.AsyncClient, settings: Settings) -> None:
    settings.TRUSTED_ADDRESS_HEADER = "X-Real-IP"
    for number in range(31):
        http.headers["X-Real-IP"] = f"2001:db8:1:2:{number}::1"
        reply = await http.post("/signup", json={})
    assert error_of(reply) == TOO_MANY
    http.headers["X-Real-IP"] = "2001:db8:1:3::1"
    assert (await http.post("/signup", json={})).status_code == 422


async def test_the_networks_of_one_site_share_a_larger_bucket(http: httpx.AsyncClient, settings: Settings) -> None:
    """A /48 holds 65,536 networks of /64, and a server for rent comes with one."""
    settings.TRUSTED_ADDRESS_HEADER = "X-Real-IP"
    for number in range(8 * 30 + 1):
        http.headers["X-Real-IP"] = f"2001:db8:1:{number:x}::1"
        reply = await http.post("/signup", json={})
    assert error_of(reply) == TOO_MANY


async def test_an_ipv4_address_in_an_ipv6_one_is_that_address(http: httpx.AsyncClient, settings: Settings) -> None:
    settings.TRUSTED_ADDRESS_HEADER = "X-Real-IP"
    for number in range(31):
        http.headers["X-Real-IP"] = "::ffff:198.51.100.7" if number % 2 else "198.51.100.7"
        reply = await http.post("/signup", json={})
    assert error_of(reply) == TOO_MANY
    http.headers["X-Real-IP"] = "::ffff:198.51.100.8"
    assert (await http.post("/signup", json={})).status_code == 422


async def test_a_session_stores_the_address_that_the_proxy_sent(http: httpx.AsyncClient, settings: Settings) -> None:
    settings.TRUSTED_ADDRESS_HEADER = "X-Real-IP"
    http.headers["X-Real-IP"] = "198.51.100.7"
    await sign_up(http)
    assert [str(address) for (address,) in await rows("SELECT address FROM sessions")] == ["198.51.100.7"]


async def test_limit_counters_contain_no_addresses(http: httpx.AsyncClient) -> None:
    await http.post("/recover", json={"email": "nobody@example.com"})
    contents = await dump()
    assert "nobody@example.com" not in contents
    assert "203.0.113.7" not in contents
