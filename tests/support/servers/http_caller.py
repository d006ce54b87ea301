"""A caller of an HTTP factory of Twisted, over a connection in memory, with a clock that the test controls."""

from typing import Any

from twisted.internet import testing
from twisted.internet.task import Clock

HEAD = b"POST /rest/v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"


class Registry:
    """The part of Daphne's server that a request calls: it counts connections and starts the application."""

    proxy_forwarded_address_header, root_path, request_buffer_size, server_name = None, "", 8192, ""

    def __init__(self) -> None:
        self.requests: list[Any] = []

    @property
    def started(self) -> int:
        return len(self.requests)

    def protocol_connected(self, request: object) -> None:
        pass

    protocol_disconnected = protocol_connected

    def create_application(self, request: object, scope: object) -> None:
        self.requests.append(request)


class Caller:
    """One connection to a server that uses `factory`: Daphne's HTTPFactory or a subclass of it."""

    def __init__(self, factory: Any) -> None:
        self.server, self.clock = Registry(), Clock()
        untyped: Any = testing
        self.transport = untyped.StringTransport()
        self.factory = factory(self.server)
        self.factory.reactor = self.clock
        self.channel = self.factory.buildProtocol(None)
        self.channel.makeConnection(self.transport)

    def stays_open(self, seconds: float, sending: bytes = b"") -> bool:
        """Whether the connection is still open after `seconds`, if it sends one byte of `sending` each second."""
        for at in range(int(seconds)):
            if not self.transport.disconnecting and sending:
                self.channel.dataReceived(sending[at % len(sending) : at % len(sending) + 1])
            self.clock.advance(1)
        return not self.transport.disconnecting
