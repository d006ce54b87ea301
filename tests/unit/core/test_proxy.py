"""The forward proxy reaches public addresses only, despite names, redirects and mapped addresses.

127.0.0.2 is the public network here; a canary listens on the private one.
"""

import asyncio
import socket
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from threading import Thread
from urllib.parse import urlsplit

import pytest

from core import forward_proxy
from core.forward_proxy import forwarding, may_reach
from tests.support.fakes.canary import Canary, canary
from tests.support.servers.server import free_port

PUBLIC = (ip_network("127.0.0.2/32"),)
HELLO = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"


@pytest.fixture
def private_server() -> Iterator[Canary]:
    with canary("127.0.0.1", "127.0.0.3", "::1") as server:
        yield server


@pytest.fixture
def proxy() -> Iterator[str]:
    with forwarding(PUBLIC) as address:
        yield address


class Site:
    """A server in the public network; it stores the requests that it received."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.2", 0))
        self.port: int = self._listening.getsockname()[1]
        self.requests: list[bytes] = []
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            with connection:
                self.requests.append(connection.recv(65536))
                connection.sendall(HELLO)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()


@pytest.fixture
def site() -> Iterator[Site]:
    website = Site()
    yield website
    website.close()


def response_of(proxy: str, request: bytes) -> bytes:
    """The proxy's whole response."""
    parts = urlsplit(proxy)
    response = b""
    with socket.create_connection((str(parts.hostname), parts.port or 0), timeout=10) as connection:
        connection.sendall(request)
        while piece := connection.recv(65536):
            response += piece
    return response


def get(proxy: str, address: str) -> bytes:
    return response_of(
        proxy, f"GET {address} HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\nProxy-Connection: x\r\n\r\n".encode()
    )


def test_a_public_address_is_reached(proxy: str, site: Site) -> None:
    assert get(proxy, f"http://127.0.0.2:{site.port}/a%20b?c=d") == HELLO
    assert site.requests == [b"GET /a%20b?c=d HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"]


def test_a_tunnel_to_a_public_address_is_opened(proxy: str, site: Site) -> None:
    parts = urlsplit(proxy)
    with socket.create_connection((str(parts.hostname), parts.port or 0), timeout=10) as connection:
        connection.sendall(f"CONNECT 127.0.0.2:{site.port} HTTP/1.1\r\n\r\n".encode())
        assert connection.recv(100) == b"HTTP/1.1 200 Connection established\r\n\r\n"
        connection.sendall(b"anything")
        assert connection.recv(100) == HELLO
    assert site.requests == [b"anything"]


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.3", "localhost", "[::1]", "127.1", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]"]
)
@pytest.mark.parametrize("method", ["GET", "CONNECT"])
def test_a_private_address_is_not_reached(host: str, method: str, proxy: str, private_server: Canary) -> None:
    target = f"{host}:{private_server.port}"
    request = f"GET http://{target}/ HTTP/1.1" if method == "GET" else f"CONNECT {target} HTTP/1.1"
    assert response_of(proxy, f"{request}\r\nHost: {target}\r\n\r\n".encode()).startswith(b"HTTP/1.1 403 ")
    assert private_server.visitors == []


@pytest.mark.parametrize(
    "request_line",
    [
        "GET / HTTP/1.1",
        "GET https://127.0.0.2/ HTTP/1.1",
        "GET ftp://127.0.0.2/ HTTP/1.1",
        "CONNECT 127.0.0.2:22 HTTP/1.1",
        "x",
    ],
)
def test_other_requests_are_rejected(request_line: str, proxy: str) -> None:
    assert response_of(proxy, f"{request_line}\r\n\r\n".encode()).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize(
    ("error", "status"), [(socket.EAI_AGAIN, b"502"), (socket.EAI_FAIL, b"502"), (socket.EAI_NONAME, b"403")]
)
@pytest.mark.parametrize("request_line", ["GET http://name.example/ HTTP/1.1", "CONNECT name.example:443 HTTP/1.1"])
def test_a_failing_name_server_has_another_status_than_an_unknown_name(
    request_line: str, error: int, status: bytes, proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 502 a caller repeats the request, because it may succeed later."""

    async def fails(loop: asyncio.BaseEventLoop, host: str, port: int, **options: int) -> object:
        raise socket.gaierror(error, "the name cannot be resolved")

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", fails)
    assert response_of(proxy, f"{request_line}\r\n\r\n".encode()).startswith(b"HTTP/1.1 " + status)


def test_a_public_host_that_accepts_no_connection_is_unavailable(proxy: str) -> None:
    assert get(proxy, f"http://127.0.0.2:{free_port()}/").startswith(b"HTTP/1.1 502 ")


def test_a_name_that_changes_its_address_is_checked_each_time(
    proxy: str, site: Site, private_server: Canary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: a name is public when checked and private when connected. The proxy uses one lookup for both."""
    lookups = iter(["127.0.0.2", "127.0.0.1", "127.0.0.2"])
    real = asyncio.BaseEventLoop.getaddrinfo

    async def rebinding(loop: asyncio.BaseEventLoop, host: str, port: int, **options: int) -> object:
        return await real(loop, next(lookups) if host == "rebinds.example" else host, port, **options)

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", rebinding)
    assert get(proxy, f"http://rebinds.example:{site.port}/") == HELLO
    assert get(proxy, f"http://rebinds.example:{private_server.port}/").startswith(b"HTTP/1.1 403 ")
    assert get(proxy, f"http://rebinds.example:{site.port}/") == HELLO
    assert (len(site.requests), private_server.visitors) == (2, [])


def test_a_name_with_several_addresses_is_reached_at_its_public_address(
    proxy: str, site: Site, private_server: Canary, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def two_addresses(loop: asyncio.BaseEventLoop, host: str, port: int, **options: int) -> object:
        return [(2, 1, 6, "", (address, port)) for address in ("127.0.0.1", "127.0.0.2")]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", two_addresses)
    assert get(proxy, f"http://both.example:{site.port}/") == HELLO
    assert private_server.visitors == []


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.3", "[::1]"])
def test_only_the_web_ports_of_this_machine_are_reached(
    host: str, proxy: str, private_server: Canary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Addresses of this machine may be public, and the proxy connects to them from inside the firewall."""
    monkeypatch.setattr(forward_proxy, "may_reach", lambda address, allowed=(): True)
    assert get(proxy, f"http://{host}:{private_server.port}/").startswith(b"HTTP/1.1 403 ")
    assert private_server.visitors == []
    monkeypatch.setattr(forward_proxy, "WEB", {private_server.port})
    assert get(proxy, f"http://{host}:{private_server.port}/") == b""
    assert private_server.visitors == [host.strip("[]")]


def test_a_page_without_end_is_cut_off(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forward_proxy, "MAX_BYTES", len(HELLO))
    with forwarding(PUBLIC) as proxy:
        assert get(proxy, f"http://127.0.0.2:{site.port}/") == HELLO
        assert get(proxy, f"http://127.0.0.2:{site.port}/") == b""


@pytest.mark.parametrize(
    ("address", "is_public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.1.1", False),
        ("255.255.255.255", False),
        ("::", False),
        ("::1", False),
        ("fe80::1", False),
        ("fc00::1", False),
        ("fec0::1", False),
        ("ff0e::1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:93.184.216.34", True),
        ("64:ff9b::a00:1", False),
        ("64:ff9b:1::1", False),
        ("3fff::1", False),
        ("3fff:fff:ffff::1", False),
        ("5f00::1", False),
        ("2002:a00:1::", False),
        ("2001:0:5ef5:79fb:0:0:f5ff:fffe", False),
    ],
)
def test_addresses_are_public_or_not(address: str, is_public: bool) -> None:
    assert may_reach(ip_address(address)) == is_public


def test_a_setting_allows_more_networks() -> None:
    assert may_reach(ip_address("10.1.2.3"), [ip_network("10.1.0.0/16")])
    assert not may_reach(ip_address("10.2.2.3"), [ip_network("10.1.0.0/16")])
    assert may_reach(ip_address("::ffff:10.1.2.3"), [ip_network("10.1.0.0/16")])
