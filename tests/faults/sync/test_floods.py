"""Devices that flood or do not read: the server slows or disconnects them, and other devices are unaffected."""

import json
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tests.support.monitoring.processes import resident_mb
from tests.support.servers.crash_harness import CrashingServer, Place, copied, eventually
from tests.support.sync.raw_socket import CLOSE, CONTINUED, PING, TEXT, RawSocket, frame, raw_socket

pytestmark = pytest.mark.thorough

MAX_GROWTH_MB = 20
FLOOD_S = 2.0
SMALL_BUFFER = 4096
MAX_BUFFERED = 1024 * 1024  # bytes that both kernels may buffer at the smallest buffer sizes
BURST_FRAMES, FRAMES_PER_S, READ_BYTES = 400, 200, 4096  # limits of server/daphne/websockets.py
UNKNOWN_STREAMS = [{"s": f"{n}:" + "x" * 15_000, "e": "k", "c": 1, "at": ""} for n in range(64)]


@pytest.fixture(scope="module")
def place(furnished: Place, tmp_path_factory: pytest.TempPathFactory) -> Place:
    return copied(furnished, tmp_path_factory.mktemp("floods"))


@pytest.fixture(scope="module")
def server(place: Place) -> Iterator[CrashingServer]:
    with place.served() as server:
        yield server


def flood(line: RawSocket, one_frame: bytes) -> tuple[int, float]:
    """Send a frame repeatedly without reading, for `FLOOD_S` or until the server closes; returns bytes and seconds."""
    piece = one_frame * max(1, 10_000 // len(one_frame))
    started, sent_bytes = time.monotonic(), 0
    line.line.settimeout(0.1)
    with suppress(ConnectionError):
        while time.monotonic() < started + FLOOD_S:
            with suppress(TimeoutError):
                sent_bytes += line.line.send(piece)
    return sent_bytes, time.monotonic() - started


FLOODS: dict[str, Callable[[str], bytes]] = {
    "pings": lambda token: frame_text(t="ping", n=1),
    "pings of the line itself": lambda token: frame(b"x" * 125, PING),
    "empty pings of the line itself": lambda token: frame(b"", PING),
    "the same streams again": lambda token: frame_text(t="sub", subs=[]),
    "streams that are none": lambda token: frame_text(t="sub", subs=UNKNOWN_STREAMS),
    "acknowledgements of everything": lambda token: frame_text(t="ack", c={str(n): n for n in range(50)}),
    "the same token again": lambda token: frame_text(t="auth", token=token),
}


def frame_text(**fields: object) -> bytes:
    return frame(json.dumps(fields))


@pytest.mark.parametrize(
    ("flood_name", "sends_hello"),
    [*((flood_name, True) for flood_name in FLOODS), ("empty pings of the line itself", False)],
)
def test_a_flood_of_frames_is_throttled_and_blocks_no_other_device(
    flood_name: str, sends_hello: bool, place: Place, server: CrashingServer
) -> None:
    one_frame = FLOODS[flood_name](place.accounts["maya"].token)
    with place.socket(server, name="ana") as other, raw_socket(server.port, buffer=SMALL_BUFFER) as line:
        if sends_hello:
            line.send(frame(json.dumps(place.hello("maya"))))
            assert json.loads(line.frame()[1])["t"] == "ok"
        memory = resident_mb(server)
        sent_bytes, seconds = flood(line, one_frame)
        assert sent_bytes < MAX_BUFFERED + 2 * (BURST_FRAMES + FRAMES_PER_S * seconds) * min(len(one_frame), READ_BYTES)
        assert resident_mb(server) - memory < MAX_GROWTH_MB
        other.send("ping", n=7)
        assert other.frame("pong")["n"] == 7


@pytest.mark.parametrize("payload", [b"", b"ab"], ids=["empty", "short"])
def test_an_endless_fragmented_message_is_too_large(payload: bytes, place: Place, server: CrashingServer) -> None:
    """The server closes with 1009, as for messages over 1 MiB, because each fragment costs memory whatever its size."""
    with raw_socket(server.port) as line:
        line.send(frame(b"x", TEXT, last=False))
        line.send(frame(payload, CONTINUED, last=False) * 2500)
        kind, close_payload = line.frame()
        assert (kind, int.from_bytes(close_payload[:2], "big")) == (CLOSE, 1009)


def test_a_device_that_does_not_read_gets_every_byte_in_order_later(place: Place, server: CrashingServer) -> None:
    """Frames that the kernel accepts only in parts arrive complete, with acknowledgements and pings in between."""
    stream, texts = f"c:{place.accounts['maya'].client_id}", [f"{n} " + "é" * 9_000 for n in range(60)]
    with place.http(server) as http:
        epoch = place.cursor(server)["e"]
        for text in texts:
            assert http.post("/rest/v1/messages", json=place.message(text)).status_code == 201
        head = place.cursor(server)["c"]
    with raw_socket(server.port, buffer=SMALL_BUFFER) as line:
        line.send(frame(json.dumps(place.hello("maya", {"s": stream, "e": epoch, "c": 0, "at": ""}))))
        contents, received_to = [], 0
        while received_to < head:
            received = json.loads(line.frame()[1])
            if received["t"] == "ch" and received["s"] == stream:
                assert received["from"] == received_to + 1
                received_to = received["to"]
                contents += [item["row"]["content"] for item in received["d"] if item["tbl"] == "messages"]
                line.send(frame(json.dumps({"t": "ack", "c": {stream: received_to}})))
                line.send(frame(json.dumps({"t": "ping", "n": received_to})))
        assert contents[-len(texts) :] == texts


def test_connections_beyond_the_systems_limit_are_rejected_and_others_work_on(
    place: Place, server: CrashingServer
) -> None:
    with place.socket(server, name="ana") as other, file_limit(server, 20):
        with ExitStack() as connections, pytest.raises((ConnectionError, TimeoutError)):
            open_connections(connections, server)
        other.send("ping", n=7)
        assert other.frame("pong")["n"] == 7
        with place.http(server) as http:
            assert eventually(lambda: ready(http))
    assert "Unhandled" not in server.log_tail(1_000_000)


@contextmanager
def file_limit(server: CrashingServer, count: int) -> Iterator[None]:
    """Inside the block the server may open only `count` more files."""
    limits = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    open_files = len(list(Path(f"/proc/{server.pid}/fd").iterdir()))
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (open_files + count, limits[1]))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, limits)


def open_connections(connections: ExitStack, server: CrashingServer) -> None:
    for _ in range(60):
        connections.enter_context(raw_socket(server.port, within_s=2))


def ready(http: httpx.Client) -> bool:
    try:
        return http.get("/health/ready").status_code == 200
    except httpx.TransportError:
        return False
