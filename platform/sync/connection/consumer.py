"""The ASGI application of one WebSocket, for Channels' router: performs the effects that its session returns.

It is not a Channels consumer with groups, because a channel layer may drop messages (100 of 250 sends arrived in a
measured run), and a Channels consumer costs 4 KB more per idle socket.
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
from sync import metrics
from sync.connection.lookup import Lookup
from sync.connection.origins import is_own_origin
from sync.connection.wake_event import WakeEvent
from sync.hub import hub
from sync.hub.ephemeral import Participant, may_receive
from sync.hub.ephemeral_queue import EphemeralQueue, Item
from sync.log.membership import Membership
from sync.protocol import frames, session_effects
from sync.protocol.positions import Position
from sync.protocol.session import Session
from sync.protocol.session_effects import Effect

BYE_SPREAD_MS = (0, 15_000)

log = logging.getLogger(__name__)


class SyncConsumer:
    """One connection. The hub calls its public methods; two tasks read and write its socket."""

    def __init__(self, scope: Any, receive: Any, send: Any) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._hub = hub.running()
        self._session = Session(
            now().timestamp(), settings.MIN_BUILD, secrets.token_hex(8), on_stored=self._hub.deliveries.note
        )
        self._lookup = Lookup(self._session, self._hub.admission)
        self._effects: list[Effect] = []
        self._wake_event = WakeEvent()
        self._is_full = False
        self._ephemeral_queue = EphemeralQueue()

    @classmethod
    def as_asgi(cls) -> Any:
        """The application for a router."""

        async def application(scope: Any, receive: Any, send: Any) -> None:
            await cls(scope, receive, send).run()

        return application

    async def run(self) -> None:
        await self._receive()  # websocket.connect
        if not is_own_origin(self._scope):
            await self._send({"type": "websocket.close"})  # before the accept, so the response is 403 (HE6)
            return
        await self._send({"type": "websocket.accept"})
        trace.CONNECTION.set(self._session.sid)
        self._hub.connect(self)
        writer = asyncio.get_running_loop().create_task(self._write())
        try:
            await self._listen()
        finally:
            self._hub.disconnect(self, list(self._session.streams))
            self._lookup.leave()
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer

    async def _listen(self) -> None:
        while self._handle_message(await self._receive()):
            pass  # a variable for the message would keep the last one in memory until the next arrives (a hello has 1.5 kB)

    def _handle_message(self, message: Any) -> bool:
        """Handle an ASGI message; False if the device has disconnected."""
        if message["type"] == "websocket.disconnect":
            return False
        text = message.get("text")
        self._dispatch(self._session.received(text if text is not None else ""))
        if self._is_full or not self._ephemeral_queue.is_empty:  # the frame may be an acknowledgement that makes room
            self._is_full = False
            self._wake_event.notify()
        return True

    # The hub calls these methods. They do no I/O: they queue effects and wake the writer.

    def wake(self) -> None:
        self._wake_event.notify()

    def membership(self, stream: str, change: Membership) -> None:
        self._dispatch(self._session.membership(stream, change.what, change.user_id, change.session_id))

    def recheck_membership(self) -> None:
        self._dispatch([session_effects.Resolve(())])

    def supersede(self) -> None:
        self._dispatch(self._session.close(frames.SUPERSEDED))

    def tick(self, timestamp: float) -> None:
        self._dispatch(self._session.tick(timestamp))

    @property
    def opened_at(self) -> float:
        return self._session.opened_at

    @property
    def tab(self) -> hub.Tab | None:
        actor, device = self._lookup.actor, self._session.device
        return None if actor is None or device is None else (actor.id, *device)

    @property
    def participant(self) -> Participant | None:
        return self._lookup.participant

    def follows(self, stream: str) -> bool:
        return stream in self._session.streams

    def send_ephemeral(self, item: Item) -> None:
        self._ephemeral_queue.put(item)
        self._wake_event.notify()

    def lags(self) -> Iterator[tuple[str, int]]:
        """Each stream with the number of changes that the device has not stored."""
        for stream in self._session.streams:
            yield stream, self._session.lag(stream, self._hub.log.head(stream))

    def send_bye(self) -> None:
        self._dispatch(self._session.close_with_bye("deploy", BYE_SPREAD_MS, frames.GOING_DOWN))

    def fail(self) -> None:
        """Close the connection; the device reconnects."""
        self._dispatch([session_effects.Close(frames.FAILED)])

    def _dispatch(self, effects: list[Effect]) -> None:
        """Queue effects for the writer, which performs them in order; effects on the hub are performed at once."""
        for effect in effects:
            match effect:
                case session_effects.ForwardEphemeral(frame):
                    self._hub.ephemeral.handle_frame(self, frame)
                case session_effects.Subscribe(stream, head):
                    self._hub.subscribe(self, stream, head)
                case session_effects.Unsubscribe(stream):
                    self._hub.unsubscribe(self, stream)
                    metrics.REVOKED.inc()
                case _:
                    self._effects.append(effect)
        if effects:
            self._wake_event.notify()

    async def _write(self) -> None:
        """The connection's only writer: performs queued effects first, then sends new changes of each stream."""
        try:
            while True:
                await self._wake_event.wait()
                while self._effects:
                    if not await self._perform_queued():
                        return
                for stream in tuple(self._session.streams):
                    await self._send_changes(stream)
                await self._send_queued_ephemeral()
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a connection's writer failed; the device reconnects")
            await self._close(frames.FAILED)

    async def _close(self, code: int) -> None:
        metrics.CLOSED.labels(code).inc()
        await self._send({"type": "websocket.close", "code": code})

    async def _perform_queued(self) -> bool:
        """Perform the queued effects; False if one closed the connection.

        A separate method, so that a waiting writer keeps no reference to performed effects (0.7 kB).
        """
        effects, self._effects = self._effects, []
        for effect in effects:
            if not await self._perform(effect):
                return False
        return True

    async def _perform(self, effect: Effect) -> bool:
        match effect:
            case session_effects.Send(text):
                await self._send({"type": "websocket.send", "text": text})
            case session_effects.Close(code):
                if code == frames.SLOW:
                    metrics.STALLED.inc()
                await self._close(code)
                return False
            case session_effects.Identify(hello):
                effects = await self._lookup.identify(hello)
                if self.tab is not None:
                    self._hub.identify(self, self.tab)
                self._dispatch(effects)
            case session_effects.Reidentify(token):
                self._dispatch(await self._lookup.reidentify(token))
            case session_effects.Resolve(offers):
                self._dispatch(await self._lookup.resolve(offers))
            case session_effects.Beat():
                if not self._hub.log.is_stale:  # otherwise the check would only wait for the database
                    self._dispatch(await self._lookup.recheck())
                self._dispatch(self._heartbeat())
        return True

    def _heartbeat(self) -> list[Effect]:
        log = self._hub.log
        if log.is_stale:  # otherwise the device would take its data for current
            return self._session.close_with_bye("database", BYE_SPREAD_MS, frames.GOING_DOWN)
        heads = {stream: log.stored_head(stream) for stream in self._session.streams}
        return self._session.heartbeat(heads, now().timestamp())

    async def _send_changes(self, stream: str) -> None:
        while not self._effects:  # queued responses go first, also during a catch-up (CH10)
            timestamp = now().timestamp()
            after = self._session.needed_after(stream, self._hub.log.head(stream), timestamp)
            if after is None:
                return
            batch = await self._hub.log.batch(stream, after)
            if batch is None:
                return
            if isinstance(batch, Position):
                self._dispatch(self._session.pruned(batch))
                metrics.RESETS.labels("retention").inc()
                return
            effects = self._session.send_batch(stream, batch, timestamp)
            if effects is None:
                self._is_full = True
                if self._session.window.full_since == timestamp:
                    metrics.FULL_WINDOWS.inc()
                return
            if effects:
                metrics.sent_frames.count(batch)
            for effect in effects:
                await self._perform(effect)

    async def _send_queued_ephemeral(self) -> None:
        if self._ephemeral_queue.is_empty or not self._session.may_receive(now().timestamp()):
            return
        waiting = self._ephemeral_queue.take(under_pressure=self._session.window.is_half_full)
        if items := [item for item in waiting if may_receive(self, item)]:
            await self._send({"type": "websocket.send", "text": frames.write_frame("eph", d=items)})
