"""A bucket that hangs or returns server errors: uploads wait and complete once, and other requests are answered."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count
from uuid import UUID

import pytest
from botocore.config import Config

from core.ids import uuid7
from files import workflows
from files.effects import preview_drawing
from files.errors import StorageUnavailable
from files.models import StoredObject
from files.providers.storage import s3_backend
from files.providers.storage.backend import file_storage
from sync.effects import effects
from sync.writes.db_executor import read
from sync.writes.exclusive_lock import FILES, key_of
from tests.support.accounts.api import execute
from tests.support.apps.files import PNG, Sender, signed
from tests.support.fakes.bucket import Bucket, bucket, s3
from tests.support.portal.agency import Portal
from tests.support.servers.crash_harness import eventually

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
__all__ = ["bucket", "s3"]
PLAN = b"All of the plan for May."
HALF = len(PLAN) // 2
MAX_WAIT_S = 75  # how long a device's request may wait for the bucket, with all retries
CANNOT_STORE = {
    "code": "storage_unavailable",
    "message": "The file cannot be stored right now. Please try again.",
}
FAULTS: dict[str, Callable[[Bucket], None]] = {
    "hangs": lambda bucket: bucket.hangs(),
    "500": lambda bucket: bucket.fails(500),
    "503": lambda bucket: bucket.fails(503),
}


@pytest.fixture
def set_short_timeout(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bool], None]]:
    """A function that sets the product's read timeout for the bucket: True to 0.5 s, False to its usual value."""
    original_config = s3_backend.CLIENT

    def set_timeout(is_short: bool) -> None:
        config = original_config.merge(Config(read_timeout=0.5)) if is_short else original_config
        monkeypatch.setattr(s3_backend, "CLIENT", config)
        file_storage.cache_clear()

    yield set_timeout
    set_timeout(False)


async def stored_files() -> list[str]:
    """The keys of the files that have a row."""
    return await read(lambda: sorted(f"{file.bucket}/{file.name}" for file in StoredObject.objects.all()))


def ids_with_own_locks(count: int) -> list[UUID]:
    """Ids of uploads that do not share a lock. On SQLite, some ids share a lock file."""
    ids: dict[int, UUID] = {}
    while len(ids) < count:
        upload_id = uuid7()
        ids.setdefault(key_of(upload_id) % FILES, upload_id)
    return list(ids.values())


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_part_waits_while_the_bucket_fails(
    portal: Portal, bucket: Bucket, set_short_timeout: Callable[[bool], None], fault: str
) -> None:
    sender = Sender(portal.as_("maya"))
    await sender.begin("plan.txt", len(PLAN))
    assert (await sender.part(0, PLAN[:HALF])).status_code == 204
    set_short_timeout(True)
    FAULTS[fault](bucket)
    async with portal.unchanged():
        reply = await sender.part(HALF, PLAN[HALF:])
    assert (reply.status_code, reply.json()) == (503, CANNOT_STORE)
    assert bucket.failed == [f"PUT /pulseboard-files/uploads/{sender.id}/{HALF:012}"] * 2
    await asyncio.to_thread(bucket.recovers)
    set_short_timeout(False)
    assert (await sender.status()).headers["Upload-Offset"] == str(HALF)
    reply = await sender.part(HALF, PLAN[HALF:])
    key = reply.headers["Content-Location"].removeprefix("/storage/v1/object/")
    assert (await stored_files(), bucket.keys(), bucket.content(key)) == ([key], [key], PLAN)


def test_a_request_to_a_hanging_bucket_ends_in_bounded_time() -> None:
    """The test above shows that the client makes as many attempts as its settings allow."""
    config = s3_backend.CLIENT
    attempts = config.retries["total_max_attempts"]
    assert attempts == 2
    assert attempts * (config.connect_timeout + config.read_timeout) <= MAX_WAIT_S


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("user", "kind", "name", "content"),
    [("maya", "message-attachments", "plan.txt", PLAN), ("ana", "portraits", "ana.png", PNG)],
    ids=["file", "picture with a limit of pixels"],
)
async def test_an_upload_is_completed_once_wherever_the_bucket_fails(
    portal: Portal, bucket: Bucket, user: str, kind: str, name: str, content: bytes
) -> None:
    """The last part takes several requests to the bucket. Each of them fails once, and the device continues."""
    keys: list[str] = []
    half = len(content) // 2
    for successes in count():
        sender = Sender(portal.as_(user), bucket=kind)
        await sender.begin(name, len(content))
        await sender.part(0, content[:half])
        bucket.fails(503, after=successes)
        reply = await sender.part(half, content[half:])
        failed = bucket.failed
        bucket.recovers()
        if failed:
            assert (reply.status_code, reply.json()) == (503, CANNOT_STORE)
            assert await stored_files() == sorted(keys)
            reply = await sender.status()
            if reply.headers["Upload-Offset"] == str(half):
                reply = await sender.part(half, content[half:])
        keys.append(reply.headers["Content-Location"].removeprefix("/storage/v1/object/"))
        assert (await stored_files(), bucket.keys()) == (sorted(keys), sorted(keys))
        assert bucket.content(keys[-1]) == content
        if not failed:
            break
    assert len(keys) > 5


async def test_other_requests_are_answered_while_uploads_hang(portal: Portal, bucket: Bucket) -> None:
    """Four uploads take all threads that wait for the bucket."""
    picture = await Sender(portal.as_("maya")).upload("sign.png", PNG)
    ids = ids_with_own_locks(4)
    senders = [Sender(portal.as_(name), id=id) for name, id in zip(("maya", "maya", "otto", "otto"), ids, strict=True)]
    for sender in senders:
        await sender.begin("plan.txt", len(PLAN))
    bucket.hangs()
    parts = [asyncio.create_task(sender.part(0, PLAN)) for sender in senders]
    assert await asyncio.to_thread(eventually, lambda: len(bucket.failed) == len(senders))
    await portal.post("maya", "Hello")
    assert (await portal.as_("otto").get("/rest/v1/clients")).status_code == 200
    assert (await Sender(portal.as_("otto")).begin("plan.txt", len(PLAN))).status_code == 201
    redirect = await portal.as_(None).get(await signed(portal.as_("maya"), picture))
    assert redirect.status_code == 302
    assert not any(part.done() for part in parts)
    await asyncio.to_thread(bucket.recovers)
    replies = await asyncio.gather(*parts)
    assert [reply.status_code for reply in replies] == [204] * len(senders)
    assert bucket.keys() == await stored_files()
    assert len(bucket.keys()) == 1 + len(senders)


async def test_a_mail_does_not_wait_for_a_picture(portal: Portal, bucket: Bucket) -> None:
    """Mails are sent one after another, so that each wait would delay all of them."""
    url = await Sender(portal.as_("ana"), bucket="portraits").upload("ana.png", PNG)
    assert (await portal.as_("ana").put("/rest/v1/portraits", json={"url": url})).status_code == 200
    ana = str(portal.users["ana"].id)
    bucket.hangs()
    assert await workflows.read_portrait(ana) is None
    assert bucket.failed == [f"GET /pulseboard-files/{url.removeprefix('/storage/v1/object/')}"]
    config = s3_backend.WITHOUT_RETRIES
    assert config.connect_timeout + config.read_timeout <= 5
    await asyncio.to_thread(bucket.recovers)
    assert await workflows.read_portrait(ana) == PNG


async def test_a_preview_is_drawn_when_the_bucket_works_again(portal: Portal, bucket: Bucket) -> None:
    url = await Sender(portal.as_("maya")).upload("sign.png", PNG)
    key = url.removeprefix("/storage/v1/object/")
    bucket.fails(503)
    await asyncio.to_thread(effects.sweep, preview_drawing.DRAWING)
    bucket.recovers()
    reply = await portal.as_("maya").post("/storage/v1/object/sign", json={"url": url, "variant": "preview"})
    assert reply.json() == {"address": None, "valid_s": 0, "is_coming": True}
    assert bucket.keys() == [key]
    await execute("UPDATE effects SET due = '2000-01-01' WHERE done_at IS NULL")
    await asyncio.to_thread(effects.sweep, preview_drawing.DRAWING)
    assert bucket.keys() == [key, f"{key}.preview"]
    assert (await signed(portal.as_("maya"), url, "preview")).startswith(url)


async def test_a_file_is_deleted_when_the_bucket_works_again(portal: Portal, bucket: Bucket) -> None:
    url = await Sender(portal.as_("maya")).upload("plan.txt", PLAN)
    key = url.removeprefix("/storage/v1/object/")
    bucket.fails(500)
    with pytest.raises(StorageUnavailable):
        await asyncio.to_thread(workflows.sweep, min_age=timedelta(0))
    bucket.recovers()
    assert (await stored_files(), bucket.keys()) == ([key], [key])
    reply = await portal.as_("maya").post("/storage/v1/object/sign", json={"url": url})
    assert (reply.status_code, reply.json()["code"]) == (404, "file_not_found")
    assert await asyncio.to_thread(workflows.sweep, min_age=timedelta(0)) == 1
    assert (await stored_files(), bucket.keys()) == ([], [])
