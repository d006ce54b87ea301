"""Files of messages: readers of a message may fetch its file; a message taken back has no text and no file."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from files import workflows
from files.models import Claim, StoredObject
from messaging.models import Message
from sync.writes.db_executor import read
from tests.support.apps.files import PNG, Sender, files_in, signed
from tests.support.portal.agency import Json, Portal, row

pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("storage_folder"),
]
SIGN = "/storage/v1/object/sign"


async def post_with_file(
    portal: Portal, name: str = "maya", content: str = "Our new sign", to: str = "maya"
) -> dict[str, object]:
    url = await Sender(portal.as_(name)).upload("sign.png", PNG)
    return await portal.post(name, content, to=to, attachment_url=url)


async def test_a_message_has_its_files_name_type_and_size(portal: Portal) -> None:
    message = await post_with_file(portal)
    expected = {
        "content": "Our new sign",
        "attachment_name": "sign.png",
        "attachment_type": "image/png",
        "attachment_size": len(PNG),
        "attachment_width": 2,
        "attachment_height": 3,
        "removed_at": None,
    }
    assert {name: message[name] for name in expected} == expected
    for name in ("maya", "ana"):
        url = await signed(portal.as_(name), str(message["attachment_url"]))
        assert (await portal.as_(None).get(url)).content == PNG
    response = await portal.as_("otto").post(SIGN, json={"url": message["attachment_url"]})
    assert (response.status_code, response.json()["code"]) == (404, "file_not_found")


async def test_empty_text_with_a_file_is_sent_as_attached_file(portal: Portal) -> None:
    assert (await post_with_file(portal, content="  "))["content"] == "Attached file"
    thread = await portal.frames("c:maya", 1)
    assert thread[0]["row"]["last_message_preview"] == "Attached file"


async def test_repeating_a_message_stores_it_once(portal: Portal) -> None:
    url = await Sender(portal.as_("maya")).upload("sign.png", PNG)
    body = portal.message("Look", attachment_url=url)
    assert (await portal.as_("maya").post("/rest/v1/messages", json=body)).status_code == 201
    async with portal.unchanged():
        assert (await portal.as_("maya").post("/rest/v1/messages", json=body)).status_code == 200
        conflict = await portal.as_("maya").post("/rest/v1/messages", json={**body, "attachment_url": None})
        assert (conflict.status_code, conflict.json()["code"]) == (409, "message_id_taken")


async def test_wrong_file_fields_of_a_message_are_rejected(portal: Portal) -> None:
    url = await Sender(portal.as_("maya")).upload("sign.png", PNG)
    correct_fields = {"attachment_name": "sign.png", "attachment_type": "image/png", "attachment_size": len(PNG)}
    body = portal.message("Look", attachment_url=url)
    wrong_fields: Json = {"attachment_name": "other.png", "attachment_type": "image/jpeg", "attachment_size": 1}
    for name, value in wrong_fields.items():
        async with portal.unchanged():
            for message in (body | correct_fields | {name: value}, portal.message("Look") | {name: value}):
                reply = await portal.as_("maya").post("/rest/v1/messages", json=message)
                problems = [{"field": name, "message": "This does not match the uploaded file"}]
                assert (reply.status_code, reply.json()["fields"]) == (422, problems)
    first = await portal.as_("maya").post("/rest/v1/messages", json=body | correct_fields)
    assert first.status_code == 201
    async with portal.unchanged():
        for message, status in ((body | correct_fields, 200), (body | correct_fields | {"attachment_size": 1}, 422)):
            assert (await portal.as_("maya").post("/rest/v1/messages", json=message)).status_code == status


async def test_another_users_file_cannot_be_sent(portal: Portal) -> None:
    unsent_url = await Sender(portal.as_("maya")).upload("sign.png", PNG)
    sent_url = (await post_with_file(portal))["attachment_url"]
    logo_url = await Sender(portal.as_("ana"), "website-assets").upload("logo.png", PNG)
    unknown_url = "/storage/v1/object/message-attachments/1732000000000-0123456789abcdef.png"
    for name, url in (
        ("otto", unsent_url),
        ("otto", sent_url),
        ("ana", unsent_url),
        ("otto", logo_url),
        ("otto", unknown_url),
        ("otto", "javascript:x"),
    ):
        to = "otto" if name == "otto" else "maya"
        async with portal.unchanged():
            reply = await portal.as_(name).post("/rest/v1/messages", json=portal.message(to=to, attachment_url=url))
            assert (reply.status_code, reply.json()["code"]) == (404, "file_not_found")


async def test_a_file_in_a_message_outlives_the_sweep_and_its_upload_cannot_be_ended(portal: Portal) -> None:
    sender = Sender(portal.as_("maya"))
    url = await sender.upload("sign.png", PNG)
    await portal.post("maya", attachment_url=url)
    assert await asyncio.to_thread(workflows.sweep, min_age=timedelta(0)) == 0
    assert (await sender.end()).json()["code"] == "file_in_use"
    assert (await portal.as_(None).get(await signed(portal.as_("maya"), url))).content == PNG


async def test_a_message_taken_back_leaves_a_tombstone_and_no_file(portal: Portal, storage_folder: Path) -> None:
    await portal.post("ana", "Before")
    message = await post_with_file(portal, "ana")
    url = await signed(portal.as_("maya"), str(message["attachment_url"]))
    reply = await portal.as_("ana").delete(f"/rest/v1/messages/{message['id']}")
    assert reply.status_code == 200
    removed_message = reply.json()
    assert removed_message["removed_at"] is not None
    assert [
        value for name, value in removed_message.items() if name == "content" or name.startswith("attachment_")
    ] == [
        "",
        *[None] * 6,
    ]
    thread = (await portal.frames("c:maya", 1))[0]["row"]
    assert (thread["last_message_preview"], thread["client_unread"]) == ("Message removed", 1)
    assert (await portal.as_(None).get(url)).status_code == 403
    assert await asyncio.to_thread(workflows.sweep) == 1
    assert files_in(storage_folder) == []
    assert await read(lambda: (StoredObject.objects.count(), Claim.objects.count())) == (0, 0)
    async with portal.unchanged():
        assert (await portal.as_("ana").delete(f"/rest/v1/messages/{message['id']}")).json() == removed_message


async def test_only_its_sender_may_take_a_message_back(portal: Portal) -> None:
    message_id = (await portal.post("maya"))["id"]
    path = f"/rest/v1/messages/{message_id}"
    async with portal.unchanged():
        for name, status, code in (("ana", 403, "not_its_sender"), ("otto", 404, "message_not_found")):
            reply = await portal.as_(name).delete(path)
            assert (reply.status_code, reply.json()["code"]) == (status, code)


async def test_resending_a_message_that_was_taken_back_returns_its_tombstone(portal: Portal) -> None:
    """The response to the first request was lost."""
    body = portal.message("Oops")
    await portal.as_("maya").post("/rest/v1/messages", json=body)
    await portal.as_("maya").delete(f"/rest/v1/messages/{body['id']}")
    reply = await portal.as_("maya").post("/rest/v1/messages", json=body)
    assert (reply.status_code, reply.json()["content"]) == (200, "")
    assert (await row(Message, id=body["id"]))["removed_at"] is not None
