"""Delivery markers: the thread's row shows which messages a device has acknowledged, with few writes."""

import asyncio
import threading
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import pytest
from django.db import OperationalError

from messaging import services
from messaging.models import Thread
from sync import ports
from sync.hub import delivery_receipts as deliveries
from sync.hub import hub
from sync.ports import Delivery
from sync.writes.db_executor import write
from tests.support.apps.deliveries import CLIENT, PROVIDER, acknowledge, device, head_cursor, no_delay, thread_row
from tests.support.portal.agency import Json, Portal, row, sign_in
from tests.support.sync.socket import WITHIN_S, Opener

__all__ = ["no_delay"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.fixture
def check_allowed(no_delay: None, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """An event until which every check of deliveries fails with a database error."""
    allowed, delivered = threading.Event(), ports.delivered.call

    def check(stream: str, after: int, upto: int) -> Sequence[Delivery]:
        if not allowed.is_set():
            raise OperationalError("the store is away")
        return delivered(stream, after, upto)

    monkeypatch.setattr(deliveries, "RETRY_AFTER_S", 0.0)
    monkeypatch.setattr(ports.delivered, "_function", check)
    return allowed


async def delivered_times(portal: Portal, name: str = "maya") -> tuple[datetime | None, datetime | None]:
    thread = await row(Thread, id=portal.clients[name])
    return thread[CLIENT], thread[PROVIDER]


@pytest.mark.usefixtures("no_delay")
async def test_dl1_a_message_is_delivered_once_a_device_of_the_other_side_has_it(
    portal: Portal, sockets: Opener
) -> None:
    thread = str(portal.clients["maya"])
    maya, mayas_stream = await device(portal, sockets, "maya")
    ana, admins_stream = await device(portal, sockets, "ana")
    question = await portal.post("maya", "asked")
    await acknowledge(maya, mayas_stream, question)  # the sender's own copy is no delivery
    await acknowledge(ana, admins_stream, question)
    thread_after = await thread_row(maya, thread, **{PROVIDER: question["created_at"]})
    assert thread_after[CLIENT] is None
    answer = await portal.post("ana", "answered")
    await acknowledge(maya, mayas_stream, answer)
    thread_after = await thread_row(ana, thread, **{CLIENT: answer["created_at"]})
    assert (thread_after[PROVIDER], thread_after["provider_read_at"], thread_after["client_unread"]) == (
        question["created_at"],
        None,
        1,
    )


@pytest.mark.usefixtures("no_delay")
async def test_dl1_a_resumed_cursor_marks_earlier_messages_as_delivered(portal: Portal, sockets: Opener) -> None:
    message = await portal.post("ana")
    assert await delivered_times(portal) == (None, None)
    maya, _ = await device(portal, sockets, "maya")
    await thread_row(maya, str(portal.clients["maya"]), **{CLIENT: message["created_at"]})


@pytest.mark.usefixtures("no_delay")
async def test_dl2_acknowledging_changes_that_were_not_sent_delivers_nothing(portal: Portal, sockets: Opener) -> None:
    maya, mayas_stream = await device(portal, sockets, "maya", await head_cursor(portal, "maya"))
    lying_device = sockets((await sign_in(portal.users["maya"].email)).token)
    await lying_device.hello()  # without a cursor the device receives no change of the stream
    for seq in (1, 5, 10**9):
        lying_device.send("ack", c={mayas_stream: seq, "w": seq, f"c:{portal.clients['otto']}": seq})
    message = await portal.post("ana")
    lying_device.send("ack", c={mayas_stream: 10**9})
    await lying_device.drain()
    await portal.post("ana", to="otto")
    # Otto's delivery shows that deliveries are being recorded.
    otto, _ = await device(portal, sockets, "otto")
    await thread_row(otto, str(portal.clients["otto"]))
    assert await delivered_times(portal) == (None, None)
    await acknowledge(maya, mayas_stream, message)
    await thread_row(maya, str(portal.clients["maya"]), **{CLIENT: message["created_at"]})


async def test_dl3_messages_read_in_time_cost_no_write(
    portal: Portal, sockets: Opener, check_allowed: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded_deliveries, mark = list[Delivery](), services.mark_delivered

    def record(*, deliveries: Sequence[Delivery]) -> None:
        recorded_deliveries.extend(deliveries)
        mark(deliveries=deliveries)

    monkeypatch.setattr(ports.mark_delivered, "_function", record)
    maya, mayas_stream = await device(portal, sockets, "maya")
    message = await portal.post("ana")
    await acknowledge(maya, mayas_stream, message)
    await maya.drain()
    marker = {"id": str(portal.clients["maya"]), "read_to": message["id"]}
    assert (await portal.as_("maya").put("/rest/v1/threads", json=marker)).status_code == 200
    check_allowed.set()
    # Maya's stream is checked before otto's, so otto's delivery shows that maya's stream has been checked.
    unread_message = await portal.post("ana", to="otto")
    otto, _ = await device(portal, sockets, "otto")
    await thread_row(otto, str(portal.clients["otto"]), **{CLIENT: unread_message["created_at"]})
    assert [delivery.row for delivery in recorded_deliveries] == [portal.clients["otto"]]
    assert await delivered_times(portal) == (None, None)


async def test_dl3_deliveries_of_a_thread_are_reported_once_for_all_devices(
    portal: Portal, sockets: Opener, check_allowed: threading.Event
) -> None:
    thread = str(portal.clients["maya"])
    phone, mayas_stream = await device(portal, sockets, "maya")
    desktop, _ = await device(portal, sockets, "maya")
    messages = [await portal.post("ana", f"message {n}") for n in range(5)]
    async with portal.grows({"w": 1, "c:maya": 1}):
        await acknowledge(phone, mayas_stream, messages[-1])
        await acknowledge(desktop, mayas_stream, messages[-1])
        await desktop.drain()
        await phone.drain()
        check_allowed.set()
        await thread_row(phone, thread, **{CLIENT: messages[-1]["created_at"]})
        phone.send("ack", c={mayas_stream: phone.all("ch")[-1]["to"]})
        await phone.drain(2)


@pytest.mark.usefixtures("sockets", "no_delay")
async def test_dl3_ten_threads_share_a_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    receipts, counts, is_done = deliveries.Deliveries(lambda: 0.0), list[int](), threading.Event()

    def read_all(stream: str, after: int, upto: int) -> list[Delivery]:
        return [Delivery(UUID(int=n), "client", datetime(2026, 11, 21)) for n in range(25)]

    def record(*, deliveries: Sequence[Delivery]) -> None:
        counts.append(len(deliveries))
        if sum(counts) >= 25:
            is_done.set()

    monkeypatch.setattr(ports.delivered, "_function", read_all)
    monkeypatch.setattr(ports.mark_delivered, "_function", record)
    receipts.note("c:x", 1)
    assert await asyncio.to_thread(is_done.wait, WITHIN_S)
    await receipts.stop()
    assert counts == [10, 10, 5]


async def test_dl4_a_process_that_ends_with_pending_deliveries_loses_none(
    portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = str(portal.clients["maya"])
    maya, mayas_stream = await device(portal, sockets, "maya")
    message = await portal.post("ana")
    await acknowledge(maya, mayas_stream, message)
    await maya.drain()
    await maya.disconnect()
    await hub.stop_running()
    assert await delivered_times(portal) == (None, None)
    monkeypatch.setattr(deliveries, "RECORD_AFTER_S", 0.0)
    monkeypatch.setattr(deliveries, "EVERY_S", 0.005)
    new_device, _ = await device(portal, sockets, "maya")
    await thread_row(new_device, thread, **{CLIENT: message["created_at"]})


@pytest.mark.usefixtures("no_delay")
async def test_dl4_a_failing_store_delays_deliveries_and_loses_none(
    portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures, mark, delivered = list[str](), services.mark_delivered, ports.delivered.call

    def fail_twice_then_mark(*, deliveries: Sequence[Delivery]) -> None:
        if failures.count("write") < 2:
            failures.append("write")
            raise OperationalError("the store is away")
        mark(deliveries=deliveries)

    def fail_twice_then_read(stream: str, after: int, upto: int) -> Sequence[Delivery]:
        if failures.count("read") < 2:
            failures.append("read")
            raise OperationalError("the store is away")
        return delivered(stream, after, upto)

    monkeypatch.setattr(deliveries, "RETRY_AFTER_S", 0.0)
    monkeypatch.setattr(ports.delivered, "_function", fail_twice_then_read)
    monkeypatch.setattr(ports.mark_delivered, "_function", fail_twice_then_mark)
    maya, mayas_stream = await device(portal, sockets, "maya")
    message = await portal.post("ana")
    await acknowledge(maya, mayas_stream, message)
    await thread_row(maya, str(portal.clients["maya"]), **{CLIENT: message["created_at"]})
    assert sorted(failures) == ["read", "read", "write", "write"]


async def test_dl1_a_marker_never_goes_back(portal: Portal) -> None:
    first, second = await portal.post("ana", "first"), await portal.post("ana", "second")

    async def mark(message: Json) -> None:
        upto = datetime.fromisoformat(message["created_at"])
        await write(services.mark_delivered, deliveries=[Delivery(portal.clients["maya"], "client", upto)])

    await mark(second)
    async with portal.unchanged():
        await mark(first)
        await mark(second)
        await write(services.mark_delivered, deliveries=[Delivery(UUID(int=1), "client", datetime.now().astimezone())])
