"""A WebSocket as bytes, for frames that no library sends."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from struct import pack, unpack

TEXT, CONTINUED, CLOSE, PING = 1, 0, 8, 9
HEADERS = (
    "Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


class RawSocket:
    """An open WebSocket. A call that takes longer than `within_s` of `raw_socket` raises TimeoutError."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self._buffer = b""

    def send(self, data: bytes) -> None:
        self.line.sendall(data)

    def frame(self) -> tuple[int, bytes]:
        """The kind and payload of the next frame."""
        kind, size = self._exactly(2)
        if size >= 126:
            size = unpack("!H", self._exactly(2))[0] if size == 126 else unpack("!Q", self._exactly(8))[0]
        return kind & 15, self._exactly(size)

    def _exactly(self, size: int) -> bytes:
        while len(self._buffer) < size:
            chunk = self.line.recv(65_536)
            if not chunk:
                raise EOFError
            self._buffer += chunk
        data, self._buffer = self._buffer[:size], self._buffer[size:]
        return data


@contextmanager
def raw_socket(
    port: int, *, path: str = "/realtime/v1", headers: str = "", buffer: int = 0, within_s: float = 10
) -> Iterator[RawSocket]:
    """An open socket; `buffer` is the system's buffer size per direction, in bytes.

    Raises ConnectionError with the response if the server rejects the handshake.
    """
    with socket.socket() as line:
        if buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        line.settimeout(within_s)
        line.connect(("127.0.0.1", port))
        line.sendall(f"GET {path} HTTP/1.1\r\n{HEADERS}{headers}\r\n".encode())
        response = b""
        while not response.endswith(b"\r\n\r\n"):
            byte = line.recv(1)
            if not byte:
                raise ConnectionError(response.decode())
            response += byte
        if not response.startswith(b"HTTP/1.1 101 "):
            raise ConnectionError(response.decode())
        yield RawSocket(line)


def frame(payload: bytes | str, kind: int = TEXT, *, last: bool = True) -> bytes:
    """One masked frame."""
    data = payload.encode() if isinstance(payload, str) else payload
    size, first = len(data), kind | (0x80 if last else 0)
    if size < 126:
        head = bytes((first, 0x80 | size))
    else:
        head = pack("!BBH", first, 0xFE, size) if size < 65_536 else pack("!BBQ", first, 0xFF, size)
    mask = os.urandom(4)
    masked = int.from_bytes(data, "big") ^ int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return head + mask + masked.to_bytes(size, "big")
