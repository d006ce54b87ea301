"""A full disk: the server rejects writes with 503, devices keep them, reads work, and the health check names it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.apps.files import Sender
from tests.support.servers.crash_harness import WITHIN_S, Place, eventually, holes_in
from tests.support.servers.full_disk import INODES, SPACE, FullDiskServer

pytestmark = pytest.mark.thorough


@pytest.fixture
def server(place: Place, tmp_path: Path) -> Iterator[FullDiskServer]:
    settings = {"DISK_FAULT": str(tmp_path / "fault"), "DEMO": "0", "AUTH_AUTOCONFIRM": "1"}
    server = FullDiskServer(place.data_dir, **settings)
    server.start()
    yield server
    server.stop()


def ready(server: FullDiskServer) -> tuple[int, list[str]]:
    response = httpx.get(f"{server.url}/health/ready", timeout=WITHIN_S)
    return response.status_code, response.json().get("failed", [])


def test_a_full_disk_rejects_writes_with_503_and_loses_nothing(place: Place, server: FullDiskServer) -> None:
    with place.http(server) as http:
        assert ready(server) == (200, [])
        server.fill(SPACE)
        assert eventually(lambda: ready(server) == (503, ["writer", "data folder"]))
        bodies = [place.message(f"message {n}") for n in range(5)]
        for body in bodies:
            reply = http.post("/rest/v1/messages", json=body)
            assert (reply.status_code, reply.json()["code"]) == (503, "unavailable")
            assert reply.headers["Retry-After"] == "1"
        assert http.get("/rest/v1/clients").json()["data"]["id"] == body["client_id"]
        assert http.get("/health/live").status_code == 200
        assert place.contents() == (["before"], ["before"])
        server.free()
        assert eventually(lambda: ready(server) == (200, []))
        assert [http.post("/rest/v1/messages", json=body).status_code for body in bodies] == [201] * 5
        assert [http.post("/rest/v1/messages", json=body).status_code for body in bodies] == [200] * 5
    sent = ["before", *(body["content"] for body in bodies)]
    assert place.contents() == (sent, sent)
    assert holes_in(place) == []


def test_a_disk_without_inodes_takes_messages_and_lets_uploads_wait(place: Place, server: FullDiskServer) -> None:
    """The database grows its files without a new inode; an upload needs one, and is sent again."""

    async def upload(content: bytes) -> list[httpx.Response]:
        """Send a part while no inode is free, and again afterwards."""
        headers = {"Authorization": f"Bearer {place.accounts['maya'].token}"}
        async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=WITHIN_S) as http:
            sender = Sender(http)
            await sender.begin("plan.txt", len(content))
            during = await sender.part(0, content)
            await asyncio.to_thread(server.free)
            assert await asyncio.to_thread(eventually, lambda: ready(server) == (200, []))
            return [during, await sender.part(0, content)]

    with place.http(server) as http:
        server.fill(INODES)
        assert eventually(lambda: ready(server) == (503, ["data folder"]))
        assert http.post("/rest/v1/messages", json=place.message("after")).status_code == 201
    during, after = asyncio.run(upload(b"All of the plan."))
    assert (during.status_code, during.json()["code"], after.status_code) == (503, "unavailable", 204)
    stored = [path for path in (place.data_dir / "files").rglob("*") if path.is_file()]
    assert [path.read_bytes() for path in stored] == [b"All of the plan."]
    assert place.contents() == (["before", "after"], ["before", "after"])
