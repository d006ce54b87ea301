"""The behaviour of Daphne, Twisted and Autobahn with a WebSocket that DirectWebSocket changes: one test for each change.

If a test fails after an upgrade, the library may now do the same, and the change that the test names may be deleted. The
fast path of `dataReceived` may be deleted when `python -m tests.bench fan_out` is as fast without it.
"""

from types import SimpleNamespace
from typing import Any

import daphne.server
import pytest
from autobahn.exception import Disconnected
from autobahn.twisted.websocket import WebSocketServerFactory, WebSocketServerProtocol
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import testing
from twisted.internet.abstract import FileDescriptor
from twisted.internet.defer import Deferred, succeed

from server.daphne.websockets import BURST_MAX, FRAGMENTS_MAX, UNREAD_MAX

UPGRADE = (
    b"GET /secret HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
MASK = b"\0\0\0\0"
# `Any`, because the libraries have few types.
untyped: Any = testing
Server: Any = daphne.server.Server
Socket: Any = WebSocketProtocol
AutobahnFactory: Any = WebSocketServerFactory
Descriptor: Any = FileDescriptor


def open_socket() -> Any:
    """An open WebSocket of Autobahn."""
    factory = AutobahnFactory()
    factory.protocol = WebSocketServerProtocol
    socket = factory.buildProtocol(None)
    socket.makeConnection(untyped.StringTransport())
    socket.dataReceived(UPGRADE)
    assert socket.state == socket.STATE_OPEN
    return socket


def test_twisted_sends_nothing_before_the_next_turn_of_its_loop() -> None:
    """`DirectWebSocket._write_now` (twisted/twisted#5303)."""
    sent: list[bytes] = []
    descriptor = Descriptor(SimpleNamespace(addWriter=lambda writer: None))
    descriptor.connected, descriptor.writeSomeData = True, sent.append
    descriptor.write(b"frame")
    assert sent == []


def test_autobahn_keeps_the_headers_of_the_handshake() -> None:
    """`DirectWebSocket.onOpen`; not reported."""
    assert open_socket().http_headers["host"] == "localhost"


def test_autobahn_accepts_frames_at_any_pace_and_in_any_number_of_pieces() -> None:
    """`DirectWebSocket._throttle` and `_count_fragment`; not reported, but crossbario/autobahn-python#1907 lists limits."""
    flooded = open_socket()
    for _ in range(BURST_MAX + 1):
        flooded.dataReceived(b"\x8a\x80" + MASK)  # a pong
    flooded.dataReceived(b"\x01\x80" + MASK)
    for _ in range(FRAGMENTS_MAX + 1):
        flooded.dataReceived(b"\x00\x80" + MASK)
    assert (flooded.state, flooded.transport.producerState) == (flooded.STATE_OPEN, "producing")


def test_autobahn_buffers_everything_that_a_device_does_not_read() -> None:
    """`DirectWebSocket.sendData` (crossbario/autobahn-python#1574)."""
    unread = open_socket()
    unread.transport.clear()
    unread.sendData(b"x" * UNREAD_MAX)
    unread.sendData(b"x" * UNREAD_MAX)
    assert (unread.transport.value().count(b"x"), unread.transport.disconnecting) == (2 * UNREAD_MAX, False)


def test_autobahn_cannot_close_with_the_code_of_a_restart() -> None:
    """`DirectWebSocket.serverClose` (crossbario/autobahn-python#1642, django/daphne#374)."""
    with pytest.raises(Exception, match="invalid close code 1012"):
        open_socket().sendClose(code=1012)


def test_daphne_raises_for_a_close_without_a_connection() -> None:
    """`DirectWebSocket.onClose` (django/daphne#205)."""
    unknown = Socket()
    with pytest.raises(AttributeError):
        unknown.onClose(False, 1006, "")
    unknown.server = Server(application=None, endpoints=["tcp:0:interface=127.0.0.1"])
    unknown.server.connections = {}
    with pytest.raises(KeyError):
        unknown.onClose(False, 1006, "")


def test_daphne_accepts_a_socket_that_has_ended() -> None:
    """`DirectWebSocket.serverAccept`; not reported."""
    late = Socket()
    late.state, late.is_closed, late.client_addr = late.STATE_CLOSED, succeed(late), None
    late.handshake_deferred = accepted = Deferred[None]()
    late.serverAccept()
    assert accepted.called


def test_daphne_raises_for_a_frame_to_a_closed_socket() -> None:
    """The first lines of `DirectWebSocket.serverSend`; not reported."""
    closed = Socket()
    closed.state, closed.client_addr = closed.STATE_CLOSED, None
    with pytest.raises(Disconnected):
        closed.serverSend("frame")


def test_the_repr_of_a_socket_contains_its_address() -> None:
    """`DirectWebSocket.__repr__`; not reported."""
    connected = Socket()
    connected.client_addr, connected.path = None, b"/secret"
    assert "/secret" in repr(connected)
