"""A forward proxy for programs that visit URLs typed by users. It connects only to public addresses.

A page may redirect to one of our machines, load files from it, or have a host name that resolves to it. None of that
works, because the proxy resolves each name once and checks the address of each connection.
"""

import asyncio
import ipaddress
import logging
import socket
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

LOCAL = "127.0.0.1"
HEAD_MAX, HEAD_S, CONNECT_S, IDLE_S = 64 * 1024, 15, 10, 60
CHUNK_SIZE = 64 * 1024
MAX_BYTES = 300 * 1024 * 1024  # of one page, both directions together
MAX_CONNECTIONS = 200
NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Documentation (RFC 9637), local NAT64 (RFC 8215) and SRv6 segments (RFC 9602): Python 3.11 counts them as public.
NOT_PUBLIC = tuple(map(ipaddress.ip_network, ("3fff::/20", "64:ff9b:1::/48", "5f00::/16")))
WEB = frozenset({80, 443})
PORTS = WEB | frozenset(range(1024, 65536))

log = logging.getLogger(__name__)
# Marks a response as the proxy's own, not the site's (RFC 9209).
PROXY_STATUS = "pulseboard; error="
REJECTION = "403 Forbidden"


class NotConnected(Exception):
    """The host cannot be reached now; a repeated request may succeed."""

    status = "502 Bad Gateway"
    cause = "destination_unavailable"


class Rejected(NotConnected):
    """The proxy never connects for this request."""

    status = REJECTION
    cause = "destination_ip_prohibited"


def may_reach(address: Address, allowed: Sequence[Network] = ()) -> bool:
    """Whether an address is public or in `allowed`. If an IPv6 address embeds an IPv4 address, the latter decides."""
    if any(address in network for network in allowed):
        return True
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is None and address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return may_reach(inner, allowed)
        if address.is_site_local or any(address in network for network in NOT_PUBLIC):
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def is_local(address: Address) -> bool:
    """Whether an address belongs to this machine, tested by binding a socket to it."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((str(address), 0))
        except OSError:
            return False
    return True


@contextmanager
def forwarding(allowed: Sequence[Network] = ()) -> Iterator[str]:
    """Run a proxy that listens on the loopback address. Yields its URL, such as `http://127.0.0.1:40123`."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="forward-proxy", daemon=True)
    thread.start()

    def run_in_loop(work: Coroutine[Any, Any, int] | Coroutine[Any, Any, None]) -> int | None:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    proxy = _Proxy(allowed)
    try:
        yield f"http://{LOCAL}:{run_in_loop(proxy.start())}"
    finally:
        run_in_loop(proxy.stop())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class _Proxy:
    """Serves CONNECT requests and unencrypted HTTP requests of a browser, one request per connection."""

    def __init__(self, allowed: Sequence[Network]) -> None:
        self._allowed = allowed
        self._bytes_left = MAX_BYTES
        self._open: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> int:
        self._server = await asyncio.start_server(self._handle, LOCAL, 0, limit=HEAD_MAX)
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            if len(self._open) > MAX_CONNECTIONS:
                raise NotConnected("too many connections")
            await self._serve(reader, writer)
        except NotConnected as error:
            log.info("not reached: %s", error)
            head = f"HTTP/1.1 {error.status}\r\nProxy-Status: {PROXY_STATUS}{error.cause}"
            with suppress(OSError):
                writer.write(f"{head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
                await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # one side has closed its connection, so the other is closed too
        except asyncio.CancelledError:
            pass  # `stop` has cancelled this task; Python 3.11 would log the cancellation as a failure
        finally:
            self._open.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(HEAD_S):
            head = await reader.readuntil(b"\r\n\r\n")
        line, _, fields = head.partition(b"\r\n")
        method, host, port, request_line = _parse_request(line)
        remote_reader, remote_writer = await self._connect(host, port)
        try:
            if method == b"CONNECT":
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                await writer.drain()
            else:
                remote_writer.write(request_line + _forwarded_fields(fields))
                await remote_writer.drain()
            await self._relay((reader, remote_writer), (remote_reader, writer))
        finally:
            remote_writer.close()

    async def _connect(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Resolve the name once, and connect to its first address that is allowed and responds.

        Connects to the numeric address, because a second lookup could return another one. Raises Rejected,
        NotConnected.
        """
        if port not in PORTS:
            raise Rejected(f"port {port}")
        addresses = await _addresses_of(host, port)
        allowed = [address for address in addresses if self._may_connect(ipaddress.ip_address(address), port)]
        for address in allowed:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(CONNECT_S):
                    return await asyncio.open_connection(address, port, limit=CHUNK_SIZE)
        raise (NotConnected if allowed else Rejected)(f"{host} leads to {', '.join(addresses)}")

    def _may_connect(self, address: Address, port: int) -> bool:
        """Whether the proxy may connect to `address` at `port`.

        At this machine's own public addresses only the web ports are allowed, because no firewall protects the other
        ports from connections within the machine.
        """
        is_allowed = any(address in network for network in self._allowed)
        return is_allowed or (may_reach(address, self._allowed) and (port in WEB or not is_local(address)))

    async def _relay(self, *directions: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
        """Copy in both directions until one side ends, or is silent for a minute."""
        both = [asyncio.create_task(self._pass_on(*direction)) for direction in directions]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            # The response may still arrive after the request has ended.
            if not both[1].done():
                await asyncio.wait([both[1]], timeout=IDLE_S)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            async with asyncio.timeout(IDLE_S):
                piece = await reader.read(CHUNK_SIZE)
            self._bytes_left -= len(piece)
            if not piece or self._bytes_left < 0:
                return
            writer.write(piece)
            await writer.drain()


async def _addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a host. Raises Rejected if it has none, NotConnected if the name cannot be resolved now."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(CONNECT_S):
            results = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, RuntimeError) as error:  # RuntimeError: this process is ending
        is_wrong = isinstance(error, UnicodeError) or (
            isinstance(error, socket.gaierror) and error.errno in {socket.EAI_NONAME, socket.EAI_NODATA}
        )
        raise (Rejected if is_wrong else NotConnected)(f"{host} has no address") from error
    return list(dict.fromkeys(str(place[0]).partition("%")[0] for *_, place in results))


def _parse_request(line: bytes) -> tuple[bytes, str, int, bytes]:
    """Parse `GET http://host/path HTTP/1.1` into method, host, port and the host's request line. Raises Rejected."""
    try:
        method, target, version = line.split(b" ")
        parts = urlsplit((b"//" + target if method == b"CONNECT" else target).decode("ascii"))
        host, port = parts.hostname, parts.port or 80
    except ValueError as error:
        raise Rejected("a request that cannot be read") from error
    if not host or not (method == b"CONNECT" or parts.scheme == "http"):
        raise Rejected("a request without a host")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return method, host, port, b"%s %s %s\r\n" % (method, path.encode(), version)


def _forwarded_fields(fields: bytes) -> bytes:
    """The header fields for the host. They close the connection after one response, so that the proxy checks the
    address of each request."""
    dropped = (b"proxy-", b"connection:", b"keep-alive:")
    lines = [line for line in fields.split(b"\r\n") if line and not line.lower().startswith(dropped)]
    return b"\r\n".join([*lines, b"Connection: close", b"", b""])
