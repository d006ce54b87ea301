"""Bots are created, edited, moved between statuses, deleted and restored, and the marketplace is updated."""

from base64 import b64decode
from io import BytesIO
from ipaddress import ip_network
from uuid import UUID

import pytest
from PIL import Image
from pytest_django import Settings
from pytest_httpserver import HTTPServer

from chatbots import services
from chatbots.models import Assignment, Bot, Chatbot, ChatMessage, SavedQuestion, TrainingRow
from clients.models import AuditEntry
from core.ids import uuid7
from sync.writes.db_executor import read, write
from tests.support.actions import chatbots
from tests.support.apps import bots
from tests.support.apps.files import picture
from tests.support.endpoints.chatbot_requests import ADMIN, PARAMS
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

BOTS = "/rest/v1/chatbots"
ADDED_MESSAGE = "Chatbot activated and added to marketplace!"
UPDATED_MESSAGE = "Chatbot activated and marketplace listing updated!"
TRAINING_MESSAGE = "Chatbot moved to training mode and removed from marketplace."
NOT_LISTED_MESSAGE = "Chatbot set to not listed - available for testing only."
NOT_FOUND = (404, {"code": "chatbot_not_found", "message": "Chatbot not found"})


def chatbot_fields(**fields: object) -> Json:
    return {"id": str(uuid7()), "bot_name": "Bean", "category": "Support"} | fields


async def set_status(portal: Portal, bot: UUID | str, status: str, reason: str = "") -> str:
    """Set a bot's status, and return the message that the admin gets."""
    reply = await portal.as_("ana").put(f"{BOTS}/{bot}/status", json={"status": status, "reason": reason})
    assert reply.status_code == 200, reply.text
    return str(reply.json()["message"])


async def listed_bots(portal: Portal, user: str = "otto") -> list[tuple[str, str]]:
    """The name and category of each bot on the marketplace."""
    rows = (await portal.as_(user).get("/rest/v1/bots")).json()["rows"]
    return [(row["name"], row["category"]) for row in rows]


async def test_every_admin_endpoint_rejects_a_client_and_changes_nothing(portal: Portal) -> None:
    async with portal.unchanged():
        for name, body in ADMIN.items():
            method, path = name.split()
            url_path = path
            for parameter in ("chatbot_id", "row_id", "question_id", "assignment_id"):
                url_path = url_path.replace(f"{{{parameter}}}", str(uuid7()))
            reply = await portal.as_("maya").request(method, url_path, json=body, params=PARAMS)
            expected = {"code": "admins_only", "message": "Only administrators can manage chatbots"}
            assert (reply.status_code, reply.json()) == (403, expected), name


async def test_a_bots_picture_is_fetched_once_scaled_down_and_shown_on_the_marketplace(
    portal: Portal, httpserver: HTTPServer, settings: Settings
) -> None:
    settings.SCAN_PRIVATE = (ip_network(httpserver.host),)
    httpserver.expect_request("/bean.png").respond_with_data(picture(600, 300), content_type="text/plain")
    httpserver.expect_request("/page").respond_with_data(b"<html><script>alert(1)</script>", content_type="image/png")
    httpserver.expect_request("/missing").respond_with_data(status=404)
    ana, body = portal.as_("ana"), chatbot_fields(avatar_url=httpserver.url_for("/bean.png"))
    bot = (await ana.post(BOTS, json=body)).json()
    assert bot["avatar"].startswith("data:image/webp;base64,")
    with Image.open(BytesIO(b64decode(bot["avatar"].partition(",")[2])), formats=["WEBP"]) as small:
        assert small.size == (128, 64)
    await set_status(portal, body["id"], "active")
    [listing] = (await portal.as_("otto").get("/rest/v1/bots")).json()["rows"]
    assert listing["avatar"] == bot["avatar"]
    assert (await ana.put(BOTS, json=body | {"category": "Sales"})).json()["avatar"] == bot["avatar"]
    assert [request.path for request, _ in httpserver.log] == ["/bean.png"]
    for path in ("/page", "/missing"):
        reply = await ana.put(BOTS, json=body | {"avatar_url": httpserver.url_for(path)})
        assert (reply.status_code, reply.json()["avatar"]) == (200, ""), path
    async with portal.unchanged():
        assert (await portal.as_("maya").put(BOTS, json=body)).status_code == 403
    assert [request.path for request, _ in httpserver.log] == ["/bean.png", "/page", "/missing"]
    settings.SCAN_PRIVATE = ()
    assert (await ana.put(BOTS, json=body)).json()["avatar"] == ""
    assert len(httpserver.log) == 3
    assert (await ana.put(BOTS, json=body | {"avatar_url": None})).json()["avatar"] == ""
    [listing] = (await portal.as_("otto").get("/rest/v1/bots")).json()["rows"]
    assert listing["avatar"] == ""


async def test_a_new_bot_is_in_training_and_a_repeat_creates_no_second_bot(portal: Portal) -> None:
    body = chatbot_fields(
        bot_name="  Bean ", description=" Coffee ", avatar_url="http://127.0.0.1:9/a.png", model_preference=""
    )
    async with portal.grows({"chatbots": 1, "audit_log": 1, "w": 1}):
        response = await portal.as_("ana").post(BOTS, json=body)
    row = response.json()
    assert response.status_code == 201
    assert (row["bot_name"], row["description"], row["status"], row["model_preference"]) == (
        "Bean",
        "Coffee",
        "training",
        None,
    )
    assert (row["created_by"], row["avatar_url"]) == (str(portal.users["ana"].id), "http://127.0.0.1:9/a.png")
    async with portal.unchanged():
        repeat = await portal.as_("ana").post(BOTS, json=body)
        conflict = await portal.as_("ana").post(BOTS, json=body | {"bot_name": "Other"})
    assert (repeat.status_code, repeat.json()) == (200, row)
    assert (conflict.status_code, conflict.json()["code"]) == (409, "id_taken")
    assert await listed_bots(portal) == []


@pytest.mark.parametrize(
    ("_case", "fields", "code"),
    [
        ("no name", {"bot_name": " \u200b"}, "text_empty"),
        ("no category", {"category": ""}, "text_empty"),
        ("a script for an avatar", {"avatar_url": "javascript:alert(1)"}, "invalid"),
        ("a name that is too long", {"bot_name": "x" * 201}, "invalid"),
        ("an unknown field", {"status": "active"}, "invalid"),
    ],
)
async def test_an_invalid_bot_is_rejected(_case: str, fields: Json, code: str, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").post(BOTS, json=chatbot_fields(**fields))
    assert (reply.status_code, reply.json()["code"]) == (422, code)


async def test_every_status_change_is_allowed_and_updates_the_marketplace(portal: Portal) -> None:
    bot = await bots.bot(portal)
    listed = [("Harbor Bot", "Support")]
    for status, message, expected in (
        ("not_listed", NOT_LISTED_MESSAGE, []),
        ("training", TRAINING_MESSAGE, []),
        ("active", ADDED_MESSAGE, listed),
        ("training", TRAINING_MESSAGE, []),
        ("active", UPDATED_MESSAGE, listed),
        ("not_listed", NOT_LISTED_MESSAGE, []),
        ("active", UPDATED_MESSAGE, listed),
        ("active", UPDATED_MESSAGE, listed),
    ):
        assert await set_status(portal, bot, status) == message
        assert await listed_bots(portal) == expected
    changed_fields = chatbot_fields(id=str(bot), bot_name="Bean", category="Sales", description="More")
    async with portal.grows({"audit_log": 1, "w": 2}):
        assert (await portal.as_("ana").put(BOTS, json=changed_fields)).json()["bot_name"] == "Bean"
    assert await listed_bots(portal) == [("Bean", "Sales")]
    async with portal.unchanged():
        assert (await portal.as_("ana").put(f"{BOTS}/{bot}/status", json={"status": "sold"})).status_code == 422


async def test_chat_access_follows_assignments_subscriptions_and_the_status(portal: Portal) -> None:
    bot, ana, otto = await bots.bot(portal), portal.as_("ana"), portal.as_("otto")
    pair = {"user_id": str(portal.users["maya"].id), "chatbot_id": str(bot)}
    assignment = (await ana.put("/rest/v1/user_chatbots", json=pair)).json()
    async with portal.unchanged():
        assert (await ana.put("/rest/v1/user_chatbots", json=pair)).json() == assignment
        body = {"bot_id": str(bot), "is_active": True}
        # The chatbot is not on the marketplace yet.
        assert (await otto.put("/rest/v1/subscriptions", json=body)).status_code == 404

    async def users_with_access() -> list[str]:
        params = {"conversation_id": str(bot)}
        replies = {
            user: await portal.as_(user).get("/rest/v1/chat_messages", params=params) for user in ("maya", "otto")
        }
        return [user for user, reply in replies.items() if reply.status_code == 200]

    assert await users_with_access() == []
    assert (await ana.get(f"{BOTS}/{bot}/contents")).json()["assignments"] == 1
    await set_status(portal, bot, "active")
    assert (await otto.put("/rest/v1/subscriptions", json=body)).json()["is_active"] is True
    assert await users_with_access() == ["maya", "otto"]
    assert (await ana.get(f"{BOTS}/{bot}/contents")).json()["assignments"] == 1
    await set_status(portal, bot, "not_listed")
    assert await users_with_access() == ["maya"]
    await set_status(portal, bot, "active")
    assert await users_with_access() == ["maya", "otto"]
    assert (await otto.put("/rest/v1/subscriptions", json=body | {"is_active": False})).status_code == 200
    assert (await ana.delete(f"/rest/v1/user_chatbots/{assignment['id']}")).status_code == 204
    assert await users_with_access() == []
    async with portal.unchanged():
        assert (await ana.delete(f"/rest/v1/user_chatbots/{assignment['id']}")).status_code == 404
        reply = await ana.put("/rest/v1/user_chatbots", json=pair | {"user_id": str(uuid7())})
        assert (reply.status_code, reply.json()["message"]) == (404, "User not found")


async def delete_used_bot(portal: Portal) -> tuple[UUID, Json]:
    """Delete a bot that was in use. Returns its id and the counts of its contents."""
    await chatbots.conversation(portal)
    bot = await read(lambda: Chatbot.objects.get().id)
    counts = (await portal.as_("ana").get(f"{BOTS}/{bot}/contents")).json()
    assert counts == {"training": 1, "conversations": 1, "messages": 5, "assignments": 1}
    response = await portal.as_("ana").delete(f"{BOTS}/{bot}")
    assert (response.status_code, response.json()) == (200, counts)
    return bot, counts


async def test_a_deleted_bot_disappears_everywhere_and_is_restored_unchanged(portal: Portal) -> None:
    bot, counts = await delete_used_bot(portal)
    params = {"conversation_id": str(bot)}
    async with portal.unchanged():
        for reply in (
            await portal.as_("maya").get("/rest/v1/chat_messages", params=params),
            await portal.as_("ana").put(f"{BOTS}/{bot}/status", json={"status": "active"}),
            await portal.as_("ana").get(f"{BOTS}/{bot}/contents"),
            await portal.as_("ana").delete(f"{BOTS}/{bot}"),
        ):
            assert (reply.status_code, reply.json()) == NOT_FOUND
        assert (await portal.as_("maya").get("/rest/v1/chat_messages")).json() == {"rows": []}
    assert await listed_bots(portal) == []
    await write(chatbots.deleted_days_ago, bot, 29.9)
    restored = await portal.as_("ana").post(f"{BOTS}/{bot}/restore")
    assert (restored.status_code, restored.json()["status"], restored.json()["deleted_at"]) == (200, "active", None)
    while await write(services.show_or_hide_batch, chatbot_id=bot):
        pass
    assert await listed_bots(portal) == [("Harbor Bot", "Support")]
    assert (await portal.as_("ana").get(f"{BOTS}/{bot}/contents")).json() == counts
    assert len((await portal.as_("maya").get("/rest/v1/chat_messages", params=params)).json()["rows"]) == 5


async def test_a_deleted_bot_is_purged_after_thirty_days(portal: Portal) -> None:
    bot, _ = await delete_used_bot(portal)
    await write(chatbots.deleted_days_ago, bot, 30)
    async with portal.unchanged():
        reply = await portal.as_("ana").post(f"{BOTS}/{bot}/restore")
    assert (reply.status_code, reply.json()) == NOT_FOUND
    while await write(services.purge, chatbot_id=bot):
        pass
    models = (Chatbot, Bot, TrainingRow, Assignment, ChatMessage, SavedQuestion)
    assert await read(lambda: [model.objects.count() for model in models]) == [0] * 6
    action = await read(lambda: list(AuditEntry.objects.order_by("id").values_list("action", flat=True))[-1])
    assert action == "chatbot.purged"
