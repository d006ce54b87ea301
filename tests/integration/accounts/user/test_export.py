"""A large export: read page by page while it is sent, without a reader thread that other requests need."""

import asyncio
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import Future
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import personal_data, queries
from accounts.personal_data import Part
from messaging.models import Message
from sync.log import changes
from sync.writes.db_executor import READERS, read, write
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def address(portal: Portal) -> str:
    reply = await portal.as_("maya").post("/functions/v1/export-data")
    return str(reply.json()["address"])


async def test_a_long_thread_is_read_page_by_page_whole_and_in_its_order(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(personal_data, "AT_ONCE", 3)
    sent = [await portal.post("maya", f"Message {n}") for n in range(11)]

    def have_one_time() -> None:
        moment = Message.objects.get(id=sent[2]["id"]).created_at
        for one in sent[3:8]:
            held = changes.locked(Message, UUID(one["id"]))
            assert held is not None
            changes.update(held, created_at=moment)

    await write(have_one_time)
    expected = await read(lambda: list(Message.objects.order_by("created_at", "id").values_list("content", flat=True)))
    reply = await portal.as_(None).get(await address(portal))
    with zipfile.ZipFile(io.BytesIO(reply.content)) as made:
        assert [row["content"] for row in json.loads(made.read("messages.json"))] == expected

    def statements() -> list[str]:
        with CaptureQueriesContext(connection) as asked:
            for part in queries.export(portal.people["maya"].id):
                if part.name.endswith(".json"):
                    assert isinstance(json.loads(b"".join(part.pieces())), list)
        return [one["sql"] for one in asked if '"messages"."content"' in one["sql"]]

    asked = await read(statements)
    assert len(asked) == 4
    assert all(one.endswith("LIMIT 3") for one in asked)


async def test_an_export_takes_no_reader_from_others(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The export is sent while every reader thread is busy."""
    await portal.post("maya", "Hello")
    where, free, loop = await address(portal), threading.Event(), asyncio.get_running_loop()
    export = queries.export

    def export_while_all_are_busy(user_id: UUID) -> Iterator[Part]:
        for _ in range(READERS):
            busy.append(asyncio.run_coroutine_threadsafe(read(free.wait, 60), loop))
        yield from export(user_id)

    busy: list[Future[bool]] = []
    monkeypatch.setattr(queries, "export", export_while_all_are_busy)
    reply = await portal.as_(None).get(where)
    assert not any(one.done() for one in busy)
    free.set()
    assert [await asyncio.wrap_future(one) for one in busy] == [True] * READERS
    with zipfile.ZipFile(io.BytesIO(reply.content)) as made:
        assert [row["content"] for row in json.loads(made.read("messages.json"))] == ["Hello"]
