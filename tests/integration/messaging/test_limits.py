"""Send limits of one user: the error has a text and `Retry-After`, and no message written offline is lost."""

import asyncio
from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings
from time_machine import Traveller

from core.clock import now
from core.ids import uuid7
from messaging import send_limits
from messaging.models import Message
from sync.requests import signed_in
from sync.requests.rate_limit import Allowance
from sync.writes.db_executor import read
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
PATH = "/rest/v1/messages"


@pytest.fixture(autouse=True)
def small_limits(settings: Settings, monkeypatch: pytest.MonkeyPatch, fake_clock: Traveller) -> None:
    """A tenth of the product's limits, except the length of one message."""
    settings.AUTH_RATE_LIMITS = True
    monkeypatch.setattr(
        signed_in,
        "_writes",
        Allowance(lambda: now().timestamp(), limit=signed_in.WRITES, within_s=signed_in.WINDOW_S),
    )
    monkeypatch.setattr(send_limits, "MESSAGES", ((30, 60), (500, 86_400)))
    monkeypatch.setattr(send_limits, "BYTES", ((30_000, 60), (5_000_000, 86_400)))


async def send(portal: Portal, name: str, body: Json) -> httpx.Response:
    return await portal.as_(name).post(PATH, json=body)


async def test_too_many_messages_are_rejected_with_a_retry_time_and_change_nothing(
    portal: Portal, fake_clock: Traveller
) -> None:
    first = portal.message("number 0")
    assert (await send(portal, "maya", first)).status_code == 201
    for n in range(1, 30):
        await portal.post("maya", f"number {n}")
    body = portal.message("one more")
    async with portal.unchanged():
        response = await send(portal, "maya", body)
    assert (response.status_code, response.headers["Retry-After"], response.json()) == (
        429,
        "2",
        {
            "code": "too_many_messages",
            "message": "You have sent very many messages. Sending goes on in a moment.",
            "retry_after": 2,
        },
    )
    # Other users, and repeats of accepted messages, are not limited.
    await portal.post("ana")
    await portal.post("otto", to="otto")
    assert (await send(portal, "maya", first)).status_code == 200
    fake_clock.shift(timedelta(seconds=3))
    assert (await send(portal, "maya", body)).status_code == 201
    assert (await send(portal, "maya", portal.message())).status_code == 429


async def test_long_messages_are_limited_by_their_bytes(portal: Portal, fake_clock: Traveller) -> None:
    await portal.post("maya", "é" * 10_000)
    response = await send(portal, "maya", portal.message("é" * 10_000))
    assert (response.status_code, response.headers["Retry-After"]) == (429, "20")
    await portal.post("maya", "short")
    fake_clock.shift(timedelta(seconds=21))
    assert (await send(portal, "maya", portal.message("é" * 10_000))).status_code == 201


async def test_messages_have_a_daily_limit_too(
    portal: Portal, fake_clock: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(send_limits, "MESSAGES", ((30, 60), (40, 86_400)))
    monkeypatch.setattr(send_limits, "FULL", (30.0, 40.0, 30_000.0, 5_000_000.0))
    accepted_count = 0
    for _ in range(3):
        for _ in range(30):
            accepted_count += (await send(portal, "maya", portal.message())).status_code == 201
        fake_clock.shift(timedelta(minutes=1))
    response = await send(portal, "maya", portal.message())
    assert (accepted_count, response.status_code, int(response.headers["Retry-After"]) > 1000) == (40, 429, True)


async def test_a_clock_that_was_ahead_for_a_while_limits_no_sender(portal: Portal, fake_clock: Traveller) -> None:
    """The thread's own time stays ahead, a microsecond for each message."""
    fake_clock.shift(timedelta(minutes=50))
    await portal.post("maya")
    fake_clock.shift(timedelta(minutes=-50))
    for n in range(60):
        fake_clock.shift(timedelta(seconds=2))
        await portal.post("maya", f"number {n}")


async def test_parallel_requests_do_not_get_past_the_limit(portal: Portal) -> None:
    replies = await asyncio.gather(*(send(portal, "maya", portal.message(f"number {n}")) for n in range(50)))
    assert sorted(reply.status_code for reply in replies) == [201] * 30 + [429] * 20
    assert await read(Message.objects.count) == 30


@pytest.mark.thorough
async def test_an_offline_queue_is_sent_by_waiting_for_retry_after(portal: Portal, fake_clock: Traveller) -> None:
    """All 100 messages arrive, because each rejected one is sent again after its `Retry-After`."""
    queue = [portal.message(f"number {n}") for n in range(100)]
    waited_s = 0
    while queue:
        response = await send(portal, "maya", queue[0])
        if response.status_code == 201:
            queue.pop(0)
            continue
        assert response.status_code == 429
        wait_s = int(response.headers["Retry-After"])
        fake_clock.shift(timedelta(seconds=wait_s))
        waited_s += wait_s
    assert await read(Message.objects.count) == 100
    assert waited_s <= 150


async def test_writes_of_every_kind_are_counted_together_and_reads_are_not(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rejected write counts, too."""
    monkeypatch.setattr(signed_in, "_writes", Allowance(lambda: 0.0, limit=4, within_s=60.0))
    maya, client = portal.as_("maya"), str(portal.clients["maya"])
    for _ in range(3):
        await portal.post("maya")
    assert (await maya.put("/rest/v1/threads", json={"id": client})).status_code == 422
    for method, path in (("PUT", "/rest/v1/threads"), ("POST", PATH), ("DELETE", f"{PATH}/{uuid7()}")):
        async with portal.unchanged():
            response = await maya.request(method, path, json={})
        assert (response.status_code, response.json()["code"], response.headers["Retry-After"]) == (
            429,
            "too_many_writes",
            "61",
        )
    assert (await maya.get(PATH, params={"client_id": client})).status_code == 200
    await portal.post("ana")


async def test_a_user_can_submit_ten_addresses_a_day(portal: Portal, fake_clock: Traveller) -> None:
    addresses = [{"email": f"{n}@example.com"} for n in range(11)]
    statuses = [
        (await portal.as_("maya").post("/rest/v1/notify_signups", json=address)).status_code for address in addresses
    ]
    assert statuses == [204] * 10 + [429]
    assert (await portal.as_("otto").post("/rest/v1/notify_signups", json=addresses[0])).status_code == 204
