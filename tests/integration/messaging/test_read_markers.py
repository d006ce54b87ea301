"""`PUT /rest/v1/threads`: each side's read marker only moves forward, and the unread count follows."""

import asyncio
from datetime import timedelta

import pytest
from time_machine import Traveller

from core.clock import iso, now
from core.ids import uuid7
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/threads"
NO_CLIENT = {"code": "client_not_found", "message": "Client not found"}
NO_MESSAGE = {"code": "message_not_found", "message": "Message not found"}
GROWTH = {"w": 1, "c:maya": 1}


async def mark_read(portal: Portal, name: str, message: Json) -> Json:
    """The thread after `name` has read up to `message`."""
    reply = await portal.as_(name).put(PATH, json={"id": message["client_id"], "read_to": message["id"]})
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def post_messages(portal: Portal, *names: str) -> list[Json]:
    return [await portal.post(name, f"{number}") for number, name in enumerate(names)]


async def test_a_message_that_was_taken_back_is_not_unread(portal: Portal) -> None:
    first, second = await post_messages(portal, "ana", "ana")
    reply = await portal.as_("ana").delete(f"/rest/v1/messages/{second['id']}")
    assert reply.status_code == 200
    assert (await mark_read(portal, "maya", first))["client_unread"] == 0


async def test_the_providers_marker_has_the_readers_name_and_time(portal: Portal, fake_clock: Traveller) -> None:
    first, second, answer = await post_messages(portal, "maya", "maya", "ana")
    [before] = await portal.frames("w", 1)
    fake_clock.shift(timedelta(minutes=5))
    async with portal.grows(GROWTH):
        after = await mark_read(portal, "ana", first)
    assert after == before["row"] | {
        "v": 5,
        "provider_unread": 1,
        "provider_read_to": first["id"],
        "provider_read_created_at": first["created_at"],
        "provider_read_at": iso(now()),
        "provider_read_by": "Ana Ferreira",
    }
    for stream in ("w", "c:maya"):
        assert await portal.frames(stream, 1) == [{"tbl": "threads", "op": "u", "row": after}]
    assert (await mark_read(portal, "ana", second))["provider_unread"] == 0
    assert (await mark_read(portal, "ana", answer))["client_unread"] == 1


async def test_the_clients_marker_has_no_name(portal: Portal, fake_clock: Traveller) -> None:
    first, second = await post_messages(portal, "ana", "ana")
    [before] = await portal.frames("w", 1)
    fake_clock.shift(timedelta(minutes=5))
    async with portal.grows(GROWTH):
        after = await mark_read(portal, "maya", first)
    assert after == before["row"] | {
        "v": 4,
        "client_unread": 1,
        "client_read_to": first["id"],
        "client_read_created_at": first["created_at"],
        "client_read_at": iso(now()),
    }
    assert (await mark_read(portal, "maya", second))["client_unread"] == 0


async def test_a_marker_never_goes_back_and_a_repeat_changes_nothing(portal: Portal) -> None:
    first, second, third = await post_messages(portal, "maya", "maya", "maya")
    thread = await mark_read(portal, "ana", second)
    assert thread["provider_unread"] == 1
    async with portal.unchanged():
        assert await mark_read(portal, "ana", second) == thread
        assert await mark_read(portal, "ana", first) == thread
    assert (await mark_read(portal, "ana", third))["provider_unread"] == 0


async def test_own_messages_are_not_counted_as_unread(portal: Portal) -> None:
    messages = await post_messages(portal, "maya", "ana", "maya", "ana", "maya", "ana")
    unread_counts = [(await mark_read(portal, "ana", message))["provider_unread"] for message in messages]
    assert unread_counts == [2, 2, 1, 1, 0, 0]
    unread_counts = [(await mark_read(portal, "maya", message))["client_unread"] for message in messages]
    assert unread_counts == [3, 2, 2, 1, 1, 0]


async def test_messages_after_a_marker_are_counted_as_unread(portal: Portal) -> None:
    [first] = await post_messages(portal, "maya")
    await mark_read(portal, "ana", first)
    await post_messages(portal, "maya", "maya", "ana")
    [change] = await portal.frames("w", 1)
    assert (change["row"]["provider_unread"], change["row"]["client_unread"]) == (2, 1)
    assert change["row"]["provider_read_to"] == first["id"]


async def test_concurrent_readers_leave_the_furthest_marker(portal: Portal) -> None:
    messages = await post_messages(portal, *["maya"] * 6)
    await asyncio.gather(
        *(
            mark_read(portal, "ana", message)
            for message in (messages[2], messages[5], messages[0], messages[4], messages[1], messages[3])
        )
    )
    [change] = await portal.frames("w", 1)
    assert (change["row"]["provider_read_to"], change["row"]["provider_unread"]) == (messages[5]["id"], 0)


async def test_a_foreign_thread_gets_the_response_of_a_missing_one(portal: Portal) -> None:
    ottos_message = await portal.post("otto", to="otto")
    mayas_message = await portal.post("maya")
    async with portal.unchanged():
        for client_id in (ottos_message["client_id"], str(portal.clients["pending"]), str(uuid7())):
            for message_id in (ottos_message["id"], mayas_message["id"], str(uuid7())):
                reply = await portal.as_("maya").put(PATH, json={"id": client_id, "read_to": message_id})
                assert (reply.status_code, reply.json()) == (404, NO_CLIENT)


@pytest.mark.parametrize("name", ["maya", "ana"])
async def test_a_message_of_another_thread_is_not_found(name: str, portal: Portal) -> None:
    ottos_message = await portal.post("otto", to="otto")
    for _ in ("a thread without messages", "a thread with one"):
        async with portal.unchanged():
            for message_id in (ottos_message["id"], str(uuid7())):
                body = {"id": str(portal.clients["maya"]), "read_to": message_id}
                reply = await portal.as_(name).put(PATH, json=body)
                assert (reply.status_code, reply.json()) == (404, NO_MESSAGE)
        await portal.post("maya")


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({}, ["id", "read_to"]),
        ([], [""]),
        ({"id": "x", "read_to": 5}, ["id", "read_to"]),
        ({"id": None, "read_to": None}, ["id", "read_to"]),
        ({"id": "01a1fe01-52be-7415-8bf8-8d9ca2b45684"}, ["read_to"]),
        ({"id": "01a1fe01-52be-7415-8bf8-8d9ca2b45684", "read_to": [], "unread": 0}, ["read_to", "unread"]),
    ],
)
async def test_a_bad_body_is_rejected(body: object, named: list[str], portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("maya").put(PATH, json=body)
        assert (reply.status_code, reply.json()["code"]) == (422, "invalid")
        assert [problem["field"] for problem in reply.json()["fields"]] == named
