"""Daphne's WebSocket with faster reading and writing, with limits, and with the close code of a restart."""

import time
from struct import pack
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

WHOLE_TEXT, WHOLE_BINARY = 0x81, 0x82
MASKED = 0x80
HEADER_SIZE, SHORT_SIZE = 6, 126  # a masked frame of less than 126 bytes has a header of 6 bytes: kind, size, mask
READ_MAX = 4096  # bytes; the default 64 KiB hold 11,000 frames, which would block the loop for half a second
# For reads and frames together. A device acknowledges at most 100 frames a second of each stream (sync/hub/hub.py).
BURST_MAX, RATE_PER_S = 400, 200
FRAGMENTS_MAX = 2048  # fragments of one message, because each costs 40 bytes more than its payload
UNREAD_MAX = 1024 * 1024  # bytes; a device that reads has at most the window of CH5 and one frame outstanding
MESSAGE_TOO_BIG = 1009


class DirectWebSocket(WebSocketProtocol):
    """Handles the common frames itself and leaves all others to Autobahn.

    Measured with 1,000 sockets, where a frame and its acknowledgement take 117 us:
    Writing takes 19 us less, because a frame goes to the kernel at once if its buffer has room. Twisted registers for
    writing at the reactor and unregisters afterwards, which takes two epoll_ctl calls and an event (twisted/twisted#5303).
    Reading takes 16 us less: a whole text frame of less than 126 bytes (`ack`, `ping`) is unmasked as one integer.
    """

    def __repr__(self) -> str:
        """A text without the URL, because Daphne logs it."""
        return f"<socket at 0x{id(self):x}>"

    def connectionMade(self) -> None:
        super().connectionMade()
        self._received, self._received_since, self._fragments = 0, time.monotonic(), 0
        self.transport.bufferSize = READ_MAX

    def dataReceived(self, data: bytes) -> None:
        is_between = self.state == self.STATE_OPEN and not (self.data or self.current_frame or self.inside_message)
        text = short_text(data) if is_between else None
        if text is None:
            self._dataReceived(data)
        else:
            self.onMessage(text, False)
        self._received += 1
        if self._received >= BURST_MAX:
            self._throttle()

    def onOpen(self) -> None:
        super().onOpen()
        # Free the handshake's headers, which have been read (1.5 kB for the life of the connection).
        self.http_headers: dict[str, str] = {}
        self.request.headers = self.http_headers
        self.clean_headers.clear()
        # Free the upgrade request too, which the transport references as its producer (2.5 kB).
        self.transport.unregisterProducer()

    def onMessageBegin(self, is_binary: bool) -> None:
        super().onMessageBegin(is_binary)
        self._fragments = 0

    def onMessageFrameBegin(self, length: int) -> None:
        super().onMessageFrameBegin(length)
        self._received += 1
        self._count_fragment()

    def onMessageFrameData(self, payload: bytes) -> None:
        super().onMessageFrameData(payload)
        self._count_fragment()

    def onPing(self, payload: bytes) -> None:
        self._received += 1
        super().onPing(payload)

    def onPong(self, payload: bytes) -> None:
        self._received += 1
        super().onPong(payload)

    def onClose(self, *close_details: Any) -> None:
        # Daphne raises an error for a connection without a handshake, and for a connection that it has rejected
        # (django/daphne#205).
        if hasattr(self, "server") and self in self.server.connections:
            super().onClose(*close_details)

    def serverAccept(self, subprotocol: str | None = None) -> None:
        # Autobahn would open a connection that has ended during its handshake, and log an error when it closes it.
        if self.state != self.STATE_CLOSED:
            super().serverAccept(subprotocol)

    def serverSend(self, content: Any, binary: bool = False) -> None:
        if self.state != self.STATE_OPEN:
            return  # the connection is closed, and the consumer is about to be notified
        if self._perMessageCompress is not None:
            super().serverSend(content, binary)
            return
        payload = content if binary else content.encode()
        self._write_now(frame_header(WHOLE_BINARY if binary else WHOLE_TEXT, len(payload)) + payload)

    def serverClose(self, code: int | None = None) -> None:
        # Autobahn's public method rejects 1012, although the code is registered for servers
        # (crossbario/autobahn-python#1642, django/daphne#374).
        self.sendCloseFrame(code=1000 if code is None else code)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        transport = self.transport
        if len(transport.dataBuffer) - transport.offset + transport._tempDataLen > UNREAD_MAX:
            # The client sends requests but does not read, and Autobahn would buffer every response
            # (crossbario/autobahn-python#1574). A close frame would wait behind the unread data.
            transport.abortConnection()
        else:
            super().sendData(data, sync, chopsize)

    def _write_now(self, data: bytes) -> None:
        transport = self.transport
        if not (transport.dataBuffer or transport._tempDataBuffer or transport.disconnecting):
            try:
                sent = transport.socket.send(data)
            except OSError:  # the buffer is full or the socket is broken; the reactor handles both
                sent = 0
            if sent == len(data):
                return
            data = data[sent:]
        self.sendData(data)

    def _throttle(self) -> None:
        """Pause reading from a device that sends too fast, so that its data waits in the network."""
        wait = self._received / RATE_PER_S - (time.monotonic() - self._received_since)
        self._received, self._received_since = 0, time.monotonic() + max(wait, 0)
        if wait > 0:
            self.transport.pauseProducing()
            self.transport.reactor.callLater(wait, self.transport.resumeProducing)

    def _count_fragment(self) -> None:
        self._fragments += 1
        if self._fragments == FRAGMENTS_MAX:
            self._fail_connection(MESSAGE_TOO_BIG, f"a message of more than {FRAGMENTS_MAX} pieces")


# Close with 1009 after a message over 1 MiB. By default Autobahn drops the connection, and the device would retry.
DirectWebSocket.failByDrop = False


def frame_header(kind: int, size: int) -> bytes:
    """The header of an unmasked frame with a payload of `size` bytes."""
    if size < 126:
        return bytes((kind, size))
    return pack("!BBH", kind, 126, size) if size < 65_536 else pack("!BBQ", kind, 127, size)


def short_text(data: bytes) -> bytes | None:
    """The payload of `data` if it is exactly one short, masked frame of ASCII text, else None."""
    size = len(data) - HEADER_SIZE
    if not 0 < size < SHORT_SIZE or data[0] != WHOLE_TEXT or data[1] != MASKED | size:
        return None
    mask = (data[2:HEADER_SIZE] * (size // 4 + 1))[:size]
    text = (int.from_bytes(data[HEADER_SIZE:], "big") ^ int.from_bytes(mask, "big")).to_bytes(size, "big")
    return text if text.isascii() else None
