"""The hub of a process: holds its connections, and wakes the followers of a stream that has grown."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextvars import Context
from typing import Protocol
from uuid import UUID

from django.conf import settings

from core import spans
from core.clock import now
from sync import metrics
from sync.hub.admission import Admission
from sync.hub.delivery_receipts import Deliveries
from sync.hub.ephemeral import Ephemeral, Message, Participant
from sync.hub.ephemeral_queue import Item
from sync.hub.log_follower import LogFollower, MembershipChanges
from sync.hub.remote_ephemeral import Carrier
from sync.hub.stream_buffer import StreamBuffer
from sync.log.membership import Membership
from sync.log.streams import ADMINS, kind_of

TICK_S = 1.0
WINDOW_S = 0.01  # changes after a quiet time are sent at once, others are collected for this long
SLICE = 50  # connections woken in one go: a pass over 1,000 would hold the loop for 45 ms
MEASURE_TICKS = 5  # the lag of 5,000 connections takes 5 ms to measure

log = logging.getLogger(__name__)
# The ids of a user, a device and a tab.
Tab = tuple[UUID, UUID, UUID]


class Connection(Protocol):
    """The part of a connection that the hub uses."""

    @property
    def opened_at(self) -> float: ...
    @property
    def tab(self) -> Tab | None: ...
    @property
    def participant(self) -> Participant | None: ...
    def follows(self, stream: str) -> bool: ...
    def send_ephemeral(self, item: Item) -> None: ...
    def wake(self) -> None: ...
    def membership(self, stream: str, change: Membership) -> None: ...
    def recheck_membership(self) -> None: ...
    def supersede(self) -> None: ...
    def tick(self, timestamp: float) -> None: ...
    def send_bye(self) -> None: ...
    def fail(self) -> None: ...
    def lags(self) -> Iterable[tuple[str, int]]: ...


class Hub:
    """The connections of one event loop, which owns all state."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.admission = Admission(settings.SOCKETS_PER_USER, self._loop.time)
        self._subscribers: dict[str, dict[Connection, int]] = {}  # by stream: connections, with the head read at hello
        self._connections: dict[Connection, None] = {}
        self._tabs: dict[Tab, Connection] = {}
        self._dirty: dict[str, str | None] = {}  # by stream: the span of its newest change
        self._wake_up = asyncio.Event()
        self.log = LogFollower(self._on_growth, self._on_loss)
        self.deliveries = Deliveries(self._loop.time)
        self._carrier = Carrier(self._handle_message)
        self.ephemeral = Ephemeral(lambda stream: self._subscribers.get(stream, ()), self._carrier.send)
        self._tasks = [self._loop.create_task(step()) for step in (self._wake_followers, self._tick)]

    def connect(self, connection: Connection) -> None:
        self._connections[connection] = None

    def identify(self, connection: Connection, tab: Tab) -> None:
        """Make `connection` the tab's connection, and supersede its former one, also in another process (HE7)."""
        former = self._tabs.get(tab)
        self._tabs[tab] = connection
        if former is not None and former is not connection:
            former.supersede()
        self._announce_tab(tab, connection)

    def _announce_tab(self, tab: Tab, connection: Connection) -> None:
        self._carrier.send({"tab": [str(each) for each in tab], "opened": connection.opened_at})

    def _handle_message(self, process: str, message: Message) -> None:
        """Handle a message of another process.

        Of two connections of a tab, the later one stays. The order in which the messages arrive does not matter.
        """
        match message:
            case {"tab": [str(user), str(device), str(name)], "opened": float(opened)}:
                tab = (UUID(user), UUID(device), UUID(name))
                local = self._tabs.get(tab)
                if local is not None and local.opened_at < opened:
                    local.supersede()
                elif local is not None and local.opened_at > opened:
                    self._announce_tab(tab, local)
            case _:
                self.ephemeral.handle_message(process, message)

    def disconnect(self, connection: Connection, streams: Iterable[str]) -> None:
        self._connections.pop(connection, None)
        tab = connection.tab
        if tab is not None and self._tabs.get(tab) is connection:
            del self._tabs[tab]
        for stream in streams:
            self.unsubscribe(connection, stream)
        self.ephemeral.forget_connection(connection)

    def subscribe(self, connection: Connection, stream: str, head: int) -> None:
        """Send `connection` everything in `stream` after `head`, which was read with its membership (MB6)."""
        buffer = self.log.follow(stream, head)
        if stream not in self._subscribers:
            self.ephemeral.stream_followed(stream)
        self._subscribers.setdefault(stream, {})[connection] = head
        for _, change in buffer.memberships_after(head):
            connection.membership(stream, change)
        if head < buffer.since:
            # The buffer lacks membership changes up to `since`; one may have come after `head`, so check again.
            connection.recheck_membership()

    def unsubscribe(self, connection: Connection, stream: str) -> None:
        subscribers = self._subscribers.get(stream)
        if subscribers is not None:
            subscribers.pop(connection, None)
            if not subscribers:
                del self._subscribers[stream]
                self.log.forget(stream)
                self.ephemeral.stream_unfollowed(stream)
        if stream == ADMINS:
            self.ephemeral.forget_connection(connection)

    def _on_growth(self, buffer: StreamBuffer, memberships: MembershipChanges) -> None:
        for seq, change in memberships:
            for connection, seen in list(self._subscribers.get(buffer.stream, {}).items()):
                if seq > seen:  # MB6
                    connection.membership(buffer.stream, change)
        self._dirty[buffer.stream] = spans.position()
        self._wake_up.set()

    def _on_loss(self) -> None:
        """End every connection, and forget what it has acknowledged (CU8)."""
        self.send_bye()
        self.deliveries.start_again()

    async def _wake_followers(self) -> None:
        """Wake the followers of changed streams: at once after a quiet time, then once per window, in slices."""
        while True:
            await self._wake_up.wait()
            self._wake_up.clear()
            dirty, self._dirty = self._dirty, {}
            for stream, position in dirty.items():
                connections = list(self._subscribers.get(stream, ()))
                with spans.continued(f"hub {kind_of(stream)}", [position]) as span:
                    span.set({"connections": len(connections)})
                    for start in range(0, len(connections), SLICE):
                        for connection in connections[start : start + SLICE]:
                            connection.wake()
                        await asyncio.sleep(0)
            await asyncio.sleep(WINDOW_S)

    async def _tick(self) -> None:
        ticks = 0
        while True:
            await asyncio.sleep(TICK_S)
            errors: list[Exception] = []
            timestamp = now().timestamp()
            for connection in list(self._connections):
                if not _attempt(errors, connection.tick, timestamp):
                    self._connections.pop(connection, None)  # its next tick would probably fail too
                    _attempt(errors, connection.fail)
            _attempt(errors, self.ephemeral.tick)
            ticks += 1
            if ticks % MEASURE_TICKS == 0:
                _attempt(errors, self.measure)
            if errors:
                log.error("%s parts of a tick failed; the next one is in a second", len(errors), exc_info=errors[0])

    def measure(self) -> None:
        """Set the gauges: the number of connections and waiting hellos, and the lag of each stream."""
        metrics.set_connection_gauges(
            sockets=len(self._connections),
            in_line=self.admission.in_line,
            lags=(each for connection in self._connections for each in connection.lags()),
        )

    def send_bye(self) -> None:
        """Send `bye` to every connection (CC2)."""
        for connection in list(self._connections):
            connection.send_bye()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.log.stop()
        await self._carrier.stop()
        await self.deliveries.stop()


def _attempt(errors: list[Exception], step: Callable[..., None], *args: object) -> bool:
    """Call `step`, and add its error to `errors`, so that it does not end the deadlines and heartbeats of all devices.

    Returns False after an error.
    """
    try:
        step(*args)
    except Exception as error:
        errors.append(error)
        return False
    return True


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def running() -> Hub:
    """The hub of the running event loop, created at first use.

    Its tasks get an empty context, because they outlive the request that creates it.
    """
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Context().run(Hub)
    return _hubs[loop]


async def stop_running() -> None:
    """Stop the hub of the running event loop, if there is one."""
    hub = _hubs.pop(asyncio.get_running_loop(), None)
    if hub is not None:
        await hub.stop()
