"""The harness of the benchmarks: it waits for conditions, and restores what it changes."""

import asyncio
import os
import threading
from pathlib import Path, PosixPath

import pytest

from tests.bench.harness.device import disconnect_all
from tests.bench.harness.server import every_core
from tests.bench.harness.wire import WebSocket
from tests.bench.sync.telemetry_off import CountingServer

TIMEOUT_S = 5


class CountedSocket(WebSocket):
    """Counts the calls of `closed`."""

    ends = 0

    def text(self, payload: bytes) -> None:
        raise AssertionError(payload)

    def closed(self, code: int | None) -> None:
        self.ends += 1


async def test_disconnected_sockets_have_ended_on_both_sides() -> None:
    served: list[asyncio.Task[None]] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        served.append(task)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        assert await reader.read() == b""
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        sockets = [CountedSocket() for _ in range(3)]
        for socket in sockets:
            await socket.open(server.sockets[0].getsockname()[1], "/")
        assert not any(socket.ended.is_set() for socket in sockets)
        await disconnect_all(sockets)
        assert [socket.ends for socket in sockets] == [1, 1, 1]
        await asyncio.wait_for(asyncio.gather(*served), TIMEOUT_S)


def test_a_count_is_of_a_report_that_began_after_the_call(tmp_path: Path) -> None:
    count, has_begun, can_write, has_stopped = 0, threading.Event(), threading.Event(), threading.Event()

    class CountFile(PosixPath):
        def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
            result = super().stat(follow_symlinks=follow_symlinks)
            can_write.set()
            return result

    def report() -> None:
        while not has_stopped.wait(0.01):
            text = str(count)
            has_begun.set()
            assert can_write.wait(TIMEOUT_S)
            (tmp_path / "new").write_text(text)
            (tmp_path / "new").replace(server.count_file)

    server, thread = CountingServer(tmp_path), threading.Thread(target=report)
    server.count_file = CountFile(tmp_path / "span-count")
    server.count_file.write_text("0")
    thread.start()
    try:
        assert has_begun.wait(TIMEOUT_S)
        count = 7  # the first report has begun before, and is written only after `calls()` has begun
        assert server.calls() == 7
    finally:
        has_stopped.set()
        thread.join(TIMEOUT_S)


def test_the_cores_of_the_process_are_restored_after_an_error() -> None:
    before, inside = os.sched_getaffinity(0), set[int]()

    def fail() -> None:
        with every_core():
            inside.update(os.sched_getaffinity(0))
            raise ValueError("no browser")

    os.sched_setaffinity(0, {min(before)})
    try:
        with pytest.raises(ValueError, match="no browser"):
            fail()
        assert (inside, os.sched_getaffinity(0)) == (set(range(os.cpu_count() or 1)), {min(before)})
    finally:
        os.sched_setaffinity(0, before)
