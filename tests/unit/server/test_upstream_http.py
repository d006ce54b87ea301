"""The behaviour of Daphne and Twisted with HTTP that `server/daphne` changes: one test for each change.

If a test fails after an upgrade, the library may now do the same, and the change that the test names may be deleted.
"""

import asyncio
import inspect
import io
import socket
from typing import Any

import daphne.server
import pytest
from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.internet import testing
from twisted.internet.error import CannotListenError
from twisted.internet.protocol import ServerFactory
from twisted.internet.tcp import Port
from twisted.python.failure import Failure

from core import trace
from server.daphne.request_limits import TIMEOUT_S
from tests.support.servers.http_caller import HEAD, Caller

GET = b"GET /secret HTTP/1.1\r\nHost: localhost\r\n\r\n"
START = {"type": "http.response.start", "status": 200, "headers": []}
PART = {"type": "http.response.body", "body": b"part", "more_body": True}
# `Any`, because the libraries have few types.
untyped: Any = testing
Server: Any = daphne.server.Server
ListenError: Any = CannotListenError
TcpPort: Any = Port
FailureOf: Any = Failure


def stock_server(**attributes: Any) -> Any:
    """Daphne's own server class with these attributes; the server listens on no port."""
    server = Server(application=None, endpoints=["tcp:0:interface=127.0.0.1"])
    vars(server).update({"connections": {}} | attributes)
    return server


def test_daphne_has_no_setting_for_its_factories() -> None:
    """The assignments to `daphne.server`, and `BoundedFactory.buildProtocol`."""
    assert not [name for name in inspect.signature(Server).parameters if "factory" in name]
    assert HTTPFactory(Caller(HTTPFactory).server).buildProtocol(None).requestFactory is WebRequest


def test_the_default_backlog_of_twisted_is_fifty_connections() -> None:
    """The larger backlog of our server, so that connections of devices that reconnect at once are not dropped."""
    assert inspect.signature(TcpPort).parameters["backlog"].default == 50


def test_daphne_drops_the_reason_of_a_failed_start() -> None:
    """`GracefulServer.listen_error` (django/daphne#577)."""
    failed = stock_server()
    failed.listen_error(FailureOf(ListenError("127.0.0.1", 80, OSError("in use"))))
    assert failed.abort_start
    assert "in use" not in str(vars(failed))


async def start_in_another_request() -> tuple[list[str], object]:
    seen: list[str] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.append(trace.REQUEST.get())

    protocol = object()
    starting = stock_server(application=application, connections={protocol: {}})
    trace.REQUEST.set("another request")
    inbox = starting.create_application(protocol, {"type": "http"})
    await starting.connections[protocol]["application_instance"]
    return seen, inbox


def test_an_application_starts_in_the_context_of_another_request() -> None:
    """The empty context and the small queue of `GracefulServer.create_application` (python/cpython#140947)."""
    seen, inbox = asyncio.run(start_in_another_request())
    assert seen == ["another request"]
    assert type(inbox) is asyncio.Queue


async def paused_response() -> bytes:
    caller = Caller(HTTPFactory)
    caller.channel.dataReceived(GET)
    [request] = caller.server.requests
    sending = stock_server(connections={request: {}})
    await sending.handle_reply(request, START)
    caller.transport.producer.pauseProducing()
    for _ in range(100):
        await asyncio.wait_for(sending.handle_reply(request, PART), 60)
    return bytes(caller.transport.value())


def test_daphne_does_not_wait_for_a_client_that_reads_nothing() -> None:
    """`GracefulServer.handle_reply` and backpressure.py (django/daphne#170)."""
    assert asyncio.run(paused_response()).count(b"part") == 100


async def is_cancelled_by_stop() -> bool:
    running = asyncio.ensure_future(asyncio.Event().wait())
    await asyncio.sleep(0)
    stock_server(connections={object(): {"application_instance": running}}).kill_all_applications()
    await asyncio.sleep(0)
    return running.cancelled()


def test_daphne_cancels_running_requests_when_it_stops() -> None:
    """`GracefulServer.kill_all_applications`, draining.py and `checkPersistence` (django/daphne#177)."""
    assert asyncio.run(is_cancelled_by_stop())
    with pytest.raises(KeyError, match="application_instance"):  # raised for a request that is still arriving
        stock_server(connections={object(): {"connected": 1.0}}).kill_all_applications()


def test_twisted_resets_waiting_connections_when_a_port_closes() -> None:
    """`_close` in server.py; not reported."""
    port = TcpPort(0, ServerFactory(), interface="127.0.0.1", reactor=untyped.MemoryReactor())
    port.startListening()
    with socket.create_connection(("127.0.0.1", port.getHost().port)) as waiting:
        port.stopReading()
        port.connectionLost(FailureOf(ConnectionError()))
        with pytest.raises(ConnectionResetError):
            waiting.recv(1)


def test_daphne_accepts_a_body_of_any_size() -> None:
    """The limits of BoundedRequest (django/daphne#483)."""
    caller = Caller(HTTPFactory)
    caller.channel.dataReceived(HEAD.replace(b"1000", b"99999999") + b"x" * 8_000_000)
    assert (caller.transport.value(), caller.transport.disconnecting) == (b"", False)


def test_each_byte_restarts_the_timeout_of_twisted() -> None:
    """`BoundedChannel.resetTimeout`; not reported, but twisted/twisted#8250 names such clients."""
    caller = Caller(HTTPFactory)
    caller.channel.dataReceived(HEAD)
    assert caller.stays_open(10 * TIMEOUT_S, b"x")


def test_the_repr_of_a_request_contains_its_address() -> None:
    """`BoundedRequest.__repr__`; not reported."""
    caller = Caller(HTTPFactory)
    caller.channel.dataReceived(GET)
    assert "/secret" in repr(caller.server.requests[0])


def test_twisted_writes_a_line_for_each_request() -> None:
    """`BoundedFactory.log`; Twisted has no setting for it."""
    caller = Caller(HTTPFactory)
    caller.factory.logFile, caller.factory._logDateTime = io.StringIO(), "[now]"
    caller.channel.dataReceived(GET)
    caller.factory.log(caller.server.requests[0])
    assert "GET /secret" in caller.factory.logFile.getvalue()
