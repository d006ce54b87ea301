"""Files in an S3 bucket: parts become one object, and the bucket serves it at a URL that is valid for five minutes."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from pytest_django import Settings

from files import workflows
from files.effects import preview_drawing
from files.models import StoredObject
from files.providers.storage.backend import file_storage
from sync.effects import effects
from tests.support.apps.crashed_uploads import upload_before_crash
from tests.support.apps.files import PNG, Sender, signed
from tests.support.fakes.bucket import Bucket, bucket, s3
from tests.support.portal.agency import Portal, row
from tests.support.servers.server import free_port

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
__all__ = ["bucket", "s3"]
PART = 3_000_000
# Larger than one part of the bucket's own multipart upload.
TEXT = b"".join(b"line %07d\n" % number for number in range(900_000))


async def test_parts_become_one_object_that_the_bucket_serves(portal: Portal, bucket: Bucket) -> None:
    sender = Sender(portal.as_("maya"))
    await sender.begin("Visits of 2026.txt", len(TEXT))
    # These bytes are stored but not recorded, as after a crash, so the device sends them again in other parts.
    await asyncio.to_thread(file_storage().put, sender.id, 0, TEXT[: PART * 2])
    for start in range(0, len(TEXT), PART):
        reply = await sender.part(start, TEXT[start : start + PART])
    url = reply.headers["Content-Location"]
    assert bucket.keys() == [url.removeprefix("/storage/v1/object/")]
    redirect = await portal.as_(None).get(await signed(portal.as_("maya"), url))
    assert (redirect.status_code, redirect.headers["Cache-Control"]) == (302, "no-store")
    bucket_url = redirect.headers["Location"]
    assert bucket_url.startswith(f"{bucket.endpoint}/")
    assert parse_qs(urlsplit(bucket_url).query)["X-Amz-Expires"] == ["300"]
    async with httpx.AsyncClient() as http:
        whole = await http.get(bucket_url)
        part = await http.get(bucket_url, headers={"Range": "bytes=12-24"})
    assert (whole.status_code, whole.content == TEXT) == (200, True)
    assert whole.headers["Content-Type"] == "text/plain"
    assert whole.headers["Content-Disposition"] == "attachment; filename*=UTF-8''Visits%20of%202026.txt"
    assert (part.status_code, part.content) == (206, TEXT[12:25])


async def test_a_picture_and_its_preview_are_stored_and_deleted_together(portal: Portal, bucket: Bucket) -> None:
    url = await Sender(portal.as_("maya")).upload("sign.png", PNG)
    await asyncio.to_thread(effects.sweep, preview_drawing.DRAWING)
    key = url.removeprefix("/storage/v1/object/")
    assert bucket.keys() == [key, f"{key}.preview"]
    redirect = await portal.as_(None).get(await signed(portal.as_("maya"), url, "preview"))
    async with httpx.AsyncClient() as http:
        preview = await http.get(redirect.headers["Location"])
    assert (preview.headers["Content-Type"], preview.content[8:12]) == ("image/webp", b"WEBP")
    assert await asyncio.to_thread(workflows.sweep, min_age=timedelta(0)) == 1
    assert bucket.keys() == []


@pytest.mark.parametrize(("name", "content", "discarded"), [("sign.png", PNG, 3), ("a.txt", TEXT[:60], 1)])
async def test_the_next_request_completes_an_upload_whose_object_is_stored(
    name: str, content: bytes, discarded: int, portal: Portal, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server crashed after it wrote the object: while it deleted the parts, or before it recorded the file."""
    sender = Sender(portal.as_("maya"))
    upload = await upload_before_crash(sender, name, content, monkeypatch, part=-(-len(content) // 3))
    parts = bucket.keys()
    assert len(parts) == 3
    bucket.put(f"{upload.bucket}/{upload.name}", content)
    for part in parts[:discarded]:
        bucket.remove(part)
    reply = await sender.status()
    url = reply.headers["Content-Location"]
    assert (reply.status_code, bucket.keys()) == (200, [url.removeprefix("/storage/v1/object/")])
    assert bucket.content(url.removeprefix("/storage/v1/object/")) == content
    assert (await row(StoredObject, id=sender.id))["size"] == len(content)


@pytest.mark.parametrize(("name", "content", "lost"), [("a.txt", TEXT[:60], [1]), ("sign.png", PNG, [0, 1, 2])])
async def test_an_upload_whose_parts_are_lost_starts_again(
    name: str, content: bytes, lost: list[int], portal: Portal, bucket: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = Sender(portal.as_("maya"))
    async with portal.unchanged():
        await upload_before_crash(sender, name, content, monkeypatch, part=-(-len(content) // 3))
        parts = bucket.keys()
        for number in lost:
            bucket.remove(parts[number])
        assert ((await sender.status()).status_code, bucket.keys()) == (404, [])
    url = await sender.upload(name, content)
    assert bucket.content(url.removeprefix("/storage/v1/object/")) == content


async def test_a_terminated_upload_leaves_nothing(portal: Portal, bucket: Bucket) -> None:
    sender = Sender(portal.as_("maya"))
    await sender.begin("a.txt", 100)
    await sender.part(0, b"x" * 50)
    assert bucket.keys() == [f"uploads/{sender.id}/{0:012}"]
    assert (await sender.end()).status_code == 204
    assert bucket.keys() == []


async def test_objects_in_the_bucket_need_a_signed_url(portal: Portal, bucket: Bucket) -> None:
    url = await Sender(portal.as_("maya")).upload("sign.png", PNG)
    reply = await portal.as_("otto").post("/storage/v1/object/sign", json={"url": url})
    assert (reply.status_code, reply.json()["code"]) == (404, "file_not_found")
    assert (await portal.as_("maya").get(url)).status_code == 404


async def test_an_upload_waits_while_the_bucket_does_not_respond(
    portal: Portal, bucket: Bucket, settings: Settings
) -> None:
    sender = Sender(portal.as_("maya"))
    await sender.begin("Visits.txt", 24)
    assert (await sender.part(0, TEXT[:12])).status_code == 204
    settings.FILES_BUCKET = replace(settings.FILES_BUCKET, endpoint=f"http://127.0.0.1:{free_port()}")
    file_storage.cache_clear()
    reply = await sender.part(12, TEXT[12:24])
    assert (reply.status_code, reply.json()["code"]) == (503, "storage_unavailable")
    settings.FILES_BUCKET = replace(settings.FILES_BUCKET, endpoint=bucket.endpoint)
    file_storage.cache_clear()
    assert (await sender.part(12, TEXT[12:24])).status_code == 204
    assert len(bucket.keys()) == 1
