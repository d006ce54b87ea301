"""Input that is too large or malformed: it gets the documented error, has no other effect, and costs little memory."""

import json
import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.support.monitoring.processes import peak_mb, ready, reset_peak_mb, resident_mb
from tests.support.servers.crash_harness import WITHIN_S, CrashingServer, Place, copied, eventually

MB = 1024 * 1024
MAX_GROWTH_MB = 40
MAX_RETAINED_MB = 80


@pytest.fixture(scope="module")
def place(furnished: Place, tmp_path_factory: pytest.TempPathFactory) -> Place:
    return copied(furnished, tmp_path_factory.mktemp("bounds"))


@pytest.fixture(scope="module")
def server(place: Place) -> Iterator[CrashingServer]:
    """One server for all tests of this file, so that a later test shows what an earlier one leaked."""
    with place.served() as server:
        yield server


# Effects of hourly and daily jobs. `stored_state` leaves them out, and also `client_attention`, which a job updates.
JOB_EFFECTS = (
    "files.sweep",
    "billing.reconcile",
    "backups.daily",
    "analytics.round",
    "performance.friday",
    "notifications.week",
)
JOB_EFFECTS_SQL = ", ".join(f"'{kind}'" for kind in JOB_EFFECTS)


def stored_state(place: Place) -> list[tuple[object, ...]]:
    """The numbers of rows in the main tables, and the effects that users have caused."""
    tables = (
        "messages",
        "threads",
        "clients",
        "sync_change WHERE tbl <> 'client_attention'",
        "sessions",
    )
    counts = [place.rows(f"SELECT COUNT(*) FROM {table}")[0] for table in tables]
    # The push of the message "before" requests an email when it runs, which may be during a test.
    condition = f"kind NOT LIKE '%.prune' AND kind NOT LIKE 'notifications.%' AND kind NOT IN ({JOB_EFFECTS_SQL})"
    return counts + place.rows(f"SELECT kind, subject FROM effects WHERE {condition} ORDER BY kind, subject")


def send_100_mb(server: CrashingServer, path: str, head: str, *, chunked: bool) -> bytes:
    """Send a body of 100 MB to its end or until the server closes. Returns the beginning of the response.

    The kernel keeps the received response when the server resets the connection.
    """
    piece = b"x" * (64 * 1024)
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {100 * MB}"
    with socket.create_connection(("127.0.0.1", server.port), timeout=WITHIN_S) as line:
        line.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{head}{length}\r\n\r\n".encode())
        with suppress(BrokenPipeError, ConnectionResetError, TimeoutError):  # the server may close the connection
            for _ in range(100 * MB // len(piece)):
                line.sendall(b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece)
        return line.recv(2000)


@pytest.mark.parametrize("chunked", [False, True], ids=["sized", "chunked"])
def test_bodies_of_100_mb_are_rejected_and_not_stored(chunked: bool, place: Place, server: CrashingServer) -> None:
    before, memory = stored_state(place), reset_peak_mb(server)
    mayas_headers = f"Authorization: Bearer {place.accounts['maya'].token}\r\nContent-Type: application/json\r\n"
    for path, head in (("/rest/v1/messages", mayas_headers), ("/realtime/v1/bootstrap", ""), ("/nowhere", "")):
        response = send_100_mb(server, path, head, chunked=chunked)
        assert response.startswith(b"HTTP/1.1 413 "), (path, response)
        assert b'"request_entity_too_large"' in response
    assert peak_mb(server) - memory < MAX_GROWTH_MB
    assert stored_state(place) == before
    assert ready(server.url) == (200, [])


def test_large_messages_are_rejected(place: Place, server: CrashingServer) -> None:
    before, memory = stored_state(place), reset_peak_mb(server)
    with place.http(server) as http:
        for size, status, code in (
            (20_001, 422, "invalid"),
            (MB - 1000, 422, "invalid"),
            (MB, 413, "request_entity_too_large"),
        ):
            for _ in range(5):
                response = http.post("/rest/v1/messages", json=place.message("x" * size))
                assert (response.status_code, response.json()["code"]) == (status, code)
    assert peak_mb(server) - memory < MAX_GROWTH_MB
    assert stored_state(place) == before


def test_memory_of_a_large_request_is_freed(place: Place, server: CrashingServer) -> None:
    """The server rejects these 3 MB of JSON before it parses them, because they would become 60 MB of objects."""
    body = b'{"file":[' + b"[]," * 900_000 + b"[]]}"
    with place.http(server) as http:
        memory = resident_mb(server)
        for _ in range(3):
            assert http.post("/functions/v1/read-training-source", content=body).status_code == 400
        assert eventually(lambda: resident_mb(server) - memory < MAX_RETAINED_MB)


FRAMES: dict[str, tuple[str | bytes, int]] = {
    "over 1 MiB": ('{"t":"ping","n":1,"pad":"' + "x" * MB + '"}', 1009),
    "over 1 MiB, binary": (b"x" * (MB + 1), 1009),
    "nearly 1 MiB of nothing": ("x" * (MB - 100), 4500),
    "nearly 1 MiB of brackets": ("[" * (MB - 100), 4500),
    "nearly 1 MiB of numbers": ('{"t":"ping","n":1,"pad":[' + "1," * 500_000 + "1]}", 4500),
    "binary": (b'{"t":"ping","n":1}', 4500),
    "no JSON": ("hello?", 4500),
    "no known frame": ('{"t":"subscribe"}', 4500),
    "a number that is none": ('{"t":"ping","n":1e400}', 4500),
}


def close_code(line: ClientConnection, frame: str | bytes) -> int:
    """The code with which the server closes the connection after it receives `frame`."""
    try:
        line.send(frame)
        while True:
            line.recv(timeout=WITHIN_S)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


@pytest.mark.parametrize("phase", ["before hello", "after hello"])
def test_he9_too_large_and_invalid_frames_close_the_connection(
    phase: str, place: Place, server: CrashingServer
) -> None:
    """HE9; the code is 1009 for frames over 1 MiB. Another connection is not affected."""
    before, memory = stored_state(place), reset_peak_mb(server)
    with place.socket(server, name="ana") as other:
        for description, (frame, code) in FRAMES.items():
            for _ in range(3):
                with connect(f"ws://127.0.0.1:{server.port}/realtime/v1", compression=None) as line:
                    if phase == "after hello":
                        line.send(json.dumps(place.hello("maya")))
                        assert json.loads(line.recv(timeout=WITHIN_S))["t"] == "ok"
                    assert close_code(line, frame) == code, description
        other.send("ping", n=7)
        assert other.frame("pong")["n"] == 7
    assert peak_mb(server) - memory < MAX_GROWTH_MB
    assert stored_state(place) == before


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_he6_a_foreign_origin_is_rejected_with_403(origin: str, place: Place, server: CrashingServer) -> None:
    address = f"ws://127.0.0.1:{server.port}/realtime/v1"
    with pytest.raises(InvalidStatus) as rejection, connect(address, additional_headers={"Origin": origin}):
        pass
    assert rejection.value.response.status_code == 403
