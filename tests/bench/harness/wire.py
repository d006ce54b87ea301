"""Minimal HTTP and WebSocket clients on raw sockets, so that the load generator needs little processor time."""

import asyncio
import base64
import json
import os
import struct
from collections.abc import Callable
from typing import Any

HOST = "127.0.0.1"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class WebSocket(asyncio.Protocol):
    """One WebSocket. Calls `text` for text frames and `closed` with the close code, or None if there was none.

    `ended` is set when the connection has ended and `closed` was called.
    """

    def __init__(self) -> None:
        self._buffer = b""
        self._upgraded = False
        self._code: int | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ended = asyncio.Event()
        self.transport: asyncio.Transport

    def text(self, payload: bytes) -> None:
        raise NotImplementedError

    def closed(self, code: int | None) -> None:
        raise NotImplementedError

    async def open(self, port: int, path: str) -> None:
        """Connect and do the handshake. Raises OSError."""
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, port)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(UPGRADE.format(path=path, host=f"{HOST}:{port}", key=key).encode())
        await self.opened

    def send(self, payload: bytes, opcode: int = TEXT) -> None:
        size = len(payload)
        head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else struct.pack("!BBH", 0x80 | opcode, 0xFE, size)
        # A mask of zeros costs this client nothing, and the server as much as any other mask.
        self.transport.write(head + b"\0\0\0\0" + payload)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("closed before it was open"))
            self.opened.exception()  # avoids asyncio's warning if nobody awaits `opened`
        self.closed(self._code)
        self.ended.set()

    def data_received(self, data: bytes) -> None:
        if self._buffer:
            data, self._buffer = self._buffer + data, b""
        at = 0 if self._upgraded else self._handshake(data)
        end = len(data)
        while at + 2 <= end:
            opcode, size, start = data[at] & 15, data[at + 1], at + 2
            if size == 126:
                start += 2
                size = int.from_bytes(data[at + 2 : start], "big")
            elif size == 127:
                start += 8
                size = int.from_bytes(data[at + 2 : start], "big")
            if start > end or start + size > end:
                break
            at = start + size
            self._frame(opcode, data[start:at])
        self._buffer = data[at:]

    def _handshake(self, data: bytes) -> int:
        end = data.find(b"\r\n\r\n") + 4
        if end < 4:
            return 0
        if not data.startswith(b"HTTP/1.1 101"):
            raise ConnectionRefusedError(data[:60])
        self._upgraded = True
        if not self.opened.done():  # the waiting task may have been cancelled
            self.opened.set_result(None)
        return end

    def _frame(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self.text(payload)
        elif opcode == PING:
            self.send(payload, PONG)
        elif opcode == CLOSE:
            self._code = int.from_bytes(payload[:2], "big") if payload else None
            self.transport.close()


class HttpConnection:
    """A persistent HTTP connection that makes one request at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, token: str, body: dict[str, object]) -> tuple[int, Any]:
        """The status and the decoded JSON body of the response."""
        return await self._request("POST", path, token, json.dumps(body).encode())

    async def get(self, path: str, token: str) -> tuple[int, Any]:
        """The status and the decoded JSON body of the response."""
        return await self._request("GET", path, token, b"")

    async def _request(self, method: str, path: str, token: str, payload: bytes) -> tuple[int, Any]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self._port)
        reader, writer = self._streams
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{self._port}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n\r\n".encode()
            + payload
        )
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        at = head.index(b"content-length:") + 15
        body = await reader.readexactly(int(head[at : head.index(b"\r\n", at)]))
        return int(head[9:12]), json.loads(body)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def until(done: Callable[[], bool], *, within_s: float) -> bool:
    """Whether `done` returned true within `within_s` seconds."""
    clock = asyncio.get_running_loop().time
    end = clock() + within_s
    while not done():
        if clock() > end:
            return False
        await asyncio.sleep(0.01)
    return True
