"""DirectWebSocket: its fast path decodes only whole, short, masked text frames, and a late close logs no error."""

import os
from struct import pack

import pytest
from daphne.server import Server
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.defer import Deferred, succeed

from server.daphne.websockets import WHOLE_BINARY, WHOLE_TEXT, DirectWebSocket, frame_header, short_text

PRINTABLE = st.text(st.characters(max_codepoint=127), min_size=1, max_size=125).map(str.encode)


def masked(payload: bytes, mask: bytes, kind: int = WHOLE_TEXT) -> bytes:
    masked_payload = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes((kind, 0x80 | len(payload))) + mask + masked_payload


@given(PRINTABLE, st.binary(min_size=4, max_size=4))
def test_a_short_text_is_unmasked(payload: bytes, mask: bytes) -> None:
    assert short_text(masked(payload, mask)) == payload


@given(PRINTABLE, st.binary(min_size=4, max_size=4), st.integers(0, 130))
def test_an_incomplete_frame_is_left_to_autobahn(payload: bytes, mask: bytes, cut: int) -> None:
    whole = masked(payload, mask)
    assert short_text(whole[:cut]) == (payload if cut >= len(whole) else None)


@given(PRINTABLE, st.binary(min_size=4, max_size=4), st.binary(min_size=1, max_size=300))
def test_bytes_after_a_frame_are_left_to_autobahn(payload: bytes, mask: bytes, more: bytes) -> None:
    assert short_text(masked(payload, mask) + more) is None


@pytest.mark.parametrize("kind", [0x01, WHOLE_BINARY, 0x88, 0x89, 0x8A, 0x80, 0xC1])
def test_any_other_frame_is_left_to_autobahn(kind: int) -> None:
    assert short_text(masked(b'{"t":"ping","n":1}', os.urandom(4), kind)) is None


def test_unmasked_empty_and_non_ascii_frames_are_left_to_autobahn() -> None:
    assert short_text(bytes((WHOLE_TEXT, 10)) + b"0123456789") is None
    assert short_text(masked(b"", b"abcd")) is None
    assert short_text(masked(b"\xff\xfe", b"abcd")) is None


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (65_535, b"\x81\x7e\xff\xff"),
        (65_536, b"\x81\x7f" + pack("!Q", 65_536)),
    ],
)
def test_the_head_of_a_frame_has_its_size_in_the_shortest_form(size: int, expected: bytes) -> None:
    assert frame_header(WHOLE_TEXT, size) == expected


def test_a_rejected_socket_that_was_removed_closes_without_an_error() -> None:
    removed = DirectWebSocket()
    removed.server = Server(application=None, endpoints=["tcp:0:interface=127.0.0.1"])
    removed.server.connections = {}  # Daphne's checks remove the socket once its application has ended
    removed.onClose(False, 1006, "")
    assert removed.server.connections == {}


def test_a_socket_that_ended_during_its_handshake_stays_closed() -> None:
    """In a storm of reconnects the application accepts sockets that have waited too long."""
    late = DirectWebSocket()
    late.state, late.is_closed, late.handshake_deferred = late.STATE_CLOSED, succeed(late), Deferred()
    late.serverAccept()
    assert (late.state, late.handshake_deferred.called) == (late.STATE_CLOSED, False)


def test_the_repr_of_a_direct_websocket_hides_its_address() -> None:
    """Daphne logs the socket when the server ends before the application does."""
    socket = DirectWebSocket()
    socket.path = b"/realtime/v1/secret?q=words"
    assert repr(socket) == f"<socket at 0x{id(socket):x}>"
