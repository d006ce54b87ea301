"""Measures the server's memory while a 500 MB file is uploaded over a breaking connection and read by three clients."""

import asyncio
import hashlib
import http.client
import json
import random
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import uuid4

from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, data_folder, product
from tests.bench.harness.users import User, seed
from tests.support.apps.files import MP4, RESUMABLE, TUS

TITLE = "A video of 500 MB: sent over a line that breaks three times, and read slowly by three at once"
MB = 1024 * 1024
SIZE, PART = 500 * MB, 4 * MB
BREAKS_AT = (SIZE // 5, SIZE // 2, SIZE - 3 * MB)
READERS, READ_MB_S = 3, 10
MAX_MB = 64
SAMPLE_S, SETTLE_S = 0.05, 3.0  # the pause between two samples, and from the first requests to the idle sample
BLOCK = random.Random(7).randbytes(PART)


@dataclass
class Memory:
    """The server's resident memory in kB: when idle, and the highest of the samples since."""

    idle: int
    peak: int = 0
    samples: int = 0

    @property
    def above_mb(self) -> float:
        return (self.peak - self.idle) / 1024


@dataclass
class Sender:
    """One upload of an admin, over one connection at a time; `sent` counts its bytes, repeated ones too."""

    server: Server
    admin: User
    id: str = field(default_factory=lambda: str(uuid4()))
    sent: int = 0

    @property
    def path(self) -> str:
        return f"{RESUMABLE}/{self.id}"

    def begin(self) -> None:
        metadata = {"id": self.id, "bucket": "report-videos", "filename": "week.mp4", "filetype": "video/mp4"}
        encoded = ",".join(f"{key} {b64encode(value.encode()).decode()}" for key, value in metadata.items())
        fields = {"Upload-Length": str(SIZE), "Upload-Metadata": encoded}
        assert self._request("POST", RESUMABLE, fields).status == 201

    def stored_offset(self) -> int:
        return int(self._request("HEAD", self.path).headers["Upload-Offset"])

    def resume(self, until: int) -> str:
        """Continue the upload at the stored offset; break the connection in the part that contains the offset `until`.

        Returns the file's address if the upload is complete, or "".
        """
        offset = self.stored_offset()
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        while offset < SIZE:
            part = _part(offset, min(PART, SIZE - offset))
            if offset <= until < offset + len(part):
                self._break_off(connection, offset, part)
                return ""
            connection.request("PATCH", self.path, part, self._headers(offset))
            response = connection.getresponse()
            response.read()
            assert response.status == 204, response.status
            self.sent += len(part)
            offset = int(response.headers["Upload-Offset"])
        connection.close()
        return str(response.headers["Content-Location"])

    def signed_address(self, url: str) -> str:
        response = self._request("POST", "/storage/v1/object/sign", {"Content-Type": "application/json"}, {"url": url})
        return str(json.loads(response.read())["address"])

    def _break_off(self, connection: http.client.HTTPConnection, offset: int, part: bytes) -> None:
        connection.putrequest("PATCH", self.path)
        for name, value in {**self._headers(offset), "Content-Length": str(len(part))}.items():
            connection.putheader(name, value)
        connection.endheaders()
        connection.send(part[: len(part) // 2])
        self.sent += len(part) // 2
        connection.close()

    def _headers(self, offset: int) -> dict[str, str]:
        fields = {"Upload-Offset": str(offset), "Content-Type": "application/offset+octet-stream"}
        return {**TUS, **fields, "Authorization": f"Bearer {self.admin.token}"}

    def _request(
        self, method: str, path: str, fields: dict[str, str] | None = None, body: object = None
    ) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        headers = {**TUS, "Authorization": f"Bearer {self.admin.token}", **(fields or {})}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        return connection.getresponse()


async def measure() -> Sequence[Figure]:
    """One round on a fresh installation."""
    return await asyncio.to_thread(_measure)


def _measure() -> Sequence[Figure]:
    with data_folder() as folder:
        users = seed(folder, clients=1)
        with product(folder) as server:
            admin = users.admins[0]
            _warm_up(server, admin)
            sender = Sender(server, admin)
            with _sampled_memory(server) as uploading:
                started = time.perf_counter()
                sender.begin()
                for break_at in BREAKS_AT:
                    sender.resume(break_at)
                url = sender.resume(SIZE)
                seconds = time.perf_counter() - started
            digests: list[str] = []
            with _sampled_memory(server) as reading:
                _read_at_once(lambda: digests.append(_read(server, sender.signed_address(url))))
    assert digests == [_expected_digest()] * READERS, "the readers got other bytes than were sent"
    assert uploading.samples > 10, f"only {uploading.samples} memory samples during the upload"
    return [
        Figure("sending 500 MB", seconds, "s"),
        Figure("sent more than once", (sender.sent - SIZE) / MB, "MB", at_most=len(BREAKS_AT) * PART / MB),
        Figure("server above idle while it is sent", uploading.above_mb, "MB", at_most=MAX_MB),
        Figure(f"server above idle while {READERS} read", reading.above_mb, "MB", at_most=MAX_MB),
    ]


def _warm_up(server: Server, admin: User) -> None:
    """Make the first requests, so that the memory of their imports does not count as that of a file."""
    sender = Sender(server, admin)
    sender.begin()
    sender.stored_offset()
    time.sleep(SETTLE_S)


@contextmanager
def _sampled_memory(server: Server) -> Iterator[Memory]:
    """The server's memory, which a thread samples every `SAMPLE_S` seconds during the `with` block."""
    memory = Memory(server.rss_kb())
    stop = threading.Event()

    def sample() -> None:
        while not stop.wait(SAMPLE_S):
            memory.peak = max(memory.peak, server.rss_kb())
            memory.samples += 1

    sampler = threading.Thread(target=sample)
    sampler.start()
    try:
        yield memory
    finally:
        stop.set()
        sampler.join()


def _read_at_once(work: Callable[[], None]) -> None:
    threads = [threading.Thread(target=work) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _read(server: Server, address: str) -> str:
    """Read a whole video range by range, as a player does, at `READ_MB_S`; returns its digest."""
    digest, offset = hashlib.sha256(), 0
    started = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    while offset < SIZE:
        connection.request("GET", address, headers={"Range": f"bytes={offset}-"})
        response = connection.getresponse()
        assert response.status == 206, response.status
        while piece := response.read(256 * 1024):
            digest.update(piece)
            offset += len(piece)
            time.sleep(max(0.0, started + offset / (READ_MB_S * MB) - time.perf_counter()))
    return digest.hexdigest()


def _part(offset: int, size: int) -> bytes:
    """A part of the video, which consists of an MP4 header and then one repeated block."""
    first = offset % PART
    part = (BLOCK[first:] + BLOCK)[:size]
    return MP4[:32] + part[32:] if offset == 0 else part


def _expected_digest() -> str:
    digest = hashlib.sha256()
    for offset in range(0, SIZE, PART):
        digest.update(_part(offset, min(PART, SIZE - offset)))
    return digest.hexdigest()
