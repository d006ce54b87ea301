"""The connections of a simulated device: one persistent HTTP connection, and a WebSocket."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from tests.bench.harness.wire import HOST, WebSocket

Json = dict[str, Any]
RESPONSE_LIMIT_S, CONNECT_LIMIT_S = 6.0, 3.0


class NoResponse(Exception):
    """There was no response; the server may or may not have processed the request."""


class HttpConnection:
    """One persistent connection to one server; `on_response` is called with the bytes of every response."""

    def __init__(self, port: int, on_response: Callable[[bytes], None]) -> None:
        self._port, self._on_response = port, on_response
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def request(self, method: str, path: str, token: str, body: Json | None = None) -> tuple[int, Any]:
        """The status and the decoded body. Raises NoResponse."""
        try:
            async with asyncio.timeout(RESPONSE_LIMIT_S):
                return await self._request(method, path, token, body)
        except (OSError, TimeoutError, EOFError, ValueError) as failure:
            self.close()
            raise NoResponse from failure
        except asyncio.CancelledError:
            self.close()
            raise

    async def _request(self, method: str, path: str, token: str, body: Json | None) -> tuple[int, Any]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self._port)
        reader, writer = self._streams
        payload = json.dumps(body).encode() if body is not None else b""
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: localhost:{self._port}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n\r\n".encode()
            + payload
        )
        head = await reader.readuntil(b"\r\n\r\n")
        fields = head.lower()
        start = fields.index(b"content-length:") + 15
        content = await reader.readexactly(int(fields[start : fields.index(b"\r\n", start)]))
        self._on_response(head + content)
        return int(head[9:12]), json.loads(content) if content else None

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None


class Socket(WebSocket):
    """One WebSocket of a device; `inbox` has the received frames and, last, the close code."""

    def __init__(self) -> None:
        super().__init__()
        self.inbox: asyncio.Queue[bytes | int | None] = asyncio.Queue()

    async def connect(self, port: int) -> None:
        """Connect to the sync endpoint. Raises OSError."""
        async with asyncio.timeout(CONNECT_LIMIT_S):
            await self.open(port, "/realtime/v1")

    def text(self, payload: bytes) -> None:
        self.inbox.put_nowait(payload)

    def closed(self, code: int | None) -> None:
        self.inbox.put_nowait(code)

    def send_frame(self, t: str, **fields: object) -> None:
        """Send one frame, unless the connection is closing."""
        if not self.transport.is_closing():
            self.send(json.dumps({"t": t, **fields}).encode())

    def abort(self) -> None:
        if hasattr(self, "transport"):
            self.transport.abort()
