"""`POST /rest/v1/messages`: permissions, the stored row and its changes, and the owner of an id."""

import asyncio
from datetime import datetime
from uuid import UUID

import httpx
import pytest

from core.clock import iso, now
from core.ids import uuid7
from messaging.models import Message, Thread
from tests.support.portal.agency import Json, Portal, row

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/messages"
NO_CLIENT = {"code": "client_not_found", "message": "Client not found"}
ID_TAKEN = {"code": "message_id_taken", "message": "Another message has this id"}
WITHOUT_FILE = dict.fromkeys(f"attachment_{name}" for name in ("url", "name", "type", "size", "width", "height"))
GROWTH = {"messages": 1, "effects": 1, "threads": 1, "w": 2, "c:maya": 2}


@pytest.mark.parametrize(
    ("name", "role", "sender_name"), [("maya", "client", "Maya Lindqvist"), ("ana", "admin", "Ana Ferreira")]
)
async def test_a_message_is_stored_once_and_sent_to_both_sides(
    name: str, role: str, sender_name: str, portal: Portal
) -> None:
    body, start = portal.message("  Is the café page\nslower? ☕  "), iso(now())
    async with portal.grows(GROWTH):
        reply = await portal.as_(name).post(PATH, json=body)
    assert (reply.status_code, reply.headers["Content-Type"]) == (201, "application/json; charset=utf-8")
    returned_row = reply.json()
    assert returned_row == body | WITHOUT_FILE | {
        "card": None,
        "removed_at": None,
        "v": 1,
        "sender_id": str(portal.users[name].id),
        "sender_role": role,
        "sender_name": sender_name,
        "created_at": returned_row["created_at"],
    }
    assert start <= returned_row["created_at"] <= iso(now())
    assert await row(Message) == WITHOUT_FILE | {
        "id": UUID(returned_row["id"]),
        "v": 1,
        "client_id": portal.clients["maya"],
        "content": body["content"],
        "sender_id": portal.users[name].id,
        "sender_role": role,
        "sender_name": sender_name,
        "created_at": datetime.fromisoformat(returned_row["created_at"]),
        "removed_at": None,
    }
    for stream in ("w", "c:maya"):
        message, thread = await portal.frames(stream, 2)
        assert message == {"tbl": "messages", "op": "u", "row": returned_row}
        assert (thread["tbl"], thread["op"], thread["row"]["id"]) == ("threads", "u", returned_row["client_id"])
        assert thread["row"]["last_message_id"] == returned_row["id"]


async def test_a_repeated_message_changes_nothing(portal: Portal) -> None:
    body = portal.message()
    first = await portal.as_("maya").post(PATH, json=body)
    async with portal.unchanged():
        for _ in range(2):
            repeat = await portal.as_("maya").post(PATH, json=body | {"id": body["id"].upper()})
            assert (repeat.status_code, repeat.json()) == (200, first.json())


async def test_a_late_repeat_returns_the_stored_row(portal: Portal) -> None:
    body = portal.message()
    first = await portal.as_("maya").post(PATH, json=body)
    later = await portal.post("ana", "Hello Maya")
    await portal.as_("maya").put("/rest/v1/threads", json={"id": body["client_id"], "read_to": later["id"]})
    async with portal.unchanged():
        repeat = await portal.as_("maya").post(PATH, json=body)
    assert (repeat.status_code, repeat.json()) == (200, first.json())


@pytest.mark.parametrize(
    ("_case", "name", "to", "content"),
    [
        ("another text", "maya", "maya", "Hello again"),
        ("another user", "ana", "maya", "Hello"),
        ("another user in their own thread", "otto", "otto", "Hello"),
    ],
)
async def test_an_id_belongs_to_one_message(_case: str, name: str, to: str, content: str, portal: Portal) -> None:
    first = await portal.post("maya")
    async with portal.unchanged():
        reply = await portal.as_(name).post(PATH, json=portal.message(content, to=to, id=first["id"]))
        assert (reply.status_code, reply.json()) == (409, ID_TAKEN)


async def test_an_id_belongs_to_one_thread(portal: Portal) -> None:
    first = await portal.post("ana", to="maya")
    async with portal.unchanged():
        reply = await portal.as_("ana").post(PATH, json=portal.message(to="otto", id=first["id"]))
        assert (reply.status_code, reply.json()) == (409, ID_TAKEN)


async def test_ten_concurrent_posts_with_one_id_store_one_message(portal: Portal) -> None:
    body = portal.message()
    async with portal.grows(GROWTH):
        replies = await asyncio.gather(*(portal.as_("maya").post(PATH, json=body) for _ in range(10)))
    assert sorted(reply.status_code for reply in replies) == [200] * 9 + [201]
    assert len({reply.text for reply in replies}) == 1


async def test_another_clients_thread_gets_the_response_of_a_missing_one(portal: Portal) -> None:
    await portal.post("otto", to="otto")
    async with portal.unchanged():
        foreign = await portal.as_("maya").post(PATH, json=portal.message(to="otto"))
        pending = await portal.as_("maya").post(PATH, json=portal.message(to="pending"))
        absent = await portal.as_("maya").post(PATH, json=portal.message(client_id=str(uuid7())))
    for reply in (foreign, pending, absent):
        assert (reply.status_code, reply.json()) == (404, NO_CLIENT)
    assert stable_headers(foreign) == stable_headers(absent)


def stable_headers(reply: httpx.Response) -> dict[str, str]:
    """The headers of a response without those that differ in every response."""
    varying = {"date", "x-request-id", "x-server-time"}
    return {name: value for name, value in reply.headers.items() if name not in varying}


async def test_an_admin_may_write_to_every_client(portal: Portal) -> None:
    for to in ("maya", "otto", "pending"):
        async with portal.grows({"messages": 1, "effects": 1, "threads": 1, "w": 2, f"c:{to}": 2}):
            await portal.post("ana", to=to)
    thread = await row(Thread, id=portal.clients["pending"])
    assert (thread["client_unread"], thread["provider_unread"]) == (1, 0)
    async with portal.unchanged():
        reply = await portal.as_("ana").post(PATH, json=portal.message(client_id=str(uuid7())))
        assert (reply.status_code, reply.json()) == (404, NO_CLIENT)


async def test_the_documented_insert_is_accepted(portal: Portal) -> None:
    """The body has a sender and no id, so the server creates the id."""
    body: Json = {"client_id": str(portal.clients["maya"]), "content": "Hello"}
    body |= {"sender_id": str(portal.users["maya"].id)}
    body |= dict.fromkeys(f"attachment_{name}" for name in ("url", "name", "type", "size"))
    async with portal.grows(GROWTH):
        reply = await portal.as_("maya").post(PATH, json=body)
    assert reply.status_code == 201
    stored_row = await row(Message)
    assert (UUID(reply.json()["id"]), 7) == (stored_row["id"], stored_row["id"].version)


@pytest.mark.parametrize("sender", ["ana", "otto", None])
async def test_another_users_sender_id_is_rejected_by_name(sender: str | None, portal: Portal) -> None:
    sender_id = portal.users[sender].id if sender else uuid7()
    async with portal.unchanged():
        reply = await portal.as_("maya").post(PATH, json=portal.message(sender_id=str(sender_id)))
    problems = [{"field": "sender_id", "message": "This is not your id"}]
    assert (reply.status_code, reply.json()) == (
        422,
        {"code": "invalid", "message": "The request is not valid", "fields": problems},
    )
