"""Resumable uploads: a file that is sent in parts is stored unchanged, even if requests or responses are lost."""

import asyncio
import re
from datetime import timedelta
from pathlib import Path

import pytest

from core.clock import now
from files import services, workflows
from files.models import StoredObject, Upload
from files.providers.storage.backend import file_storage
from sync.writes.db_executor import write
from tests.support.apps.crashed_uploads import upload_before_crash
from tests.support.apps.files import (
    HTML,
    MP4,
    OLD_WORD,
    PDF,
    PNG,
    RESUMABLE,
    Sender,
    archive,
    files_in,
    signed,
)
from tests.support.portal.agency import Portal, row

pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("storage_folder"),
]
MB = 1024 * 1024
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


async def download(portal: Portal, name: str, url: str) -> bytes:
    reply = await portal.as_(None).get(await signed(portal.as_(name), url))
    assert reply.status_code == 200
    return reply.content


async def test_a_file_sent_in_parts_is_stored_unchanged(portal: Portal) -> None:
    content = PNG + bytes(range(256)) * 40
    sender = Sender(portal.as_("maya"))
    start_reply = await sender.begin("Our new sign.PNG", len(content))
    assert (start_reply.status_code, start_reply.headers["Location"]) == (201, sender.place)
    assert (start_reply.headers["Upload-Offset"], start_reply.headers["Tus-Resumable"]) == ("0", "1.0.0")
    assert start_reply.headers["Upload-Expires"].endswith("GMT")
    first_reply = await sender.part(0, content[:5000])
    assert (first_reply.status_code, first_reply.headers["Upload-Offset"]) == (204, "5000")
    assert "Content-Location" not in first_reply.headers
    assert (await sender.status()).headers["Upload-Offset"] == "5000"
    last_reply = await sender.part(5000, content[5000:])
    url = last_reply.headers["Content-Location"]
    assert re.fullmatch(r"/storage/v1/object/message-attachments/\d{13}-[0-9a-f]{16}\.png", url)
    assert (await sender.status()).headers["Content-Location"] == url
    file = await row(StoredObject, id=sender.id)
    assert (file["title"], file["type"], file["size"]) == ("Our new sign.PNG", "image/png", len(content))
    assert (file["width"], file["height"]) == (2, 3)
    assert await download(portal, "maya", url) == content


async def test_repeating_an_upload_after_a_lost_response_changes_nothing(portal: Portal) -> None:
    sender = Sender(portal.as_("maya"))
    await sender.begin("a.png", len(PNG))
    assert (await sender.begin("a.png", len(PNG))).headers["Location"] == sender.place
    url = (await sender.part(0, PNG)).headers["Content-Location"]
    async with portal.unchanged():
        assert (await sender.begin("a.png", len(PNG))).headers["Content-Location"] == url
        second_reply = await sender.part(0, PNG)
        assert (second_reply.status_code, second_reply.json()["code"]) == (409, "wrong_offset")
        assert (await sender.status()).headers["Content-Location"] == url


@pytest.mark.parametrize("remaining", [b"", b"x" * 5])
async def test_an_upload_with_lost_parts_starts_again(remaining: bytes, portal: Portal, storage_folder: Path) -> None:
    """This happens after a restored backup without the parts. A later part must not be stored after a gap."""
    sender = Sender(portal.as_("maya"))
    await sender.begin("a.txt", 20)
    assert (await sender.part(0, b"x" * 10)).status_code == 204
    file_storage().discard(sender.id)
    if remaining:
        file_storage().put(sender.id, 0, remaining)
    assert (await sender.part(10, b"y" * 10)).json()["code"] == "upload_not_found"
    assert (await sender.status()).status_code == 404
    assert files_in(storage_folder) == []
    assert (await sender.send("a.txt", b"z" * 20)).status_code == 204


async def test_an_upload_whose_bytes_are_lost_before_its_completion_starts_again(
    portal: Portal, storage_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = Sender(portal.as_("maya"))
    async with portal.unchanged():
        await upload_before_crash(sender, "a.txt", b"x" * 20, monkeypatch)
        [parts] = files_in(storage_folder)
        parts.write_bytes(b"x" * 15)
        assert ((await sender.status()).status_code, files_in(storage_folder)) == (404, [])


async def test_the_next_request_completes_an_upload_after_a_crash(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server crashed after all bytes had arrived: before it assembled the file, or before it recorded it."""
    sender = Sender(portal.as_("maya"))
    upload = await upload_before_crash(sender, "a.png", PNG, monkeypatch)
    file_storage().assemble(upload.id, f"{upload.bucket}/{upload.name}", upload.type, upload.length)
    url = (await sender.status()).headers["Content-Location"]
    assert await download(portal, "maya", url) == PNG


@pytest.mark.parametrize(
    ("bucket", "user", "name", "content", "stored_type"),
    [
        ("message-attachments", "maya", "a.pdf", PDF, "application/pdf"),
        ("message-attachments", "maya", "a.doc", OLD_WORD, "application/msword"),
        ("message-attachments", "maya", "a.xls", OLD_WORD, "application/vnd.ms-excel"),
        ("message-attachments", "maya", "a.docx", archive(), WORD),
        ("message-attachments", "maya", "a.zip", archive(), "application/zip"),
        ("message-attachments", "maya", "a.txt", "Olá".encode(), "text/plain"),
        ("message-attachments", "maya", "photo.jpg", PNG, "image/png"),  # a picture under another picture's name
        ("message-attachments", "maya", "page.txt", HTML, "text/plain"),  # it is stored as text, and never displayed
        ("report-videos", "ana", "week.mp4", MP4, "video/mp4"),
        ("website-assets", "ana", "logo.png", PNG, "image/png"),
    ],
)
async def test_a_files_type_follows_its_content(
    bucket: str, user: str, name: str, content: bytes, stored_type: str, portal: Portal
) -> None:
    sender = Sender(portal.as_(user), bucket)
    url = await sender.upload(name, content)
    folder = {"report-videos": "reports/", "website-assets": "logos/"}.get(bucket, "")
    assert url.startswith(f"/storage/v1/object/{bucket}/{folder}")
    assert (await row(StoredObject, id=sender.id))["type"] == stored_type


async def test_an_upload_of_the_maximum_size_is_accepted_in_each_bucket(portal: Portal) -> None:
    for bucket, name, max_size in (("message-attachments", "a.zip", 100 * MB), ("report-videos", "a.mov", 500 * MB)):
        assert (await Sender(portal.as_("ana"), bucket).begin(name, max_size)).status_code == 201


async def test_a_terminated_upload_is_gone(portal: Portal, storage_folder: Path) -> None:
    sender = Sender(portal.as_("maya"))
    async with portal.unchanged():
        await sender.begin("a.txt", 100)
        await sender.part(0, b"x" * 50)
        assert (await sender.end()).status_code == 204
    assert (await sender.status()).status_code == 404
    assert files_in(storage_folder) == []


async def test_unfinished_and_unused_uploads_are_swept(portal: Portal, storage_folder: Path) -> None:
    unfinished, unused = Sender(portal.as_("maya")), Sender(portal.as_("maya"))
    async with portal.unchanged():
        await unfinished.begin("a.txt", 100)
        await unfinished.part(0, b"x" * 50)
        await unused.upload("b.txt", b"Nobody keeps this.")
        assert await asyncio.to_thread(workflows.sweep) == 0
        long_ago = now() - services.RETENTION
        await write(lambda: Upload.objects.update(expires_at=long_ago))
        assert await asyncio.to_thread(workflows.sweep, min_age=timedelta(0)) == 3
    assert files_in(storage_folder) == []


async def test_the_server_announces_its_upload_protocol(portal: Portal) -> None:
    reply = await portal.as_(None).options(RESUMABLE)
    assert reply.headers["Tus-Version"] == "1.0.0"
    assert reply.headers["Tus-Extension"] == "creation,expiration,termination"
    assert reply.headers["Tus-Max-Size"] == str(500 * MB)
