"""A sender takes a message back by its id, before or after it arrives, until the other side has read it."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from core.clock import now
from messaging import services as messaging
from messaging import tasks
from messaging.models import Message, TakenBackId, Thread
from messaging.services import taking_back, thread_locks
from sync.log import changes
from sync.writes.db_executor import read, write
from tests.support.portal.agency import Json, Portal
from tests.support.sync.device import actor_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

MESSAGES = "/rest/v1/messages"


async def take_back(portal: Portal, name: str, body: Json, *, to: str | None = None) -> tuple[int, Json]:
    """Take a message back by its id and thread; returns the status and the body of the response."""
    client_id = str(portal.clients[to]) if to else body["client_id"]
    reply = await portal.as_(name).delete(f"{MESSAGES}/{body['id']}", params={"client_id": client_id})
    return reply.status_code, reply.json()


async def send(portal: Portal, name: str, body: Json) -> tuple[int, str | None]:
    """Send a message; returns the status of the response, and its error code if it has one."""
    reply = await portal.as_(name).post(MESSAGES, json=body)
    return reply.status_code, reply.json().get("code")


async def test_mu8_a_message_taken_back_before_it_arrives_is_rejected_on_arrival(portal: Portal) -> None:
    await portal.post("maya", "Before")
    body = portal.message("Never mind")
    async with portal.grows({"taken_back_message_ids": 1}):
        assert await take_back(portal, "maya", body) == (202, {"id": body["id"], "client_id": body["client_id"]})
    async with portal.unchanged():
        assert (await take_back(portal, "maya", body))[0] == 202
        assert await send(portal, "maya", body) == (410, "taken_back")


async def test_mu8_a_message_that_arrived_is_taken_back_at_any_age(portal: Portal) -> None:
    body = portal.message("Of last month")
    await write(
        messaging.send_message,
        actor=actor_of(portal.users["maya"]),
        message_id=UUID(body["id"]),
        client_id=portal.clients["maya"],
        content="Of last month",
        at=now() - timedelta(days=44),
    )
    status, removed_message = await take_back(portal, "maya", body)
    assert (status, removed_message["content"], removed_message["removed_at"] is not None) == (200, "", True)
    async with portal.unchanged():
        assert await take_back(portal, "maya", body) == (200, removed_message)


@pytest.mark.parametrize(("writer", "reader"), [("maya", "ana"), ("ana", "maya")])
async def test_mu9_a_message_that_the_other_side_has_read_cannot_be_taken_back(
    writer: str, reader: str, portal: Portal
) -> None:
    first, second = portal.message("Read"), portal.message("Not read")
    for body in (first, second):
        await send(portal, writer, body)
    await portal.as_(reader).put("/rest/v1/threads", json={"id": first["client_id"], "read_to": first["id"]})
    async with portal.unchanged():
        status, reply_body = await take_back(portal, writer, first)
        assert (status, reply_body["code"]) == (409, "already_read")
        assert (await portal.as_(writer).delete(f"{MESSAGES}/{first['id']}")).status_code == 409
    assert (await take_back(portal, writer, second))[0] == 200


async def test_mu8_a_record_rejects_no_message_of_another_user_or_thread(portal: Portal) -> None:
    body = portal.message("Mine")
    assert (await take_back(portal, "ana", body))[0] == 202
    assert (await take_back(portal, "otto", body, to="otto"))[0] == 202
    async with portal.unchanged():
        assert (await take_back(portal, "otto", body))[0] == 404
        assert (await portal.as_("maya").delete(f"{MESSAGES}/{body['id']}")).status_code == 404
    assert await send(portal, "maya", body) == (201, None)
    async with portal.unchanged():
        assert (await take_back(portal, "ana", body))[1]["code"] == "not_its_sender"


async def test_mu8_a_user_has_a_limited_number_of_records_that_are_kept_45_days(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking_back, "MAX_IDS_PER_USER", 2)
    bodies = [portal.message() for _ in range(3)]
    assert [(await take_back(portal, "maya", body))[0] for body in bodies[:2]] == [202, 202]
    async with portal.unchanged():
        status, reply_body = await take_back(portal, "maya", bodies[2])
        assert (status, reply_body["code"]) == (409, "too_many_taken_back")
    assert (await take_back(portal, "otto", portal.message(to="otto")))[0] == 202
    expired_record = TakenBackId.objects.filter(message_id=bodies[0]["id"])
    await write(lambda: expired_record.update(created_at=now() - timedelta(days=45)))
    await asyncio.to_thread(tasks.prune, "today")
    assert await read(lambda: TakenBackId.objects.count()) == 2
    assert [await send(portal, "maya", body) for body in bodies[:2]] == [(201, None), (410, "taken_back")]


async def test_a_message_deleted_while_it_is_taken_back_is_not_found(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await portal.post("maya", "Hello")
    lock = thread_locks.locked_thread

    def deleted_before_the_lock(client_id: UUID) -> Thread:
        row = changes.locked(Message, UUID(message["id"]))
        assert row is not None
        changes.delete(row)
        return lock(client_id)

    monkeypatch.setattr(taking_back, "locked_thread", deleted_before_the_lock)
    async with portal.unchanged():
        reply = await portal.as_("maya").delete(f"{MESSAGES}/{message['id']}")
    assert (reply.status_code, reply.json()["code"]) == (404, "message_not_found")


async def test_mu8_a_message_and_its_take_back_at_once_leave_nothing_to_read(portal: Portal) -> None:
    """Each of the two is sent first in half of the cases, and both orders of their arrival occur."""
    calls: list[Callable[[Portal, str, Json], Coroutine[Any, Any, tuple[int, object]]]] = [send, take_back]
    statuses = set()
    for first, second in [calls, calls[::-1]] * 10:
        body = portal.message("At once")
        tasks = {call: asyncio.create_task(call(portal, "maya", body)) for call in (first, second)}
        statuses.add(((await tasks[send])[0], (await tasks[take_back])[0]))
        visible_message = Message.objects.filter(id=body["id"], removed_at=None)
        assert not await read(visible_message.exists)
    assert statuses == {(201, 200), (410, 202)}
