"""Concurrent writes of a job and of a request: with row locks neither waits for the other."""

import asyncio
from collections.abc import Callable, Collection
from concurrent import futures
from datetime import timedelta
from uuid import UUID

import pytest

from core.actor import Actor
from core.clock import now
from core.ids import uuid7
from files import services as files
from files.buckets import ATTACHMENTS, address
from files.models import Claim, StoredObject
from messaging.models import Thread
from messaging.services import notify
from notifications import queries as notices
from notifications.models import Notice
from notifications.queries import Recipient
from sync.writes.db_executor import read, write, write_now
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
# Time for a writer that does not wait. A writer that waits goes on when the other one has committed.
DONE_WITHIN_S = 0.5


async def test_reading_during_notification_leaves_no_open_notice(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, ana = asyncio.get_running_loop(), portal.users["ana"].id
    sent, reads = await portal.post("maya", "Is my page slower?"), list[futures.Future[object]]()
    locked_recipients = notices.locked_recipients

    def recipients(user_ids: Collection[UUID], kind: str) -> list[Recipient]:
        if not reads:
            put = portal.as_("ana").put("/rest/v1/threads", json={"id": sent["client_id"], "read_to": sent["id"]})
            reads.append(asyncio.run_coroutine_threadsafe(put, loop))
            futures.wait(reads, DONE_WITHIN_S)
        return locked_recipients(user_ids, kind)

    monkeypatch.setattr(notices, "locked_recipients", recipients)
    await asyncio.to_thread(write_now, notify.notify_messages, message_ids=[UUID(sent["id"])])
    await asyncio.wrap_future(reads[0])
    assert await read(lambda: Thread.objects.get(id=sent["client_id"]).provider_unread) == 0
    assert await read(lambda: Notice.objects.filter(user_id=ana, opened_at=None).count()) == 0


@pytest.mark.parametrize("way", ["swept", "released"])
async def test_a_file_that_is_being_claimed_is_not_deleted(way: str, portal: Portal) -> None:
    maya, file_id, former = portal.users["maya"], uuid7(), (await portal.post("ana"))["id"]
    url = address(ATTACHMENTS.name, f"{file_id}.pdf")

    def store_object() -> None:
        fields = {"bucket": ATTACHMENTS.name, "name": f"{file_id}.pdf", "title": "a.pdf", "type": "application/pdf"}
        at = now() - timedelta(days=3)
        StoredObject.objects.create(id=file_id, size=3, owner_id=maya.id, created_at=at, **fields)
        if way == "released":
            Claim.objects.create(file_id=file_id, app="messages", row_id=former)

    await write(store_object)
    deletion: Callable[[], object] = {
        "swept": lambda: files.mark_for_deletion(file_id=file_id),
        "released": lambda: files.release(app="messages", row_id=former),
    }[way]
    with futures.ThreadPoolExecutor() as pool:

        def claim(*, actor: Actor) -> None:
            files.claim(actor=actor, url=url, bucket=ATTACHMENTS, app="messages", row_id=uuid7())
            futures.wait([pool.submit(write_now, deletion)], DONE_WITHIN_S)

        await write(claim, actor=actor_of(maya))
    assert await read(lambda: Claim.objects.filter(file_id=file_id).count()) == 1
    assert await read(lambda: StoredObject.objects.filter(id=file_id, is_deleting=True).count()) == 0
