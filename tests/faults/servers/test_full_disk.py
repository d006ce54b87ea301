"""The data folder's disk is full: the server rejects writes with 503, devices keep them, reads work, and the health
check names it. The disk is a real file system, so that SQLite and the uploads meet the system's own errors.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from uuid import UUID

import httpx
import pytest

from core.ids import uuid7
from tests.support.apps.files import Sender, files_in
from tests.support.monitoring.processes import ready
from tests.support.servers.crash_harness import UNAVAILABLE, Place, eventually, holes_in
from tests.support.servers.full_disk import SmallDiskServer
from tests.support.servers.server import FOR_TESTS

pytestmark = pytest.mark.thorough

PLAN = b"All of the plan. " * 20_000


@pytest.fixture
def server(place: Place) -> Iterator[SmallDiskServer]:
    server = SmallDiskServer(place.data_dir, **FOR_TESTS)
    server.start()
    yield server
    server.stop()


def stored_place(place: Place, server: SmallDiskServer) -> Place:
    """A place with a copy of everything that the server has stored until now."""
    return Place(server.snapshot(), place.accounts, place.settings)


def upload_step(
    place: Place, server: SmallDiskServer, upload_id: UUID, step: Callable[[Sender], Awaitable[httpx.Response]]
) -> httpx.Response:
    """Make one request of maya's upload with this id; returns the response."""

    async def request() -> httpx.Response:
        async with place.async_http(server) as http:
            return await step(Sender(http, id=upload_id))

    return asyncio.run(request())


def stored_files(stored: Place) -> list[bytes]:
    return [path.read_bytes() for path in files_in(stored.data_dir / "files")]


def test_a_full_disk_rejects_writes_with_503_and_loses_nothing(place: Place, server: SmallDiskServer) -> None:
    plan = uuid7()
    assert upload_step(place, server, plan, lambda sender: sender.begin("plan.txt", len(PLAN))).status_code == 201
    with place.http(server) as http:
        assert ready(server.url) == (200, [])
        server.use_up_space()
        bodies = [place.message(f"message {n}") for n in range(5)]
        for body in bodies:
            reply = http.post("/rest/v1/messages", json=body)
            assert (reply.status_code, reply.json(), reply.headers["Retry-After"]) == (503, UNAVAILABLE, "1")
        reply = upload_step(place, server, plan, lambda sender: sender.part(0, PLAN))
        assert (reply.status_code, reply.json()) == (503, UNAVAILABLE)
        assert eventually(lambda: ready(server.url) == (503, ["writer", "data folder", "files folder"]))
        assert http.get("/rest/v1/clients").json()["data"]["id"] == body["client_id"]
        assert http.get("/health/live").status_code == 200
        assert stored_place(place, server).contents() == (["before"], ["before"])
        server.free()
        assert eventually(lambda: ready(server.url) == (200, []))
        assert [http.post("/rest/v1/messages", json=body).status_code for body in bodies] == [201] * 5
        assert [http.post("/rest/v1/messages", json=body).status_code for body in bodies] == [200] * 5
    assert upload_step(place, server, plan, lambda sender: sender.part(0, PLAN)).status_code == 204
    sent = ["before", *(body["content"] for body in bodies)]
    stored = stored_place(place, server)
    assert stored.contents() == (sent, sent)
    assert stored_files(stored) == [PLAN]
    assert holes_in(stored) == []


def test_a_disk_without_inodes_takes_messages_and_lets_uploads_wait(place: Place, server: SmallDiskServer) -> None:
    """The database grows its files without a new inode; an upload needs one, and is sent again."""
    plan = uuid7()
    with place.http(server) as http:
        server.use_up_inodes()
        bodies = [place.message(f"message {n}") for n in range(5)]
        assert [http.post("/rest/v1/messages", json=body).status_code for body in bodies] == [201] * 5
        assert upload_step(place, server, plan, lambda sender: sender.begin("plan.txt", len(PLAN))).status_code == 201
        during = upload_step(place, server, plan, lambda sender: sender.part(0, PLAN))
        assert (during.status_code, during.json()) == (503, UNAVAILABLE)
        assert eventually(lambda: ready(server.url) == (503, ["data folder"]))
        server.free()
        assert eventually(lambda: ready(server.url) == (200, []))
    assert upload_step(place, server, plan, lambda sender: sender.part(0, PLAN)).status_code == 204
    sent = ["before", *(body["content"] for body in bodies)]
    stored = stored_place(place, server)
    assert stored.contents() == (sent, sent)
    assert stored_files(stored) == [PLAN]
    assert holes_in(stored) == []
