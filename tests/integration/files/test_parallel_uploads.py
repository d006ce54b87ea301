"""Concurrent requests for one upload run one after another, also in several processes; checked bytes stay."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest
from django.db import connection

from core.clock import now
from files import services, workflows
from files.buckets import ATTACHMENTS
from files.models import StoredObject, Upload
from files.providers.storage.folder_backend import FolderStorage
from sync.writes.db_executor import read, write
from sync.writes.exclusive_lock import exclusive_lock, key_of
from tests.support.apps.files import HTML, PNG, Sender, files_in, signed
from tests.support.database.open_transaction import GRACE_S, uncommitted
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("storage_folder"),
]


async def test_a_second_part_at_one_offset_does_not_replace_the_bytes_that_were_checked(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test sends the second part after the server has checked the first and before it records the first."""
    sender, page = Sender(portal.as_("maya")), HTML.ljust(len(PNG))
    await sender.begin("a.png", len(PNG))
    checked, written = threading.Event(), threading.Event()
    head, put = FolderStorage.head, FolderStorage.put

    def check(self: FolderStorage, upload_id: UUID, size: int) -> bytes:
        beginning = head(self, upload_id, size)
        if not checked.is_set():
            checked.set()
            written.wait(GRACE_S)
        return beginning

    def write(self: FolderStorage, upload_id: UUID, offset: int, part: bytes) -> None:
        put(self, upload_id, offset, part)
        if part == page:
            written.set()

    monkeypatch.setattr(FolderStorage, "head", check)
    monkeypatch.setattr(FolderStorage, "put", write)
    first = asyncio.create_task(sender.part(0, PNG))
    await asyncio.to_thread(checked.wait)
    second = await sender.part(0, page)
    assert ((await first).status_code, second.status_code, second.json()["code"]) == (204, 409, "wrong_offset")
    address = await signed(portal.as_("maya"), (await first).headers["Content-Location"])
    assert (await portal.as_(None).get(address)).content == PNG


async def test_terminating_an_upload_waits_for_an_arriving_part_and_leaves_nothing(
    portal: Portal, storage_folder: Path
) -> None:
    for _ in range(5):
        sender = Sender(portal.as_("maya"))
        await sender.begin("a.png", len(PNG))
        replies = await asyncio.gather(sender.part(0, PNG), sender.end(), sender.part(0, PNG), sender.status())
        assert {reply.status_code for reply in replies} <= {200, 204, 404, 409}
    assert await read(Upload.objects.count) == 0
    await asyncio.to_thread(workflows.sweep)
    assert (await read(StoredObject.objects.count), files_in(storage_folder)) == (0, [])


async def test_a_part_waits_for_another_process_that_holds_the_upload(portal: Portal) -> None:
    sender = Sender(portal.as_("maya"))
    await sender.begin("a.png", len(PNG))
    async with locked_by_another_thread(sender):
        part = asyncio.create_task(sender.part(0, PNG))
        done, _ = await asyncio.wait({part}, timeout=GRACE_S)
        assert (done, (await read(Upload.objects.get)).offset) == (set(), 0)
    assert (await part).status_code == 204


async def test_an_active_upload_is_not_swept(portal: Portal) -> None:
    """The upload had expired when the sweep listed it, but a part has extended it since."""
    sender = Sender(portal.as_("maya"))
    await sender.begin("a.png", len(PNG))
    new_expiry = now() + timedelta(days=3)
    await write(lambda: Upload.objects.update(expires_at=now() - timedelta(seconds=1)))
    async with locked_by_another_thread(sender):
        sweep = asyncio.create_task(asyncio.to_thread(workflows.sweep))
        done, _ = await asyncio.wait({sweep}, timeout=GRACE_S)
        assert done == set()
        await write(lambda: Upload.objects.update(expires_at=new_expiry))
    assert (await sweep, await read(Upload.objects.count)) == (0, 1)


async def test_terminating_an_upload_waits_for_a_concurrent_claim_of_its_file(portal: Portal) -> None:
    sender = Sender(portal.as_("maya"))
    url = await sender.upload("a.png", PNG)
    maya = actor_of(portal.users["maya"])
    claim = partial(services.claim, actor=maya, url=url, bucket=ATTACHMENTS, app="messaging", row_id=sender.id)
    async with uncommitted(claim):
        ending = asyncio.create_task(sender.end())
        await asyncio.wait({ending}, timeout=GRACE_S)
    reply = await ending
    assert reply.status_code == 409
    assert reply.json()["code"] == "file_in_use"
    assert await read(lambda: StoredObject.objects.get().is_deleting) is False


@asynccontextmanager
async def locked_by_another_thread(sender: Sender) -> AsyncIterator[None]:
    """Inside, another thread holds the lock of an upload, with its own connection and file handle."""
    is_locked, release = threading.Event(), threading.Event()

    def hold() -> None:
        with exclusive_lock(key_of(sender.id)):
            is_locked.set()
            release.wait(20)
        connection.close()

    holder = asyncio.create_task(asyncio.to_thread(hold))
    await asyncio.to_thread(is_locked.wait)
    try:
        yield
    finally:
        release.set()
        await holder
