"""A web process at its memory limit: requests get an error, and nothing that it accepted is lost."""

import asyncio
from collections.abc import Awaitable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.apps.files import Sender
from tests.support.servers.crash_harness import Json, Place, holes_in
from tests.support.servers.memory_limit import LimitedServer
from tests.support.servers.server import FOR_TESTS

pytestmark = pytest.mark.thorough

MB = 1024 * 1024
PART, UPLOADS = 4 * MB, 20  # the largest part, and as many uploads as a user may have at once
HEADROOM = 16 * MB  # bytes that the process may still allocate once the limit begins
# 503 by the product, 500 by Daphne if no thread can be started, and no response if the connection is closed.
REJECTED = {0, 500, 503}


@pytest.fixture
def server(place: Place, tmp_path: Path) -> Iterator[LimitedServer]:
    settings = {"MEMORY_LIMIT": str(tmp_path / "limit"), **FOR_TESTS, **place.settings}
    server = LimitedServer(place.data_dir, **settings)
    server.start()
    yield server
    server.stop()


async def status_of(request: Awaitable[httpx.Response]) -> int:
    """The status of the response; 0 if the connection ends without one."""
    try:
        return (await request).status_code
    except httpx.TransportError:
        return 0


async def flood(place: Place, server: LimitedServer, bodies: list[Json]) -> tuple[list[Sender], list[int], list[int]]:
    """Upload many large parts at once, and send messages meanwhile.

    Returns the uploads, and the statuses of their parts and of the messages.
    """
    async with place.async_http(server) as http:
        uploads = [Sender(http) for _ in range(UPLOADS)]
        assert {(await upload.begin("plan.txt", PART)).status_code for upload in uploads} == {201}
        await asyncio.to_thread(server.limit, HEADROOM)
        parts = [asyncio.ensure_future(status_of(upload.part(0, b"x" * PART))) for upload in uploads]
        messages = [await status_of(http.post("/rest/v1/messages", json=body)) for body in bodies]
        return uploads, await asyncio.gather(*parts), messages


async def send_again(place: Place, server: LimitedServer, uploads: list[Sender], bodies: list[Json]) -> None:
    """Send each part and message again that the device does not know to be stored, as a device does after an error."""
    async with place.async_http(server) as http:
        for upload in uploads:
            upload.http = http
            offset = int((await upload.status()).headers["Upload-Offset"])
            assert offset in {0, PART}
            if offset == 0:
                assert (await upload.part(0, b"x" * PART)).status_code == 204
        for body in bodies:
            assert (await http.post("/rest/v1/messages", json=body)).status_code in {200, 201}


def test_a_process_at_its_memory_limit_rejects_requests_and_loses_nothing(place: Place, server: LimitedServer) -> None:
    """The kernel kills a container that needs more than its limit, and the supervisor starts it again."""
    bodies = [place.message(f"message {number}") for number in range(10)]
    uploads, parts, messages = asyncio.run(flood(place, server, bodies))
    assert set(parts) <= REJECTED | {204}
    assert set(messages) <= REJECTED | {201}
    assert REJECTED & set(parts)
    assert '"type": "builtins.MemoryError"' in server.log_tail(1_000_000)
    accepted = [body["content"] for body, status in zip(bodies, messages, strict=True) if status == 201]
    server.lift()
    server.kill()
    assert set(accepted) <= set(place.contents()[0])
    server.start()
    asyncio.run(send_again(place, server, uploads, bodies))
    stored, logged = place.contents()
    assert sorted(stored) == sorted(logged) == sorted(["before", *(body["content"] for body in bodies)])
    files = [path for path in (place.data_dir / "files/message-attachments").rglob("*") if path.is_file()]
    assert [path.stat().st_size for path in files] == [PART] * UPLOADS
    assert holes_in(place) == []
