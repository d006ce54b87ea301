"""Limits of searches: one per user at a time, cancelled when its caller disconnects, and never all readers."""

import asyncio
import threading
from collections.abc import Awaitable
from urllib.parse import urlencode

import pytest
from django.db import OperationalError, connection

from core.actor import Actor
from messaging import api, queries
from messaging.models import Message
from sync.sql import raw_sql
from sync.writes import db_executor, deadlines
from sync.writes.db_executor import READERS, read
from sync.writes.deadlines import Deadline, DeadlineExceeded
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
SEARCH_PATH = "/rest/v1/messages/search"
SLOW = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
    "postgresql": "SELECT pg_sleep(60)",
}


class Stuck:
    """Searches that block with their statement until they are cancelled or released."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = threading.Semaphore(0)
        self.ended = threading.Semaphore(0)
        monkeypatch.setattr(queries, "search", self._search)
        monkeypatch.setattr(api, "SEARCH_TIMEOUT_S", 60.0)

    def _search(self, deadline: Deadline, **params: object) -> tuple[list[Message], bool]:
        self.begun.release()
        try:
            with deadline.ends_statements():
                raw_sql.rows(SLOW[connection.vendor], [])
        except DeadlineExceeded:
            self.ended.release()
        return [], False


async def hang_up_when(portal: Portal, name: str, listening: asyncio.Queue[None], until: Awaitable[object]) -> None:
    """A search whose caller closes the connection once `until` is done."""
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
        listening.put_nowait(None)  # by now the search runs or waits
        await until
        return {"type": "http.disconnect"}

    async def send(message: object) -> None:
        raise AssertionError(f"nobody waits for {message}")

    with pytest.raises(asyncio.CancelledError):
        await application(scope, receive, send)


async def test_a_search_ends_when_its_caller_disconnects_and_the_next_runs(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user has one running search, so three more never begin; another user's search runs at the same time."""
    await portal.post("maya", "Our sign")
    params = {"client_id": str(portal.clients["maya"]), "words": "sign"}
    with monkeypatch.context() as patch:
        stuck, hung_up, listening = Stuck(patch), asyncio.Event(), asyncio.Queue[None]()
        waiting = [asyncio.create_task(hang_up_when(portal, "maya", listening, hung_up.wait())) for _ in range(4)]
        await asyncio.to_thread(stuck.begun.acquire)
        beside = asyncio.create_task(hang_up_when(portal, "ana", listening, hung_up.wait()))
        await asyncio.to_thread(stuck.begun.acquire)
        for _ in range(5):
            await listening.get()
        response = await portal.as_("maya").get(SEARCH_PATH, params=params)
        assert (response.status_code, response.json()["code"], response.headers["Retry-After"]) == (
            429,
            "too_many_at_once",
            "1",
        )
        hung_up.set()
        await asyncio.gather(*waiting, beside)
        for _ in range(2):
            assert await asyncio.to_thread(stuck.ended.acquire, timeout=20)
    monkeypatch.setattr(
        api, "SEARCH_TIMEOUT_S", 60.0
    )  # a busy machine finds the message after more than a fifth of a second
    reply = await portal.as_("maya").get(SEARCH_PATH, params=params)
    assert len(reply.json()["rows"]) == 1


async def test_a_turn_ends_with_the_search_and_not_with_its_caller(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search cannot stop at every step when its caller disconnects. The next waits, so another user gets a thread."""
    begun, names = threading.Semaphore(0), {portal.users[name].id: name for name in ("maya", "ana")}
    order, free = list[str](), threading.Event()

    def stay(deadline: Deadline, *, actor: Actor, **params: object) -> tuple[list[Message], bool]:
        order.append(names[actor.id])
        begun.release()
        free.wait(20)
        return [], True

    monkeypatch.setattr(queries, "search", stay)
    first, others, listening = asyncio.Event(), asyncio.Event(), asyncio.Queue[None]()
    left = asyncio.create_task(hang_up_when(portal, "maya", asyncio.Queue(), first.wait()))
    await asyncio.to_thread(begun.acquire)
    first.set()
    await left
    later = []
    for name in ("maya", "ana"):
        later.append(asyncio.create_task(hang_up_when(portal, name, listening, others.wait())))
        await listening.get()
    await asyncio.to_thread(begun.acquire)
    assert order == ["maya", "ana"]
    others.set()
    await asyncio.gather(*later)
    free.set()
    params = {"client_id": str(portal.clients["maya"]), "words": "sign"}
    assert (await portal.as_("maya").get(SEARCH_PATH, params=params)).status_code == 200
    assert order == ["maya", "ana", "maya"]


async def test_one_user_cannot_use_all_readers(portal: Portal) -> None:
    maya = portal.users["maya"]
    actor = Actor(id=maya.id, session_id=maya.session_id, email="", expires_at=2**40)
    free = threading.Event()

    def stay(*, actor: Actor) -> bool:
        return free.wait(10)

    slow = [asyncio.create_task(read(stay, actor=actor)) for _ in range(READERS + 1)]
    assert (
        await portal.as_("otto").get("/rest/v1/messages", params={"client_id": str(portal.clients["otto"])})
    ).status_code == 200
    free.set()
    assert await asyncio.gather(*slow) == [True] * len(slow)


async def test_the_database_ends_a_statement_at_its_deadline_and_continues() -> None:
    def slow() -> str:
        with pytest.raises(DeadlineExceeded), Deadline(0.05).start().ends_statements():
            raw_sql.rows(SLOW[connection.vendor], [])
        return str(raw_sql.rows("SELECT 'next'", [])[0][0])

    assert await read(slow) == "next"


async def test_a_read_ends_after_its_time_and_the_next_of_its_thread_does_not(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "DEFAULT_STATEMENT_TIMEOUT_S", 0.05)
    db_executor.close_connections()  # because a connection keeps its first limit
    with pytest.raises(OperationalError):
        await read(lambda: raw_sql.rows(SLOW[connection.vendor], []))
    assert await read(lambda: raw_sql.rows("SELECT 1", [])) == [(1,)]
    db_executor.close_connections()
