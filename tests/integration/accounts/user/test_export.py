"""A large export: read page by page while it is sent, without a reader thread that other requests need."""

import asyncio
import io
import json
import threading
import zipfile
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from concurrent.futures import Future
from typing import Any
from uuid import UUID

import httpx
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import queries
from accounts.ports.personal_data import Part
from accounts.queries import personal_data
from messaging.models import Message
from sync.log import changes
from sync.writes.db_executor import READERS, read, write
from tests.support.portal.agency import BASE, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

AsgiEvent = MutableMapping[str, Any]


async def export_url(portal: Portal) -> str:
    reply = await portal.as_("maya").post("/functions/v1/export-data")
    return str(reply.json()["address"])


async def test_an_export_contains_a_long_thread_completely_and_in_order(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(personal_data, "PAGE_SIZE", 3)
    sent = [await portal.post("maya", f"Message {n}") for n in range(11)]

    def set_same_time() -> None:
        timestamp = Message.objects.get(id=sent[2]["id"]).created_at
        for one in sent[3:8]:
            message = changes.locked(Message, UUID(one["id"]))
            assert message is not None
            changes.update(message, created_at=timestamp)

    await write(set_same_time)
    expected = await read(lambda: list(Message.objects.order_by("created_at", "id").values_list("content", flat=True)))
    reply = await portal.as_(None).get(await export_url(portal))
    with zipfile.ZipFile(io.BytesIO(reply.content)) as archive:
        assert [row["content"] for row in json.loads(archive.read("messages.json"))] == expected

    def statements() -> list[str]:
        with CaptureQueriesContext(connection) as captured:
            for part in queries.export(portal.users["maya"].id):
                if part.name.endswith(".json"):
                    assert isinstance(json.loads(b"".join(part.pieces())), list)
        return [one["sql"] for one in captured if '"messages"."content"' in one["sql"]]

    page_reads = await read(statements)
    assert len(page_reads) == 4
    assert all(one.endswith("LIMIT 3") for one in page_reads)


async def test_an_export_needs_no_reader_thread(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The export is sent while every reader thread is busy."""
    await portal.post("maya", "Hello")
    url, release, loop = await export_url(portal), threading.Event(), asyncio.get_running_loop()
    export = queries.export

    def export_while_all_are_busy(user_id: UUID) -> Iterator[Part]:
        for _ in range(READERS):
            busy.append(asyncio.run_coroutine_threadsafe(read(release.wait, 60), loop))
        yield from export(user_id)

    busy: list[Future[bool]] = []
    monkeypatch.setattr(queries, "export", export_while_all_are_busy)
    reply = await portal.as_(None).get(url)
    assert not any(one.done() for one in busy)
    release.set()
    assert [await asyncio.wrap_future(one) for one in busy] == [True] * READERS
    with zipfile.ZipFile(io.BytesIO(reply.content)) as archive:
        assert [row["content"] for row in json.loads(archive.read("messages.json"))] == ["Hello"]


async def test_a_user_with_many_exports_delays_no_other_users_export(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls = {}
    for name in ("maya", "otto"):
        urls[name] = str((await portal.as_(name).post("/functions/v1/export-data")).json()["address"])
    may_continue, export = threading.Event(), queries.export

    def export_when_allowed(user_id: UUID) -> Iterator[Part]:
        if user_id == portal.users["maya"].id:
            may_continue.wait()
        yield from export(user_id)

    monkeypatch.setattr(queries, "export", export_when_allowed)
    http = portal.as_(None)
    exports = [asyncio.create_task(http.get(urls["maya"])) for _ in range(6)]
    try:
        async with asyncio.timeout(20):
            assert (await http.get(urls["otto"])).status_code == 200
            done, waiting = await asyncio.wait(exports, return_when=asyncio.FIRST_COMPLETED)
            while len(done) < 2:  # one export runs and three wait, so two of the six are rejected
                more, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                done |= more
    finally:
        may_continue.set()
    replies = await asyncio.gather(*exports)
    assert sorted(reply.status_code for reply in replies) == [200, 200, 200, 200, 429, 429]
    assert {reply.json()["code"] for reply in replies if reply.status_code == 429} == {"too_many_at_once"}


async def test_an_export_that_has_begun_is_sent_completely(portal: Portal) -> None:
    from config.asgi import application

    await portal.post("maya", "Hello")
    started, may_continue = asyncio.Semaphore(0), asyncio.Event()

    async def slow_application(
        scope: AsgiEvent, receive: Callable[[], Awaitable[AsgiEvent]], send: Callable[[AsgiEvent], Awaitable[None]]
    ) -> None:
        """The application, on a connection that accepts no body until `may_continue`."""

        async def send_later(message: AsgiEvent) -> None:
            if message["type"] == "http.response.body":
                started.release()
                await may_continue.wait()
            await send(message)

        await application(scope, receive, send_later)

    url = await export_url(portal)
    exports = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(slow_application), base_url=BASE) as http:
        for _ in range(6):
            exports.append(asyncio.create_task(http.get(url)))
            await started.acquire()
        may_continue.set()
        for reply in await asyncio.gather(*exports):
            with zipfile.ZipFile(io.BytesIO(reply.content)) as archive:
                assert archive.testzip() is None
