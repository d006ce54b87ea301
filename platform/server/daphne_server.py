"""Daphne with bounded requests and direct sockets, and the order of starting and stopping."""

import asyncio
import gc
import resource
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import daphne.server
from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from twisted.internet import reactor as installed
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall

from server.jobs import Worker
from server.memory import Tidy
from server.receive_queue import Inbox
from server.request_limits import BoundedFactory, BoundedRequest
from server.websockets import DirectWebSocket
from sync import tasks
from sync.hub import hub

# The stubs describe the module `reactor` by interfaces that lack its methods' real signatures.
reactor: Any = installed
HEALTH_EVERY_S = 5
TIDY_EVERY_S = 2
UNLIMITED = 10_240  # where no limit is set, macOS takes no more
LEAVE_S = 0.1  # for the last frames to leave
# Connections that wait to be taken. Beyond Twisted's 50 the system drops them, and TCP tries again after 1, 3 and 7 s:
# of 1,000 devices the last was live 10.5 s after a restart.
BACKLOG = 4096

daphne.server.HTTPFactory = BoundedFactory
daphne.server.WebSocketFactory.protocol = DirectWebSocket


class CannotListen(Exception):
    """The address is taken, or not this machine's to listen on."""


class PoliteServer(daphne.server.Server):
    """Says `bye` on every socket before it ends the applications (CC2), and why it could not start."""

    refused = ""

    def listen_error(self, failure: Any) -> None:
        self.refused = failure.getErrorMessage()
        self.stop()

    def create_application(self, protocol: Any, scope: Any) -> Inbox:
        """Daphne's own, with an inbox that is small."""
        inbox = Inbox()
        application = self.application(
            scope=scope | {"asgi": {"version": "3.0"}}, receive=inbox.get, send=partial(self.handle_reply, protocol)
        )
        running = asyncio.ensure_future(application, loop=asyncio.get_event_loop())
        self.connections[protocol]["application_instance"] = running
        return inbox

    async def handle_reply(self, protocol: Any, message: Any) -> None:
        """Take a piece of an answer; the next one is asked for once the connection has room, and never if it is gone."""
        await super().handle_reply(protocol, message)
        if message.get("more_body") and isinstance(protocol, BoundedRequest):
            if protocol not in self.connections or "disconnected" in self.connections[protocol]:
                raise asyncio.CancelledError
            await protocol.taken()

    def kill_all_applications(self) -> "Deferred[None]":
        return Deferred.fromFuture(asyncio.get_event_loop().create_task(self._end()))

    async def _end(self) -> None:
        hub.running().goodbye()
        await asyncio.sleep(LEAVE_S)
        await hub.stop_running()
        # A request that is still arriving has no application yet; Daphne's own loop would trip over it.
        running = [one["application_instance"] for one in self.connections.values() if "application_instance" in one]
        for application in running:
            application.cancel()


def serve(*, application: Any, host: str, port: int, ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT: jobs run in threads beside; sockets are told `bye` before they close.

    Raises CannotListen.
    """
    # With a shared queue jobs have processes of their own: manage.py run_huey.
    worker = Worker() if settings.ENVIRONMENT.redis_url is None else None
    if worker is not None:
        worker.start()
        LoopingCall(worker.check).start(HEALTH_EVERY_S, now=False)
    else:
        tasks.wake_the_worker()
    LoopingCall(Tidy().look).start(TIDY_EVERY_S, now=False)
    # WhiteNoise hands small files over as plain iterators; Django may say so once, not for every file.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
    _have_every_descriptor()
    gc.collect()
    gc.freeze()
    try:
        server = PoliteServer(
            application=application,
            endpoints=[f"{one}:backlog={BACKLOG}" for one in build_endpoint_description_strings(host=host, port=port)],
            ready_callable=ready,
            server_name="pulseboard",
            verbosity=2,  # Twisted's errors go to the log instead of nowhere
        )
        server.run()
        if server.refused:
            raise CannotListen(server.refused)
    finally:
        if worker is not None:
            worker.stop()


def _have_every_descriptor() -> None:
    """Each connection is one, and at about a thousand most systems begin to refuse unless asked."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (UNLIMITED if most == resource.RLIM_INFINITY else most, most))
