"""Lists that grow with time are read up to a limit, and many acknowledged changes are read in parts."""

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from types import ModuleType
from uuid import UUID

import pytest
from django.db import OperationalError

from accounts import queries as accounts_queries
from chatbots import queries as chatbot_queries
from chatbots.models import ChatMessage
from core.ids import uuid7
from messaging import queries as messaging_queries
from messaging.models import Thread
from performance import queries as performance_queries
from performance.models import ScanTask
from sync import ports
from sync.hub import delivery_receipts as deliveries
from sync.log import changes
from sync.ports import Delivery
from sync.writes.db_executor import read, write
from tests.support.actions import chatbots
from tests.support.apps import bots
from tests.support.portal.agency import Portal, row, sign_in
from tests.support.sync.socket import WITHIN_S

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def test_the_devices_that_were_used_last_are_listed(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts_queries, "DEVICES_MAX", 2)
    for _ in range(3):
        last_session_id = (await sign_in(portal.users["maya"].email)).session_id
    listed = (await portal.as_("maya").get("/rest/v1/sessions")).json()["data"]
    assert (len(listed), listed[0]["id"]) == (2, str(last_session_id))


async def test_the_marketplace_lists_the_first_by_name(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chatbot_queries, "MARKETPLACE_MAX", 2)
    for name in ("Cedar", "Alder", "Birch"):
        await bots.move(portal, await bots.bot(portal, name), "active")
    listed = (await portal.as_("maya").get("/rest/v1/bots")).json()["rows"]
    assert [one["name"] for one in listed] == ["Alder", "Birch"]


async def test_open_tasks_are_listed_before_heavier_done_ones(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(performance_queries, "TASKS_MAX", 2)
    client_id = portal.clients["maya"]

    def add() -> None:
        for weight, is_open in ((1, True), (9, False), (5, True)):
            fields = {"audit": f"audit-{weight}", "title": f"Weighs {weight}", "detail": ""}
            changes.insert(ScanTask(id=uuid7(), client_id=client_id, weight=weight, is_open=is_open, **fields))

    await write(add)
    listed = (await portal.as_("maya").get("/rest/v1/scan_tasks", params={"client_id": str(client_id)})).json()["rows"]
    assert [one["title"] for one in listed] == ["Weighs 5", "Weighs 1"]


async def test_earlier_messages_of_a_conversation_are_counted_up_to_a_limit(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    await chatbots.conversation(portal)
    question = await read(lambda: ChatMessage.objects.filter(user_id=portal.users["maya"].id).latest("created_at"))
    newest, earlier = await read(chatbot_queries.messages_before, question=question, limit=1)
    assert (len(newest), earlier > 2) == (1, True)
    monkeypatch.setattr(chatbot_queries, "EARLIER_MAX", 2)
    assert await read(chatbot_queries.messages_before, question=question, limit=1) == (newest, 2)


@pytest.fixture
async def receipts(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[deliveries.Deliveries]:
    """Delivery receipts that are collected and recorded at once, and tried again at once after an error."""
    for delay, seconds in (("RECORD_AFTER_S", 0.0), ("EVERY_S", 0.005), ("RETRY_AFTER_S", 0.0)):
        monkeypatch.setattr(deliveries, delay, seconds)
    running, original_ports = deliveries.Deliveries(lambda: 0.0), (ports.delivered.call, ports.mark_delivered.call)
    yield running
    await running.stop()
    ports.delivered.register(original_ports[0])
    ports.mark_delivered.register(original_ports[1])


@pytest.mark.usefixtures("sockets")
async def test_dl3_many_acknowledged_changes_are_read_in_parts_and_reported_once(
    receipts: deliveries.Deliveries,
) -> None:
    """Recording fails until the changes of both acknowledgements are read, so one report contains both."""
    ranges, batches = list[tuple[int, int]](), list[Sequence[Delivery]]()
    is_tried, is_recorded = threading.Event(), threading.Event()

    def read_range(stream: str, after: int, upto: int) -> list[Delivery]:
        ranges.append((after, upto))
        return [Delivery(UUID(int=1), "client", datetime(2026, 11, 21, 0, 0, upto % 60))]

    def record(*, deliveries: Sequence[Delivery]) -> None:
        is_tried.set()
        if len(ranges) < 4:
            raise OperationalError("the database does not respond")
        batches.append(deliveries)
        is_recorded.set()

    ports.delivered.register(read_range)
    ports.mark_delivered.register(record)
    receipts.note("c:x", 700)
    assert await asyncio.to_thread(is_tried.wait, WITHIN_S)
    receipts.note("c:x", 1_910)
    assert await asyncio.to_thread(is_recorded.wait, WITHIN_S)
    assert ranges == [(200, 700), (700, 1_200), (1_200, 1_700), (1_700, 1_910)]
    assert batches == [[Delivery(UUID(int=1), "client", datetime(2026, 11, 21, 0, 0, 50))]]


@pytest.mark.parametrize(("module", "bound"), [(deliveries, "READ_SIZE"), (messaging_queries, "IDS_AT_A_TIME")])
async def test_dl1_a_later_change_of_an_older_message_does_not_replace_the_newer_delivery(
    module: ModuleType,
    bound: str,
    portal: Portal,
    receipts: deliveries.Deliveries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    older, newer = await portal.post("ana", "older"), await portal.post("ana", "newer")
    assert (await portal.as_("ana").delete(f"/rest/v1/messages/{older['id']}")).status_code == 200
    monkeypatch.setattr(module, bound, 1)
    receipts.note(f"c:{portal.clients['maya']}", (await portal.heads())["c:maya"])
    async with asyncio.timeout(WITHIN_S):
        while (delivered := (await row(Thread, id=portal.clients["maya"]))["client_delivered_created_at"]) is None:
            pass  # each turn awaits a read
    assert delivered == datetime.fromisoformat(newer["created_at"])
