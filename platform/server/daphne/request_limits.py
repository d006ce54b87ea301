"""Limits the bytes and the time of an HTTP request before a view gets it."""

import json
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.internet import reactor as installed_reactor
from twisted.web import http

from server import csp_reports
from server.daphne.backpressure import WritePacer
from server.daphne.draining import Connections
from server.headers import HEADERS, PRIVATE

# The stubs describe the module `reactor` by interfaces that lack its methods' real signatures.
reactor: Any = installed_reactor
BODY_LIMIT = 1024 * 1024
# Anybody can send sign-in requests without a session, and none needs more. Stripe's events have less than 256 KB.
SIGN_IN, SIGN_IN_LIMIT = b"/auth/v1/", 16 * 1024
BODY_LIMITS = {
    csp_reports.PATH.encode(): csp_reports.BODY_LIMIT,
    b"/functions/v1/stripe-webhook": 256 * 1024,
    b"/rest/v1/client_imports": 1536 * 1024,  # a file of 1 MB in base64
    b"/functions/v1/read-training-source": 5 * 1024 * 1024,  # a document of 3 MB in base64
}
UPLOAD_PARTS, UPLOAD_PART_LIMIT = b"/storage/v1/upload/resumable/", 4 * 1024 * 1024
# `Any`, because only half of HTTPChannel's methods have types.
HTTPChannel: Any = http.HTTPChannel
DISCARD_FOR_S = 10  # enough for a client that reads the response only after it has sent its whole body
TIMEOUT_S = 60  # for a whole request, and for an idle connection
TOO_LARGE = json.dumps({"code": "request_entity_too_large", "message": "The request body is too large"}).encode()
TOO_LARGE_RESPONSE = b"\r\n".join(
    (
        b"HTTP/1.1 413 Request Entity Too Large",
        b"Content-Type: application/json",
        b"X-Supabase-Api-Version: 2024-01-01",
        *(f"{name}: {value}".encode() for name, value in (HEADERS | PRIVATE).items()),
        b"Connection: close",
        f"Content-Length: {len(TOO_LARGE)}".encode(),
        b"",
        TOO_LARGE,
    )
)


class BoundedRequest(WebRequest):
    """Rejects a body over its route's limit while it arrives, because Daphne buffers it whole (django/daphne#483)."""

    def __init__(self, channel: Any, *queued: Any) -> None:
        # Off, because Twisted's own form parsing takes 100 us per POST and holds whole multipart bodies in memory.
        super().__init__(channel, *queued, parsePOSTFormSubmission=False)
        self._received_bytes = 0
        self._is_rejected = False
        self._pacer: WritePacer | None = None

    def __repr__(self) -> str:
        """A text without the URL, which may hold a token or a search text. Daphne logs it for slow requests."""
        return f"<request at 0x{id(self):x}>"

    def gotLength(self, length: int | None) -> None:
        super().gotLength(None if length is not None and length > self._limit() else length)
        if length is not None and length > self._limit():
            self._reject()

    def handleContentChunk(self, data: bytes) -> None:
        self._received_bytes += len(data)
        if not self._is_rejected and self._received_bytes > self._limit():
            self._reject()
        if not self._is_rejected:
            super().handleContentChunk(data)

    def process(self) -> Any:
        if self._is_rejected:
            return self.channel.loseConnection()
        return super().process()

    def _limit(self) -> int:
        path = self.channel._path.split(b"?", 1)[0]
        if path.startswith(SIGN_IN):
            return SIGN_IN_LIMIT
        return UPLOAD_PART_LIMIT if path.startswith(UPLOAD_PARTS) else BODY_LIMITS.get(path, BODY_LIMIT)

    async def wait_until_writable(self) -> None:
        """Wait until the connection has room for more of the response."""
        if self._pacer is None:
            self._pacer = WritePacer(self)
        await self._pacer.wait_until_writable()

    def finish(self) -> None:
        if self._pacer is not None:
            self.unregisterProducer()
        super().finish()

    def _reject(self) -> None:
        self._is_rejected = True
        channel = self.channel
        channel.transport.write(TOO_LARGE_RESPONSE)
        reactor.callLater(DISCARD_FOR_S, channel.loseConnection)


class BoundedChannel(HTTPChannel):
    """Closes a connection whose request does not arrive completely in time.

    Twisted restarts its timeout at each byte; twisted/twisted#8250 is about such clients.
    """

    _is_arriving = False

    def resetTimeout(self) -> None:
        if not self._is_arriving:
            self._is_arriving = True
            super().resetTimeout()

    def checkPersistence(self, request: Any, version: bytes) -> bool:
        if self.factory.connections.are_ending:
            request.responseHeaders.setRawHeaders(b"connection", [b"close"])
            return False
        return bool(super().checkPersistence(request, version))

    def allContentReceived(self) -> None:
        self._is_arriving = False
        super().allContentReceived()


class BoundedFactory(HTTPFactory):
    """Daphne's factory with our channel and our request class, which Daphne otherwise hard-codes."""

    protocol = BoundedChannel

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.timeOut = TIMEOUT_S
        self.connections = Connections()

    def buildProtocol(self, addr: Any) -> Any:
        channel = super().buildProtocol(addr)
        channel.requestFactory = BoundedRequest
        self.connections.add(channel)
        return channel

    def log(self, request: Any) -> None:
        """Log nothing, because Twisted's line takes 25 us per request and server.request_log has logged it already."""
