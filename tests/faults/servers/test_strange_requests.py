"""Requests that no browser sends get a response for the requested path only, and the log has no traceback."""

import socket
from collections.abc import Iterator

import pytest

from tests.support.servers.crash_harness import WITHIN_S, CrashingServer, Place, copied
from tests.support.sync.raw_socket import raw_socket


@pytest.fixture(scope="module")
def server(furnished: Place, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CrashingServer]:
    """One server for this file; `no_traceback` checks its log after every test."""
    with copied(furnished, tmp_path_factory.mktemp("strange")).served() as server:
        yield server


@pytest.fixture(autouse=True)
def no_traceback(server: CrashingServer) -> Iterator[None]:
    yield
    assert "Traceback" not in server.log_tail(1_000_000)


def response_to(server: CrashingServer, request: str) -> str:
    """Everything that the server sends in response to these bytes until it closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=WITHIN_S) as connection:
        connection.sendall(request.replace("\n", "\r\n").encode("latin-1"))
        received = b""
        while part := connection.recv(65_536):
            received += part
        return received.decode()


def get(server: CrashingServer, path: str, headers: str = "") -> tuple[int, str]:
    """The status and the body."""
    response = response_to(server, f"GET {path} HTTP/1.1\nHost: localhost\n{headers}Connection: close\n\n")
    head, _, body = response.partition("\r\n\r\n")
    return int(head.split()[1]), body


@pytest.mark.parametrize("prefix", ["/secret", "/", "//", "%2Fsecret"])
def test_a_caller_cannot_set_the_path_prefix(prefix: str, server: CrashingServer) -> None:
    """Daphne reads the prefix from a header that only a proxy may set."""
    header = f"Daphne-Root-Path: {prefix}\n"
    assert get(server, "/secret/rest/v1/clients", header) == get(server, "/secret/rest/v1/clients")
    assert get(server, "/rest/v1/clients", header) == get(server, "/rest/v1/clients")
    with (
        pytest.raises(ConnectionError, match="403"),
        raw_socket(server.port, path="/secret/realtime/v1", headers="Daphne-Root-Path: /secret\r\n"),
    ):
        pass


def test_an_absolute_request_url_is_handled_as_its_path(server: CrashingServer) -> None:
    for path in ("/rest/v1/clients", "/auth", "/nothing.js"):
        assert get(server, f"http://evil.example{path}") == get(server, path)
    assert get(server, "http://evil.example") == get(server, "/")


@pytest.mark.parametrize("path", ["/", "/realtime/v1/", "/realtime/v1/x", "/rest/v1/messages", "/auth/v1/user"])
def test_a_websocket_on_another_path_is_rejected(path: str, server: CrashingServer) -> None:
    with pytest.raises(ConnectionError, match="403"), raw_socket(server.port, path=path):
        pass


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("", 400),
        ("http://localhost:port", 400),
        ("http://[", 400),
        ("http://evil.example", 403),
        ("null", 403),
        ("file://", 403),
    ],
)
def test_he6_an_invalid_origin_is_rejected(origin: str, status: int, server: CrashingServer) -> None:
    with pytest.raises(ConnectionError, match=str(status)), raw_socket(server.port, headers=f"Origin: {origin}\r\n"):
        pass


@pytest.mark.parametrize(
    "request_text",
    [
        "POST /auth/v1/token HTTP/1.1\nHost: x\nContent-Length: 4\nTransfer-Encoding: chunked\n\n0\n\nGET / HTTP/1.1\n\n",
        "POST /auth/v1/token HTTP/1.1\nHost: x\nContent-Length: 4\nContent-Length: 5\n\nabcde",
        "POST /auth/v1/token HTTP/1.1\nHost: x\nContent-Length: +4\n\nabcd",
        "POST /auth/v1/token HTTP/1.1\nHost: x\nTransfer-Encoding: xchunked\n\n0\n\n",
        "GET / HTTP/9.9\nHost: x\n\n",
        "GET /caf\xe9 HTTP/1.1\nHost: x\nConnection: close\n\n",
        "GET /?q=\xff HTTP/1.1\nHost: x\nConnection: close\n\n",
        "GET / HTTP/1.1\nHost: x\n" + "".join(f"A{n}: b\n" for n in range(600)) + "\n",
        "\x16\x03\x01\n\n",
    ],
    ids=[
        "two framings",
        "two lengths",
        "a signed length",
        "no coding",
        "no version",
        "path",
        "query",
        "headers",
        "tls",
    ],
)
def test_an_ambiguous_request_is_rejected(request_text: str, server: CrashingServer) -> None:
    response = response_to(server, request_text)
    assert (response.startswith("HTTP/1.1 400 "), response.count("HTTP/1.1 ")) == (True, 1)


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../manage.py",
        "/assets/..%2f..%2fmanage.py",
        "/assets/%2e%2e/%2e%2e/pyproject.toml",
        "/..%5c..%5cmanage.py",
        "/data/pulseboard.sqlite3",
        "/sw.js%00",
        "/index.html.gz",
    ],
)
def test_nothing_outside_the_built_app_is_served(path: str, server: CrashingServer) -> None:
    assert get(server, path)[0] == 404
