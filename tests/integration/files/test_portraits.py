"""The admins' pictures: clients and admins see them, strangers do not, and replaced ones are deleted."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command

from clients.models import Admin
from files import workflows
from files.models import StoredObject
from sync.writes.db_executor import read
from tests.support.apps.files import PNG, Sender, files_in, picture, signed
from tests.support.portal.agency import Portal

pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("storage_folder"),
]
PORTRAITS = "/rest/v1/portraits"


async def upload_picture(portal: Portal, content: bytes = PNG, name: str = "ana.png") -> str:
    return await Sender(portal.as_("ana"), bucket="portraits").upload(name, content)


async def portraits_of(portal: Portal, name: str) -> list[tuple[str, str]]:
    """The names and URLs of the portraits that a user sees."""
    reply = await portal.as_(name).get(PORTRAITS)
    return [(row["name"], row["url"]) for row in reply.json()["rows"]]


async def choose_portrait(portal: Portal, content: bytes = PNG, name: str = "ana.png") -> str:
    """Upload a picture as Ana's portrait; returns its URL."""
    url = await upload_picture(portal, content, name)
    reply = await portal.as_("ana").put(PORTRAITS, json={"url": url})
    assert (reply.status_code, reply.json()) == (200, {"url": url})
    return url


async def test_a_client_sees_the_picture_of_an_admin_and_nobody_else_does(portal: Portal) -> None:
    url = await choose_portrait(portal)
    ana = await read(lambda: Admin.objects.get(user_id=portal.users["ana"].id).name)
    for name in ("maya", "otto", "ana"):
        assert await portraits_of(portal, name) == [(ana, url)]
        reply = await portal.as_(None).get(await signed(portal.as_(name), url))
        assert (reply.status_code, reply.content) == (200, PNG)
    stranger = portal.as_(None)
    assert (await stranger.get(PORTRAITS)).status_code == 401
    assert (await stranger.get(url)).status_code == 404
    assert (await stranger.post("/storage/v1/object/sign", json={"url": url})).status_code == 401


async def test_a_client_cannot_upload_or_set_a_picture(portal: Portal) -> None:
    url = await choose_portrait(portal)
    assert (await Sender(portal.as_("maya"), bucket="portraits").begin("maya.png", 10)).status_code == 404
    reply = await portal.as_("maya").put(PORTRAITS, json={"url": url})
    assert (reply.status_code, reply.json()["code"]) == (403, "admins_only")
    assert len(await portraits_of(portal, "maya")) == 1


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("ana.png", picture(257, 256), "picture_too_large"),
        ("ana.jpg", b"GIF89a" + bytes(100), "picture_unreadable"),
        ("ana.webp", PNG, "file_type_not_supported"),
        ("ana.svg", b"<svg/>", "file_type_not_supported"),
        ("ana.png", bytes(600_000), "file_too_large"),
    ],
)
async def test_other_files_are_rejected(portal: Portal, name: str, content: bytes, code: str) -> None:
    reply = await Sender(portal.as_("ana"), bucket="portraits").send(name, content)
    assert reply.json()["code"] == code
    if code == "picture_too_large":
        assert reply.json()["message"] == "Image dimensions must not exceed 256x256 pixels"
    assert await read(StoredObject.objects.count) == 0


async def test_a_gif_with_another_ending_is_rejected_and_the_former_picture_stays(portal: Portal) -> None:
    first = await choose_portrait(portal)
    gif = await upload_picture(portal, picture(2, 2, "GIF"))
    reply = await portal.as_("ana").put(PORTRAITS, json={"url": gif})
    assert (reply.status_code, reply.json()["code"]) == (422, "file_type_not_supported")
    assert [url for _, url in await portraits_of(portal, "maya")] == [first]


async def test_a_webp_picture_is_accepted(portal: Portal) -> None:
    url = await choose_portrait(portal, picture(256, 256, "WEBP"), "ana.webp")
    reply = await portal.as_(None).get(await signed(portal.as_("maya"), url))
    assert reply.headers["Content-Type"] == "image/webp"


async def test_a_replaced_and_a_removed_picture_are_deleted(portal: Portal, storage_folder: Path) -> None:
    first = await choose_portrait(portal)
    second = await choose_portrait(portal, picture(3, 3))
    assert await choose_portrait_again(portal, second) == second
    await asyncio.to_thread(workflows.sweep, min_age=timedelta(0))
    assert [file.name for file in files_in(storage_folder)] == [second.rpartition("/")[2]]
    assert (await portal.as_("maya").post("/storage/v1/object/sign", json={"url": first})).status_code == 404
    reply = await portal.as_("ana").put(PORTRAITS, json={"url": ""})
    assert (reply.status_code, reply.json()) == (200, {"url": ""})
    await asyncio.to_thread(workflows.sweep, min_age=timedelta(0))
    assert files_in(storage_folder) == []
    assert await portraits_of(portal, "maya") == []


async def choose_portrait_again(portal: Portal, url: str) -> str:
    return str((await portal.as_("ana").put(PORTRAITS, json={"url": url})).json()["url"])


async def test_the_picture_of_a_removed_admin_is_deleted(portal: Portal, storage_folder: Path) -> None:
    url = await choose_portrait(portal)
    await asyncio.to_thread(call_command, "remove_admin", portal.users["ana"].email, "--yes", "--last")
    assert await portraits_of(portal, "maya") == []
    assert (await portal.as_("maya").post("/storage/v1/object/sign", json={"url": url})).status_code == 404
    await asyncio.to_thread(workflows.sweep, min_age=timedelta(0))
    assert files_in(storage_folder) == []
