"""A request has one minute to arrive completely; a connection without a request is closed after the same time."""

import json
from typing import Any

import pytest
from twisted.internet import testing
from twisted.internet.task import Clock

from server.daphne.request_limits import TIMEOUT_S, BoundedFactory
from server.headers import HEADERS, PRIVATE

HEAD = b"POST /rest/v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"


class Registry:
    """The part of Daphne's server that a request calls: it counts connections and starts the application."""

    proxy_forwarded_address_header, root_path, request_buffer_size = None, "", 8192

    def __init__(self) -> None:
        self.started = 0

    def protocol_connected(self, request: object) -> None:
        pass

    protocol_disconnected = protocol_connected

    def create_application(self, request: object, scope: object) -> None:
        self.started += 1


class Caller:
    """A connection whose clock the test controls."""

    def __init__(self) -> None:
        self.server, self.clock = Registry(), Clock()
        untyped: Any = testing
        self.transport = untyped.StringTransport()
        factory: Any = BoundedFactory(self.server)
        factory.reactor = self.clock
        self.channel = factory.buildProtocol(None)
        self.channel.makeConnection(self.transport)

    def waits(self, seconds: float, saying: bytes = b"") -> bool:
        """Whether the connection is still open after `seconds`, if it sends one byte of `saying` each second."""
        for at in range(int(seconds)):
            if not self.transport.disconnecting and saying:
                self.channel.dataReceived(saying[at % len(saying) : at % len(saying) + 1])
            self.clock.advance(1)
        return not self.transport.disconnecting


@pytest.mark.parametrize(
    ("text", "dribbled"),
    [
        (b"", b""),
        (b"", b"GET /" + b"x" * 200),
        (b"GET / HTTP/1.1\r\n", b"A-Header: value\r\n"),
        (HEAD, b""),
        (HEAD, b"x"),
    ],
    ids=["nothing", "a slow line", "slow headers", "no body", "a slow body"],
)
def test_a_request_that_does_not_arrive_in_time_ends_the_connection(text: bytes, dribbled: bytes) -> None:
    caller = Caller()
    if text:
        caller.channel.dataReceived(text)
    assert caller.waits(TIMEOUT_S - 1, dribbled)
    assert not caller.waits(1, dribbled)
    assert caller.server.started == 0


def test_the_timeout_begins_with_the_request() -> None:
    caller = Caller()
    assert caller.waits(TIMEOUT_S - 1)
    caller.channel.dataReceived(HEAD)
    assert caller.waits(TIMEOUT_S - 1, b"x")
    caller.channel.dataReceived(b"x" * 1000)
    assert caller.server.started == 1


def test_a_received_request_has_no_timeout() -> None:
    caller = Caller()
    caller.channel.dataReceived(HEAD + b"x" * 1000)
    assert caller.waits(10 * TIMEOUT_S)
    assert caller.server.started == 1


def test_a_rejected_body_gets_the_headers_of_every_response() -> None:
    caller = Caller()
    caller.channel.dataReceived(HEAD.replace(b"1000", b"99999999"))
    head, _, body = caller.transport.value().decode().partition("\r\n\r\n")
    status, *lines = head.split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    assert status == "HTTP/1.1 413 Request Entity Too Large"
    assert headers.items() >= (HEADERS | PRIVATE).items()
    assert (json.loads(body)["code"], int(headers["Content-Length"])) == ("request_entity_too_large", len(body))
    assert caller.server.started == 0


@pytest.mark.parametrize(
    ("path", "most"),
    [
        (b"/auth/v1/signup", 16 * 1024),
        (b"/auth/v1/token?grant_type=refresh_token", 16 * 1024),
        (b"/functions/v1/stripe-webhook", 256 * 1024),
        (b"/rest/v1/messages", 1024 * 1024),
    ],
)
def test_a_body_over_its_routes_limit_is_rejected_before_it_is_read(path: bytes, most: int) -> None:
    for size, is_rejected in ((most, False), (most + 1, True)):
        caller = Caller()
        caller.channel.dataReceived(HEAD.replace(b"/rest/v1/messages", path).replace(b"1000", str(size).encode()))
        assert (b"413" in caller.transport.value()) is is_rejected


def test_a_request_does_not_show_its_address_to_logs() -> None:
    """Daphne logs the request when the server ends before the application does."""
    caller = Caller()
    caller.channel.dataReceived(HEAD.replace(b"/rest/v1/messages", b"/functions/v1/export-data/secret?q=words"))
    request = caller.channel.requests[0]
    assert "secret" not in repr(request)
    assert "words" not in repr(request)
