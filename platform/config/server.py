"""Daphne with bounded request bodies and direct sockets, and the order of starting and stopping."""

import asyncio
import gc
import json
import warnings
from collections.abc import Callable
from typing import Any

import daphne.server
from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import HTTPFactory, WebRequest
from django.conf import settings
from twisted.internet import reactor as installed
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall

from config.jobs import Worker
from config.sockets import DirectWebSocket
from sync import hub

# The stubs describe the module `reactor` by interfaces that lack its methods' real signatures.
reactor: Any = installed
BODY_LIMIT = 1024 * 1024
BODY_LIMITS = {b"/rest/v1/batch": 8 * 1024 * 1024}  # 50 entries of 20,000 characters, escaped
DISCARD_FOR_S = 10  # long enough for a sender that reads the answer only after its whole body
GC_THRESHOLDS = (50_000, 20, 100)  # gen-2 passes over a served heap cost 60 ms at p99
HEALTH_EVERY_S = 5
LEAVE_S = 0.1  # for the last frames to leave
TOO_LARGE = json.dumps({"code": "request_entity_too_large", "message": "The request body is too large"}).encode()
REFUSAL = (
    b"HTTP/1.1 413 Request Entity Too Large\r\nContent-Type: application/json\r\n"
    b"X-Supabase-Api-Version: 2024-01-01\r\nConnection: close\r\n"
    b"Content-Length: " + str(len(TOO_LARGE)).encode() + b"\r\n\r\n" + TOO_LARGE
)


class BoundedRequest(WebRequest):
    """Refuses a body over its route's limit before it is read; Twisted would buffer it whole."""

    def __init__(self, channel: Any, *queued: Any) -> None:
        # Off: Twisted parses form posts itself, 100 us for each POST and whole multipart bodies in memory.
        super().__init__(channel, *queued, parsePOSTFormSubmission=False)
        self._received_bytes = 0
        self._refused = False

    def gotLength(self, length: int | None) -> None:
        super().gotLength(None if length is not None and length > self._limit() else length)
        if length is not None and length > self._limit():
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:
        self._received_bytes += len(data)
        if not self._refused and self._received_bytes > self._limit():
            self._refuse()
        if not self._refused:
            super().handleContentChunk(data)

    def process(self) -> Any:
        if self._refused:
            return self.channel.loseConnection()
        return super().process()

    def _limit(self) -> int:
        return BODY_LIMITS.get(self.channel._path.split(b"?", 1)[0], BODY_LIMIT)

    def _refuse(self) -> None:
        self._refused = True
        channel = self.channel
        channel.transport.write(REFUSAL)
        reactor.callLater(DISCARD_FOR_S, channel.loseConnection)


class BoundedFactory(HTTPFactory):
    """Daphne's factory names its request class in code."""

    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol


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
    # WhiteNoise hands small files over as plain iterators; Django may say so once, not for every file.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    try:
        server = PoliteServer(
            application=application,
            endpoints=build_endpoint_description_strings(host=host, port=port),
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
