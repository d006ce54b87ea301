"""Runs Daphne with bounded requests and direct WebSockets, and starts and stops its parts in order."""

import asyncio
import gc
import resource
import warnings
from collections.abc import Callable
from contextvars import Context
from functools import partial
from typing import Any

import daphne.server
from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from twisted.internet import reactor as installed_reactor
from twisted.internet.defer import Deferred
from twisted.internet.error import ConnectionDone
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure as TwistedFailure

from chatbots.workflows import reply
from server.daphne.receive_queue import ReceiveQueue
from server.daphne.request_limits import BoundedFactory, BoundedRequest
from server.daphne.websockets import DirectWebSocket
from server.memory import MemoryTrimmer
from server.worker.jobs import Worker
from sync import tasks
from sync.hub import hub

# The stubs describe the module `reactor` by interfaces that lack its methods' real signatures.
reactor: Any = installed_reactor
Failure: Any = TwistedFailure  # its constructor has no types
HEALTH_EVERY_S = 5
MEMORY_CHECK_EVERY_S = 2
UNLIMITED_DESCRIPTORS = 10_240  # used if no limit is set, because macOS accepts no more
FLUSH_S = 0.1  # for the kernel to send the last frames
# The listen backlog. With Twisted's 50 the system drops further connections, and TCP retries after 1, 3 and 7 s:
# of 1,000 devices the last was live 10.5 s after a restart. No upstream issue: it is a parameter.
BACKLOG = 4096

daphne.server.HTTPFactory = BoundedFactory
daphne.server.WebSocketFactory.protocol = DirectWebSocket


class CannotListen(Exception):
    """The address is in use or is not an address of this machine."""


class GracefulServer(daphne.server.Server):
    """Sends `bye` on every socket before it ends the applications (CC2). `failure_text` is why it could not start."""

    failure_text = ""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        self._ports.append(port)
        super().listen_success(port)

    def listen_error(self, failure: Any) -> None:
        """Keep the reason, because Daphne only logs it, and `run` returns as after a stop (django/daphne#577)."""
        self.failure_text = failure.getErrorMessage()
        self.stop()

    def create_application(self, protocol: Any, scope: Any) -> ReceiveQueue:
        """Does what Daphne's method does, with a smaller receive queue and in an empty context.

        Twisted reads from a connection in the context in which reading was resumed (python/cpython#140947). If that was
        the context of a request, the log lines of the connection's next application would have that request's id.
        """
        receive_queue = ReceiveQueue()
        application = self.application(
            scope=scope | {"asgi": {"version": "3.0"}},
            receive=receive_queue.get,
            send=partial(self.handle_reply, protocol),
        )
        running = Context().run(asyncio.ensure_future, application, loop=asyncio.get_event_loop())
        self.connections[protocol]["application_instance"] = running
        return receive_queue

    async def handle_reply(self, protocol: Any, message: Any) -> None:
        """Send a part of a response, then wait until the connection has room. Raises CancelledError if it is closed."""
        await super().handle_reply(protocol, message)
        if message.get("more_body") and isinstance(protocol, BoundedRequest):
            if protocol not in self.connections or "disconnected" in self.connections[protocol]:
                raise asyncio.CancelledError
            await protocol.wait_until_writable()

    def kill_all_applications(self) -> "Deferred[None]":
        """Let running requests end first; Daphne's method cancels them (django/daphne#177)."""
        return Deferred.fromFuture(asyncio.get_event_loop().create_task(self._end()))

    async def _end(self) -> None:
        # The proxy's next connections go to other processes at once.
        for port in self._ports:
            _close(port)
        hub.running().send_bye()
        await self.http_factory.connections.end(others_serve=settings.ENVIRONMENT.redis_url is not None)
        await reply.end_running()
        hub.running().send_bye()  # to sockets that were opened meanwhile over older connections
        await asyncio.sleep(FLUSH_S)
        await hub.stop_running()
        # A request that is still arriving has no application yet; Daphne's own loop would raise KeyError.
        running = [
            connection["application_instance"]
            for connection in self.connections.values()
            if "application_instance" in connection
        ]
        for application in running:
            application.cancel()


def _close(port: Any) -> None:
    """Accept the connections that wait, and close the port in the same step, because the system would reset them."""
    port.stopReading()
    port.doRead()
    port.connectionLost(Failure(ConnectionDone()))


def serve(*, application: Any, host: str, port: int, ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT. Jobs run in threads of this process; sockets get `bye` before they close.

    Raises CannotListen.
    """
    # With a shared queue, jobs run in separate processes: manage.py run_huey.
    worker = Worker() if settings.ENVIRONMENT.redis_url is None else None
    if worker is not None:
        worker.start()
        LoopingCall(worker.check).start(HEALTH_EVERY_S, now=False)
    else:
        tasks.wake_the_worker()
    LoopingCall(MemoryTrimmer().check).start(MEMORY_CHECK_EVERY_S, now=False)
    # WhiteNoise returns small files as synchronous iterators, and Django would warn for each of them.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
    _raise_descriptor_limit()
    gc.collect()
    gc.freeze()
    try:
        server = GracefulServer(
            application=application,
            endpoints=[
                f"{endpoint}:backlog={BACKLOG}" for endpoint in build_endpoint_description_strings(host=host, port=port)
            ],
            ready_callable=ready,
            server_name="pulseboard",
            verbosity=2,  # otherwise Twisted's errors would not be logged
        )
        server.run()
        if server.failure_text:
            raise CannotListen(server.failure_text)
    finally:
        if worker is not None:
            worker.stop()


def _raise_descriptor_limit() -> None:
    """Raise the limit of file descriptors: each connection needs one, and most systems allow about a thousand."""
    limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY:
        return
    highest = max(limit, UNLIMITED_DESCRIPTORS) if hard_limit == resource.RLIM_INFINITY else hard_limit
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest, hard_limit))
