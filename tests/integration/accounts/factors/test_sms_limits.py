"""Limits of text messages: a pause, and buckets that do not count a message that was certainly not sent."""

from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings
from pytest_httpserver import HTTPServer

from config import sms
from core.clock import now
from tests.support.accounts.api import bearer, counts, error_of, execute, rows, sign_up
from tests.support.accounts.phone import PHONE, carrier, enroll
from tests.support.accounts.second_factor import challenge
from tests.support.fakes.mail_server import silent_port
from tests.support.fakes.sandbox import Sandbox

__all__ = ["carrier"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

FULL = [5, 5, 10, 10, 200]  # the tokens of each bucket from which a text message takes one


async def sms_tokens() -> list[float]:
    """The tokens that are left in the buckets of text messages."""
    return [left for (left,) in await rows('SELECT "left" FROM limit_counters WHERE key LIKE %s ORDER BY 1', "sms%")]


async def test_sms_codes_have_a_cool_down(http: httpx.AsyncClient, carrier: Sandbox) -> None:
    ada = await sign_up(http)
    factor = await enroll(http, ada)
    await challenge(http, ada, factor)
    before = await counts()
    reply = await http.post(f"/factors/{factor}/challenge", json={}, headers=bearer(ada))
    status, code, message = error_of(reply)
    assert (status, code) == (429, "over_sms_send_rate_limit")
    assert message.startswith("For security purposes, you can only request this after ")
    assert (await counts(), len(carrier.texts())) == (before, 1)
    for age in (timedelta(days=-1), *[timedelta(seconds=61)] * 3):  # first a time from when the clock was a day ahead
        await execute("UPDATE factors SET last_challenged_at = %s", now() - age)
        await challenge(http, ada, factor)
    await execute("UPDATE factors SET last_challenged_at = %s", now() - timedelta(seconds=61))
    reply = await http.post(f"/factors/{factor}/challenge", json={}, headers=bearer(ada))
    assert error_of(reply) == (429, "over_sms_send_rate_limit", "sms rate limit exceeded")
    assert len(carrier.texts()) == 5


async def test_a_number_has_one_sms_limit_for_all_accounts(http: httpx.AsyncClient, carrier: Sandbox) -> None:
    for email in ("ada@example.com", "eve@example.com"):
        session = await sign_up(http, email)
        factor = await enroll(http, session)
        for _ in range(5):
            await challenge(http, session, factor)
            await execute("UPDATE factors SET last_challenged_at = %s", now() - timedelta(seconds=61))
    reply = await http.post(f"/factors/{factor}/challenge", json={}, headers=bearer(session))
    assert error_of(reply) == (429, "over_sms_send_rate_limit", "sms rate limit exceeded")
    session = await sign_up(http, "max@example.com")
    await challenge(http, session, await enroll(http, session, "+15550111"))
    assert len(carrier.texts()) == 11


@pytest.mark.parametrize(
    ("status", "taken"),
    [
        (None, 0),
        *((status, 0) for status in (401, 403, 404, 429, 503)),
        *((status, 1) for status in (400, 500, 502, 504)),
    ],
)
async def test_an_sms_that_the_carrier_does_not_accept_is_an_error(
    status: int | None,
    taken: int,
    http: httpx.AsyncClient,
    carrier: Sandbox,
    settings: Settings,
    httpserver: HTTPServer,
) -> None:
    """A message counts for the limits if its number was rejected, or if it may have been sent."""
    ada = await sign_up(http)
    factor = await enroll(http, ada)
    working_url = settings.SMS_URL
    host = "127.0.0.1:1" if status is None else f"{httpserver.host}:{httpserver.port}"
    httpserver.expect_request("/2010-04-01/Accounts/account/Messages.json").respond_with_data("", status or 500)
    settings.SMS_URL = f"http://account:token@{host}"
    reply = await http.post(f"/factors/{factor}/challenge", json={}, headers=bearer(ada))
    assert error_of(reply) == (422, "sms_send_failed", "Error sending confirmation sms")
    assert await rows("SELECT last_challenged_at FROM factors") == [(None,)]
    assert await rows("SELECT COUNT(*) FROM factor_challenges") == [(0,)]
    assert await sms_tokens() == [left - taken for left in FULL]
    settings.SMS_URL = working_url
    await challenge(http, ada, factor)
    assert len(carrier.texts()) == 1
    assert [round(left) for left in await sms_tokens()] == [left - taken - 1 for left in FULL]


async def test_an_sms_without_a_response_counts_because_it_may_have_been_sent(
    http: httpx.AsyncClient, carrier: Sandbox, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await sign_up(http)
    factor = await enroll(http, ada)
    monkeypatch.setattr(sms, "TIMEOUT_S", 0.2)
    with silent_port() as url:
        settings.SMS_URL = url.replace("smtp://", "http://account:token@")
        reply = await http.post(f"/factors/{factor}/challenge", json={}, headers=bearer(ada))
    assert error_of(reply) == (422, "sms_send_failed", "Error sending confirmation sms")
    assert await sms_tokens() == [left - 1 for left in FULL]


async def test_an_sms_that_the_proxy_does_not_forward_does_not_count(
    http: httpx.AsyncClient,
    carrier: Sandbox,
    settings: Settings,
    httpserver: HTTPServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada = await sign_up(http)
    factor = await enroll(http, ada)
    monkeypatch.setenv("HTTPS_PROXY", httpserver.url_for(""))  # it answers CONNECT with 500
    settings.SMS_URL = "https://account:token@carrier.example"
    reply = await http.post(f"/factors/{factor}/challenge", json={}, headers=bearer(ada))
    assert error_of(reply) == (422, "sms_send_failed", "Error sending confirmation sms")
    assert [request.method for request, _ in httpserver.log] == ["CONNECT"]
    assert await sms_tokens() == FULL


async def test_all_accounts_share_the_daily_sms_limit(
    http: httpx.AsyncClient, carrier: Sandbox, settings: Settings
) -> None:
    settings.SMS_PER_DAY = 2
    for email, phone in (("ada@example.com", PHONE), ("eve@example.com", "+15550111")):
        session = await sign_up(http, email)
        await challenge(http, session, await enroll(http, session, phone))
    session = await sign_up(http, "max@example.com")
    factor = await enroll(http, session, "+15550122")
    assert await rows("SELECT COUNT(*) FROM limit_counters WHERE key LIKE %s", "sms-day:%") == [(1,)]
    reply = await http.post(f"/factors/{factor}/challenge", json={}, headers=bearer(session))
    assert error_of(reply) == (429, "over_sms_send_rate_limit", "sms rate limit exceeded")
    # Late on the same day: the bucket belongs to a calendar day and gains nothing before the next one.
    await execute("UPDATE limit_counters SET at = %s", now() - timedelta(hours=23))
    reply = await http.post(f"/factors/{factor}/challenge", json={}, headers=bearer(session))
    assert error_of(reply) == (429, "over_sms_send_rate_limit", "sms rate limit exceeded")
    assert len(carrier.texts()) == 2
