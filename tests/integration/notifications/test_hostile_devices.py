"""Devices of a hostile client: their push services delay no other user's pushes, and get few test pushes."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta

import pytest
from time_machine import TimeMachineFixture

from notifications.effects import pushes as push_effects
from notifications.models import PushDevice
from notifications.providers import push_service
from notifications.push_message import PushMessage
from sync.effects.user_budget import UserBudget
from sync.writes.db_executor import read
from tests.support.apps.push import DEVICES, KEYS, push_due, register_device
from tests.support.database.effects import effects_of
from tests.support.fakes.hostile_push_service import HostilePushService, hostile_push_service
from tests.support.fakes.push_service import PushService
from tests.support.mail.mailbox import sweep
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

DEADLINE_S, HOSTILE_DEVICES = 0.5, 3
TIMED_OUT = "PushServiceUnavailable('TimeoutError')"


@pytest.fixture
def hostile_services(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[HostilePushService]]:
    """Hostile push services. Pushes to them end after DEADLINE_S, and pushes to other services may take longer."""
    send = push_service.send

    def send_within_the_deadline(message: PushMessage) -> None:
        with pytest.MonkeyPatch.context() as patch:
            if message.endpoint.startswith(tuple(one.url for one in services)):
                patch.setattr(push_service, "TIMEOUT_S", DEADLINE_S)
            send(message)

    monkeypatch.setattr(push_service, "send", send_within_the_deadline)
    with ExitStack() as stack:
        services = [stack.enter_context(hostile_push_service()) for _ in range(HOSTILE_DEVICES)]
        yield services


async def register_endpoint(portal: Portal, name: str, endpoint: str) -> str:
    reply = await portal.as_(name).put(DEVICES, json={"endpoint": endpoint, "p256dh": KEYS[0], "auth": KEYS[1]})
    assert reply.status_code == 200, reply.text
    return str(reply.json()["id"])


async def test_a_users_slow_push_services_delay_no_other_users_pushes(
    portal: Portal,
    pushes: PushService,
    hostile_services: list[HostilePushService],
    monkeypatch: pytest.MonkeyPatch,
    time_machine: TimeMachineFixture,
) -> None:
    monkeypatch.setattr(push_effects, "BUDGET", UserBudget(time.time, budget_s=DEADLINE_S / 2))
    for service in hostile_services:
        await register_endpoint(portal, "maya", f"{service.url}/1")
    await register_device(portal, pushes, "otto")
    for name in ("maya", "otto"):
        await portal.post("ana", "Hello", to=name)
    await asyncio.to_thread(sweep)
    time_machine.move_to(timedelta(seconds=11))
    await push_due()
    assert len(pushes.taken()) == 1
    assert await undelivered_pushes() == [(0, ""), (0, ""), (1, TIMED_OUT)]
    time_machine.move_to(timedelta(minutes=11))
    await push_due()
    assert sum(tries for tries, _ in await undelivered_pushes()) == 2


async def test_a_silent_push_service_delays_no_push_to_the_users_other_devices(
    portal: Portal,
    pushes: PushService,
    hostile_services: list[HostilePushService],
    monkeypatch: pytest.MonkeyPatch,
    time_machine: TimeMachineFixture,
) -> None:
    monkeypatch.setattr(push_effects, "HOST_BUDGET", UserBudget(time.time, budget_s=DEADLINE_S / 2))
    for number in range(2):
        await register_endpoint(portal, "maya", f"{hostile_services[0].url}/{number}")
    await register_device(portal, pushes)
    await portal.post("ana", "Hello", to="maya")
    await asyncio.to_thread(sweep)
    time_machine.move_to(timedelta(seconds=11))
    await push_due()
    assert len(pushes.taken()) == 1
    assert await undelivered_pushes() == [(0, ""), (1, TIMED_OUT)]


async def undelivered_pushes() -> list[tuple[int, str]]:
    """The number of tries and the error of each push that is not done."""
    pending = effects_of(push_effects.deliver).filter(done_at=None).order_by("tries")
    return await read(lambda: list(pending.values_list("tries", "error")))


@pytest.mark.parametrize("endpoint", ["https://xn--a.example/1", "https://[v1.a.b]/1"])
async def test_an_endpoint_with_an_invalid_host_is_tried_once(
    endpoint: str, portal: Portal, pushes: PushService
) -> None:
    device = await register_endpoint(portal, "maya", endpoint)
    assert (await portal.as_("maya").post(f"{DEVICES}/{device}/test")).status_code == 200
    await push_due()
    assert await read(lambda: effects_of(push_effects.deliver).filter(done_at=None).count()) == 0
    [trouble] = await read(lambda: list(PushDevice.objects.values_list("trouble", flat=True)))
    assert trouble == "The push service refused: its address cannot be reached"


async def test_a_user_sends_few_test_pushes(
    portal: Portal, pushes: PushService, time_machine: TimeMachineFixture
) -> None:
    devices = [await register_device(portal, pushes) for _ in range(2)]
    ottos_device = await register_device(portal, pushes, "otto")
    for number in range(10):
        path = f"{DEVICES}/{devices[number % 2]}/test"
        assert (await portal.as_("maya").post(path)).status_code == 200
    async with portal.unchanged():
        reply = await portal.as_("maya").post(f"{DEVICES}/{devices[0]}/test")
    assert (reply.status_code, reply.json()["code"]) == (429, "too_many_test_pushes")
    assert (await portal.as_("otto").post(f"{DEVICES}/{ottos_device}/test")).status_code == 200
    time_machine.move_to(timedelta(minutes=1, seconds=1))
    assert (await portal.as_("maya").post(f"{DEVICES}/{devices[0]}/test")).status_code == 200
