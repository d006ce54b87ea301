"""One socket: performs what the session decides. An ASGI application for Channels' router.

A plain application instead of a Channels consumer with groups: a channel layer may drop what it carries
(100 of 250 sends arrived in a measured run), and a consumer costs 4 KB more per idle socket.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Iterator
from typing import Any

from django.conf import settings

from core import trace
from core.clock import now
from core.errors import NotSignedIn
from core.person import Person
from sync import hub, metrics, ports, protocol, queries, session_effects
from sync.membership import Membership
from sync.origins import is_ours
from sync.positions import Position
from sync.protocol import Hello, Offer
from sync.seam import read
from sync.session import Session
from sync.session_effects import Effect

BYE_SPREAD_MS = (0, 15_000)

log = logging.getLogger(__name__)


class SyncConsumer:
    """The connection as the hub sees it, and the tasks that serve it."""

    def __init__(self, scope: Any, receive: Any, send: Any) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._session = Session(now().timestamp(), settings.MIN_BUILD, secrets.token_hex(8))
        self._hub = hub.running()
        self._person: Person | None = None
        self._effects: list[Effect] = []
        self._woken = asyncio.Event()
        self._is_full = False

    @classmethod
    def as_asgi(cls) -> Any:
        """The application for a router."""

        async def application(scope: Any, receive: Any, send: Any) -> None:
            await cls(scope, receive, send).run()

        return application

    async def run(self) -> None:
        await self._receive()  # websocket.connect
        if not is_ours(self._scope):
            await self._send({"type": "websocket.close"})  # refused before it is opened: 403 (HE6)
            return
        await self._send({"type": "websocket.accept"})
        trace.CONNECTION.set(self._session.sid)
        self._hub.connect(self)
        writer = asyncio.get_running_loop().create_task(self._write())
        try:
            await self._listen()
        finally:
            self._hub.disconnect(self, self._session.device, list(self._session.places))
            if self._person is not None:
                self._hub.admission.leave(self._person.id)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer

    async def _listen(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            self._do(self._session.received(text if text is not None else ""))
            if self._is_full:  # it may have been the acknowledgement that makes room
                self._is_full = False
                self._woken.set()

    # What the hub calls; each only decides and wakes the writer.

    def wake(self) -> None:
        self._woken.set()

    def membership(self, stream: str, change: Membership) -> None:
        self._do(self._session.membership(stream, change.what, change.user_id, change.session_id))

    def supersede(self) -> None:
        self._do(self._session.refused(protocol.SUPERSEDED))

    def tick(self, now: float) -> None:
        self._do(self._session.tick(now))

    def behind(self) -> Iterator[tuple[str, int]]:
        """Each stream with the number of changes that the device has not stored."""
        for stream in self._session.places:
            yield stream, self._session.lag(stream, self._hub.head(stream))

    def goodbye(self) -> None:
        self._do(self._session.sent_away("deploy", BYE_SPREAD_MS, protocol.GOING_DOWN))

    def _do(self, effects: list[Effect]) -> None:
        """Queue effects for the writer, which performs them in order; hub matters are settled at once."""
        for effect in effects:
            match effect:
                case session_effects.Watch(stream, head):
                    self._hub.watch(self, stream, head)
                case session_effects.Unwatch(stream):
                    self._hub.unwatch(self, stream)
                    metrics.REVOKED.inc()
                case _:
                    self._effects.append(effect)
        if effects:
            self._woken.set()

    async def _write(self) -> None:
        """The connection's only writer: effects first, then changes of every stream that has some."""
        try:
            while True:
                await self._woken.wait()
                self._woken.clear()
                while self._effects:
                    effects, self._effects = self._effects, []
                    for effect in effects:
                        if not await self._perform(effect):
                            return
                for stream in tuple(self._session.places):
                    await self._send_changes(stream)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a connection's writer failed; the device reconnects")
            await self._send({"type": "websocket.close", "code": 4001})

    async def _perform(self, effect: Effect) -> bool:
        match effect:
            case session_effects.Send(text):
                await self._send({"type": "websocket.send", "text": text})
            case session_effects.Close(code):
                metrics.CLOSED.labels(code).inc()
                if code == protocol.SLOW:
                    metrics.STALLED.inc()
                await self._send({"type": "websocket.close", "code": code})
                return False
            case session_effects.Identify(hello):
                await self._identify(hello)
            case session_effects.Reidentify(token):
                await self._reidentify(token)
            case session_effects.Resolve(offers):
                await self._resolve(offers)
            case session_effects.Beat():
                heads = {stream: self._hub.head(stream) for stream in self._session.places}
                self._do(self._session.beat(heads, now().timestamp()))
        return True

    async def _send_changes(self, stream: str) -> None:
        while not self._effects:  # what is to be answered does not wait for the end of a catch-up (CH10)
            moment = now().timestamp()
            after = self._session.wants(stream, self._hub.head(stream), moment)
            if after is None:
                return
            batch = await self._hub.batch(stream, after)
            if batch is None:
                return
            if isinstance(batch, Position):
                self._do(self._session.pruned(batch))
                metrics.RESETS.labels("retention").inc()
                return
            effects = self._session.took(stream, batch, moment)
            if effects is None:
                self._is_full = True
                if self._session.full_since == moment:
                    metrics.FULL_WINDOWS.inc()
                return
            if effects:
                metrics.sent.count(batch)
            for effect in effects:
                await self._perform(effect)

    async def _identify(self, hello: Hello) -> None:
        admission = self._hub.admission
        if (after := admission.refusal()) is not None:
            self._do(self._session.sent_away("busy", after, protocol.TOO_MANY))
            return
        try:
            async with admission.line():
                person = ports.authenticate.ask(hello.token)
                resolved = await read(queries.resolve, actor=person, offers=hello.offers)
        except NotSignedIn:
            self._do(self._session.refused(protocol.NOT_AUTHENTICATED))
            return
        if resolved is None:
            self._do(self._session.refused(protocol.BARRED))
            return
        if (after := admission.enter(person.id)) is not None:
            self._do(self._session.sent_away("sockets", after, protocol.TOO_MANY))
            return
        following, verdicts = resolved
        self._person = person
        metrics.HELLOS.inc()
        metrics.answered(verdicts)
        if self._session.device:
            self._hub.identify(self, self._session.device)
        self._do(
            self._session.identified(
                person,
                role=following.role,
                client_id=following.client_id,
                name=following.name,
                offers=hello.offers,
                verdicts=verdicts,
                now=now().timestamp(),
            )
        )

    async def _reidentify(self, token: str) -> None:
        try:
            person = ports.authenticate.ask(token)
            await read(queries.resolve, actor=person, offers=())
        except NotSignedIn:
            self._do(self._session.refused(protocol.NOT_AUTHENTICATED))
            return
        self._do(self._session.reidentified(person))

    async def _resolve(self, offers: tuple[Offer, ...]) -> None:
        if self._person is None:
            return
        try:
            resolved = await read(queries.resolve, actor=self._person, offers=offers)
        except NotSignedIn:
            self._do(self._session.refused(protocol.NOT_AUTHENTICATED))
            return
        verdicts = resolved[1] if resolved else []
        offered = {offer.s for offer in offers}
        metrics.answered(verdict for verdict in verdicts if verdict.position.stream in offered)
        self._do(self._session.resolved(offers, verdicts))
