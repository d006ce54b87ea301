"""Malicious or wrong uploads are rejected and leave nothing behind."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from core.clock import now
from files import services, workflows
from files.models import StoredObject, Upload
from sync.writes.db_executor import write
from tests.support.apps.files import HTML, MP4, PDF, PNG, RESUMABLE, SVG, TUS, Sender, archive, files_in
from tests.support.portal.agency import Portal, row

pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("storage_folder"),
]
WRONG_TYPE = "File type not supported"
WRONG_VIDEO = "Video must be MP4, WebM, OGG, QuickTime, or AVI format"
WRONG_LOGO = "File must be JPEG, PNG, or GIF"
MB = 1024 * 1024


@pytest.mark.parametrize(
    ("_case", "bucket", "user", "name", "content", "message"),
    [
        ("SVG as a picture", "message-attachments", "maya", "a.png", SVG, WRONG_TYPE),
        ("HTML as a picture", "message-attachments", "maya", "a.gif", HTML, WRONG_TYPE),
        ("HTML as a PDF", "message-attachments", "maya", "a.pdf", HTML, WRONG_TYPE),
        ("a program as a picture", "message-attachments", "maya", "a.jpg", b"MZ" + bytes(2000), WRONG_TYPE),
        ("a program as text", "message-attachments", "maya", "a.txt", b"\x7fELF" + bytes(2000), WRONG_TYPE),
        ("a ZIP as a picture", "message-attachments", "maya", "a.png", archive(), WRONG_TYPE),
        ("a picture as a ZIP", "message-attachments", "maya", "a.zip", PNG, WRONG_TYPE),
        ("a video as a message", "message-attachments", "maya", "a.txt", MP4, WRONG_TYPE),
        ("a picture as a video", "report-videos", "ana", "a.mp4", PNG, WRONG_VIDEO),
        ("HTML as a video", "report-videos", "ana", "a.webm", HTML, WRONG_VIDEO),
        ("SVG as a logo", "website-assets", "ana", "a.png", SVG, WRONG_LOGO),
        ("half a logo", "website-assets", "ana", "a.png", PNG[:40], "Failed to load image"),
    ],
)
async def test_content_that_contradicts_its_name_is_rejected_and_deleted(
    _case: str, bucket: str, user: str, name: str, content: bytes, message: str, portal: Portal, storage_folder: Path
) -> None:
    sender = Sender(portal.as_(user), bucket)
    async with portal.unchanged():
        reply = await sender.send(name, content)
        assert (reply.status_code, reply.json()["message"]) == (422, message)
    assert (await sender.status()).status_code == 404
    assert files_in(storage_folder) == []


@pytest.mark.parametrize(
    ("_case", "bucket", "user", "name", "length", "status", "message"),
    [
        ("a type that no bucket accepts", "message-attachments", "maya", "a.exe", 10, 422, WRONG_TYPE),
        ("an SVG by its name", "message-attachments", "maya", "a.svg", 10, 422, WRONG_TYPE),
        ("no ending and no type", "message-attachments", "maya", "README", 10, 422, WRONG_TYPE),
        (
            "one byte too many",
            "message-attachments",
            "maya",
            "a.pdf",
            100 * MB + 1,
            413,
            "File size must be less than 100MB",
        ),
        (
            "a video that is too large",
            "report-videos",
            "ana",
            "a.mp4",
            500 * MB + 1,
            413,
            "Video file size must be less than 500MB",
        ),
        ("a video type that is not accepted", "report-videos", "ana", "a.mkv", 10, 422, WRONG_VIDEO),
        ("a logo too large", "website-assets", "ana", "a.png", 5 * MB + 1, 413, "File size must be less than 5MB"),
        ("a client's video", "report-videos", "maya", "a.mp4", 10, 404, "File not found"),
        ("a client's logo", "website-assets", "maya", "a.png", 10, 404, "File not found"),
        ("no such bucket", "../etc", "maya", "a.pdf", 10, 404, "File not found"),
        ("an empty file", "message-attachments", "maya", "a.pdf", 0, 422, "The request is not valid"),
    ],
)
async def test_an_upload_that_cannot_succeed_is_rejected_at_its_start(
    _case: str, bucket: str, user: str, name: str, length: int, status: int, message: str, portal: Portal
) -> None:
    async with portal.unchanged():
        reply = await Sender(portal.as_(user), bucket).begin(name, length)
        assert (reply.status_code, reply.json()["message"]) == (status, message)


async def test_another_user_can_neither_see_nor_change_an_upload(portal: Portal) -> None:
    sender = Sender(portal.as_("maya"))
    await sender.begin("a.pdf", 100)
    for name in ("otto", "ana"):
        other = Sender(portal.as_(name), id=sender.id)
        async with portal.unchanged():
            assert (await other.status()).status_code == 404
            for reply in (await other.part(0, PDF), await other.end()):
                assert (reply.status_code, reply.json()["code"]) == (404, "upload_not_found")
            assert (await other.begin("a.pdf", 100)).status_code == 409


@pytest.mark.parametrize(
    ("_case", "headers", "status"),
    [
        ("no tus version", {"Tus-Resumable": ""}, 412),
        ("another tus version", {"Tus-Resumable": "0.2.2"}, 412),
        ("another content type", {"Content-Type": "application/json"}, 415),
        ("an offset after the stored bytes", {"Upload-Offset": "5"}, 409),
        ("a negative offset", {"Upload-Offset": "-1"}, 422),
        ("an offset that is no number", {"Upload-Offset": "x"}, 422),
    ],
)
async def test_an_invalid_part_is_rejected(_case: str, headers: dict[str, str], status: int, portal: Portal) -> None:
    sender = Sender(portal.as_("maya"))
    await sender.begin("a.pdf", 100)
    async with portal.unchanged():
        reply = await sender.part(0, PDF, **headers)
        assert (reply.status_code, reply.headers["Tus-Resumable"]) == (status, "1.0.0")


@pytest.mark.parametrize("metadata", ["", "id", "id !!!", "id eA==", "bucket bWVzc2FnZQ==", "id /w==", "a YQ==," * 40])
async def test_invalid_upload_metadata_is_rejected(metadata: str, portal: Portal) -> None:
    headers = {**TUS, "Upload-Length": "10", "Upload-Metadata": metadata}
    async with portal.unchanged():
        reply = await portal.as_("maya").post(RESUMABLE, headers=headers)
        assert (reply.status_code, reply.json()["code"]) == (422, "bad_upload")


async def test_more_bytes_than_announced_are_rejected(portal: Portal) -> None:
    sender = Sender(portal.as_("maya"))
    await sender.begin("a.txt", 10)
    async with portal.unchanged():
        assert (await sender.part(0, b"x" * 11)).status_code == 413


async def test_an_upload_of_too_many_parts_is_rejected(portal: Portal) -> None:
    sender = Sender(portal.as_("maya"))
    await sender.begin("a.txt", 20_000)
    await write(lambda: Upload.objects.filter(id=sender.id).update(parts=services.PARTS_MAX - 1))
    assert (await sender.part(0, b"x")).status_code == 204
    async with portal.unchanged():
        reply = await sender.part(1, b"x")
        assert (reply.status_code, reply.json()["code"]) == (403, "too_many_parts")


async def test_too_many_concurrent_uploads_are_rejected(portal: Portal) -> None:
    for _ in range(services.OPEN_MAX):
        assert (await Sender(portal.as_("maya")).begin("a.txt", 10)).status_code == 201
    async with portal.unchanged():
        reply = await Sender(portal.as_("maya")).begin("a.txt", 10)
        assert (reply.status_code, reply.json()["code"]) == (403, "too_many_uploads")
    assert (await Sender(portal.as_("otto")).begin("a.txt", 10)).status_code == 201
    await write(lambda: Upload.objects.update(expires_at=now() + timedelta(hours=46)))
    assert (await Sender(portal.as_("maya")).begin("a.txt", 10)).status_code == 201


async def test_abandoned_uploads_count_with_their_stored_bytes(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    """If an abandoned upload continues, it gets no more space than the quota has left."""
    monkeypatch.setattr(services, "QUOTA", 1000)
    abandoned, other = Sender(portal.as_("maya")), Sender(portal.as_("maya"))
    await abandoned.begin("a.txt", 900)
    assert (await abandoned.part(0, b"x" * 100)).status_code == 204
    await write(lambda: Upload.objects.update(expires_at=now() + timedelta(hours=46)))
    assert (await other.begin("b.txt", 900)).status_code == 201
    assert (await other.part(0, b"x" * 400)).status_code == 204
    reply = await abandoned.part(100, b"x" * 501)
    assert (reply.status_code, reply.json()["code"]) == (403, "too_much_today")
    assert (await abandoned.part(100, b"x" * 500)).status_code == 204


async def test_a_client_has_a_daily_upload_limit(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "QUOTA", 1000)
    maya, ana = Sender(portal.as_("maya")), Sender(portal.as_("ana"))
    assert (await maya.begin("a.txt", 600)).status_code == 201
    async with portal.unchanged():
        assert (await maya.begin("a.txt", 600)).status_code == 201  # the same request again
        reply = await Sender(portal.as_("maya")).begin("b.txt", 401)
        assert (reply.status_code, reply.json()["code"]) == (403, "too_much_today")
    assert (await Sender(portal.as_("otto")).begin("b.txt", 401)).status_code == 201
    assert (await ana.begin("a.txt", 5000)).status_code == 201
    await write(lambda: Upload.objects.filter(id=maya.id).update(expires_at=now() + timedelta(hours=23)))
    assert (await Sender(portal.as_("maya")).begin("b.txt", 401)).status_code == 201


async def test_removing_files_does_not_raise_the_daily_upload_limit(
    storage_folder: Path, portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Removed files stay on the disk until the hourly sweep."""
    monkeypatch.setattr(services, "QUOTA", 1000)
    first = Sender(portal.as_("maya"))
    await first.upload("a.txt", b"x" * 600)
    assert (await first.end()).status_code == 204
    reply = await Sender(portal.as_("maya")).begin("b.txt", 401)
    assert (reply.status_code, reply.json()["code"]) == (403, "too_much_today")
    assert await asyncio.to_thread(workflows.sweep) == 1
    assert files_in(storage_folder) == []
    assert (await Sender(portal.as_("maya")).begin("b.txt", 401)).status_code == 201


async def test_a_name_that_hides_its_ending_is_stored_without_the_trick(portal: Portal) -> None:
    """A browser shows `bill<right-to-left override>fdp.zip` as `billpiz.pdf`."""
    sender, content = Sender(portal.as_("maya")), archive()
    for _ in range(2):
        reply = await sender.begin("bill\u202efdp\n.zip", len(content))
        assert reply.status_code == 201, reply.text
    assert (await sender.part(0, content)).status_code == 204
    assert (await row(StoredObject, id=sender.id))["title"] == "billfdp.zip"
