"""Limits of searches: one at a time for each user, which ends when its caller disconnects or at its deadline."""

import asyncio
import threading
from collections.abc import Awaitable
from urllib.parse import urlencode

import pytest
from django.db import OperationalError, connection

from core.actor import Actor
from messaging import queries
from messaging.models import Message
from sync.sql import raw_sql
from sync.writes import db_executor, deadlines
from sync.writes.db_executor import READERS, read
from sync.writes.deadlines import Deadline, DeadlineExceeded
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
SEARCH_PATH = "/rest/v1/messages/search"
SLOW_QUERY = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
    "postgresql": "SELECT pg_sleep(60)",
}


class BlockedSearches:
    """Replaces searches by ones whose statement runs until it is cancelled, and counts their starts and ends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.starts = threading.Semaphore(0)
        self.ends = threading.Semaphore(0)
        monkeypatch.setattr(queries, "search", self._search)

    def _search(self, deadline: Deadline, **params: object) -> tuple[list[Message], bool]:
        self.starts.release()
        try:
            with deadline.ends_statements():
                raw_sql.rows(SLOW_QUERY[connection.vendor], [])
        except DeadlineExceeded:
            self.ends.release()
        return [], False


async def search_until_hang_up(
    portal: Portal, name: str, listen_events: asyncio.Queue[None], until: Awaitable[object]
) -> None:
    """Search, and disconnect once `until` is done. Puts an item into `listen_events` when the request is read."""
    from config.asgi import application

    actor = portal.users[name]
    query = urlencode({"client_id": str(portal.clients["maya"]), "words": "sign"}).encode()
    headers = [(b"authorization", f"Bearer {actor.token}".encode()), (b"host", b"portal.test")]
    scope = {
        "type": "http",
        "method": "GET",
        "path": SEARCH_PATH,
        "query_string": query,
        "headers": headers,
        "scheme": "http",
    }
    request_events = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, object]:
        if request_events:
            return request_events.pop()
        listen_events.put_nowait(None)  # by now the search runs or waits
        await until
        return {"type": "http.disconnect"}

    async def send(message: object) -> None:
        raise AssertionError(f"sent after the caller has disconnected: {message}")

    with pytest.raises(asyncio.CancelledError):
        await application(scope, receive, send)


async def test_a_search_ends_when_its_caller_disconnects_and_the_next_can_run(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user has one running search, so three more never begin; another user's search runs at the same time."""
    await portal.post("maya", "Our sign")
    params = {"client_id": str(portal.clients["maya"]), "words": "sign"}
    with monkeypatch.context() as patch:
        blocked, hung_up, listen_events = BlockedSearches(patch), asyncio.Event(), asyncio.Queue[None]()
        mayas_searches = [
            asyncio.create_task(search_until_hang_up(portal, "maya", listen_events, hung_up.wait())) for _ in range(4)
        ]
        await asyncio.to_thread(blocked.starts.acquire)
        anas_search = asyncio.create_task(search_until_hang_up(portal, "ana", listen_events, hung_up.wait()))
        await asyncio.to_thread(blocked.starts.acquire)
        for _ in range(5):
            await listen_events.get()
        response = await portal.as_("maya").get(SEARCH_PATH, params=params)
        assert (response.status_code, response.json()["code"], response.headers["Retry-After"]) == (
            429,
            "too_many_at_once",
            "1",
        )
        hung_up.set()
        await asyncio.gather(*mayas_searches, anas_search)
        for _ in range(2):
            assert await asyncio.to_thread(blocked.ends.acquire, timeout=20)
    reply = await portal.as_("maya").get(SEARCH_PATH, params=params)
    assert len(reply.json()["rows"]) == 1


async def test_a_search_of_a_disconnected_caller_delays_only_their_next_search(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disconnected search may go on for a while. Their next one waits for it, so that other users get a thread."""
    starts, names = threading.Semaphore(0), {portal.users[name].id: name for name in ("maya", "ana")}
    order, release = list[str](), threading.Event()

    def block(deadline: Deadline, *, actor: Actor, **params: object) -> tuple[list[Message], bool]:
        order.append(names[actor.id])
        starts.release()
        release.wait(20)
        return [], True

    monkeypatch.setattr(queries, "search", block)
    first_hang_up, others_hang_up, listen_events = asyncio.Event(), asyncio.Event(), asyncio.Queue[None]()
    first_search = asyncio.create_task(search_until_hang_up(portal, "maya", asyncio.Queue(), first_hang_up.wait()))
    await asyncio.to_thread(starts.acquire)
    first_hang_up.set()
    await first_search
    next_searches = []
    for name in ("maya", "ana"):
        next_searches.append(
            asyncio.create_task(search_until_hang_up(portal, name, listen_events, others_hang_up.wait()))
        )
        await listen_events.get()
    await asyncio.to_thread(starts.acquire)
    assert order == ["maya", "ana"]
    others_hang_up.set()
    await asyncio.gather(*next_searches)
    release.set()
    params = {"client_id": str(portal.clients["maya"]), "words": "sign"}
    assert (await portal.as_("maya").get(SEARCH_PATH, params=params)).status_code == 200
    assert order == ["maya", "ana", "maya"]


async def test_one_user_cannot_use_all_readers(portal: Portal) -> None:
    maya = portal.users["maya"]
    actor = Actor(id=maya.id, session_id=maya.session_id, email="", expires_at=2**40)
    release = threading.Event()

    def block(*, actor: Actor) -> bool:
        return release.wait(10)

    blocked_reads = [asyncio.create_task(read(block, actor=actor)) for _ in range(READERS + 1)]
    params = {"client_id": str(portal.clients["otto"])}
    assert (await portal.as_("otto").get("/rest/v1/messages", params=params)).status_code == 200
    release.set()
    assert await asyncio.gather(*blocked_reads) == [True] * len(blocked_reads)


async def test_the_database_ends_a_statement_at_its_deadline_and_continues() -> None:
    def exceed_deadline() -> str:
        with pytest.raises(DeadlineExceeded), Deadline(0.05).start().ends_statements():
            raw_sql.rows(SLOW_QUERY[connection.vendor], [])
        return str(raw_sql.rows("SELECT 'next'", [])[0][0])

    assert await read(exceed_deadline) == "next"


async def test_a_read_ends_at_its_time_limit_and_the_next_read_succeeds(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "DEFAULT_STATEMENT_TIMEOUT_S", 0.05)
    db_executor.close_connections()  # a connection keeps the limit that it was opened with
    with pytest.raises(OperationalError):
        await read(lambda: raw_sql.rows(SLOW_QUERY[connection.vendor], []))
    assert await read(lambda: raw_sql.rows("SELECT 1", [])) == [(1,)]
    db_executor.close_connections()
