"""One per process: reads each watched stream once, and wakes the connections that follow it.

The log is the truth. A hint from this process carries the changes themselves; a commit of another process
is noticed by polling; with every hint lost the heads are still read once a second (LG7).
"""

import asyncio
import logging
import time
from collections.abc import Iterable
from typing import Protocol
from uuid import UUID

from django.conf import settings

from core.clock import now
from sync import hints, queries, remote_hints
from sync.admission import Admission
from sync.db import watch
from sync.errors import LogHole
from sync.hints import Committed
from sync.membership import Membership
from sync.pending import Change
from sync.positions import Position
from sync.ring import Ring, make_batch
from sync.seam import read
from sync.window import Batch

HEADS_EVERY_S = 1.0
FOREIGN_EVERY_S = 0.05
TICK_S = 1.0
WINDOW_S = 0.01  # quiet streams are sent at once, busy ones gathered for this long
SLICE = 50  # connections woken in one go: a pass over 1,000 would hold the loop for 45 ms
CATCH_UP_READS = 4

log = logging.getLogger(__name__)


class Connection(Protocol):
    """What the hub needs of a connection."""

    def wake(self) -> None: ...
    def membership(self, stream: str, change: Membership) -> None: ...
    def supersede(self) -> None: ...
    def tick(self, now: float) -> None: ...
    def goodbye(self) -> None: ...


class Hub:
    """All state belongs to one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.admission = Admission(settings.SOCKETS_PER_PERSON, self._loop.time)
        self._rings: dict[str, Ring] = {}
        self._watchers: dict[str, dict[Connection, int]] = {}  # and the head that each has seen at hello
        self._connections: dict[Connection, None] = {}
        self._devices: dict[tuple[UUID, UUID], Connection] = {}
        self._dirty: dict[str, None] = {}
        self._wake_up = asyncio.Event()
        self._catching_up = asyncio.Semaphore(CATCH_UP_READS)
        self._reading: set[str] = set()
        self._tasks = [self._loop.create_task(step()) for step in (self._pass_on, self._poll, self._tick, self._hear)]
        hints.listen(self._hinted)

    def connect(self, connection: Connection) -> None:
        self._connections[connection] = None

    def identify(self, connection: Connection, device: tuple[UUID, UUID]) -> None:
        """This tab of this device speaks through `connection` from now on (HE7)."""
        former = self._devices.get(device)
        self._devices[device] = connection
        if former is not None and former is not connection:
            former.supersede()

    def disconnect(self, connection: Connection, device: tuple[UUID, UUID] | None, streams: Iterable[str]) -> None:
        self._connections.pop(connection, None)
        if device and self._devices.get(device) is connection:
            del self._devices[device]
        for stream in streams:
            self.unwatch(connection, stream)

    def watch(self, connection: Connection, stream: str, head: int) -> None:
        """Tell `connection` of everything in `stream` after `head`, which was read with its membership (MB6)."""
        ring = self._rings.get(stream)
        if ring is None:
            ring = self._rings[stream] = Ring(stream, head)
        self._watchers.setdefault(stream, {})[connection] = head
        for _, change in ring.memberships_after(head):
            connection.membership(stream, change)
        if ring.head < head:
            # The connection's snapshot is newer than this ring: bring the ring forward.
            self._loop.create_task(self._read_on(stream))

    def unwatch(self, connection: Connection, stream: str) -> None:
        watchers = self._watchers.get(stream)
        if watchers is not None:
            watchers.pop(connection, None)
            if not watchers:
                del self._watchers[stream], self._rings[stream]

    def head(self, stream: str) -> int:
        """The highest number this process has read; nothing beyond it is ever sent."""
        ring = self._rings.get(stream)
        return ring.head if ring else 0

    async def batch(self, stream: str, after: int) -> Batch | Position | None:
        """The frame of what follows `after`, from the ring or, for a device that is far behind, from the log.

        Where the stream stands, if what follows was pruned before this slow device had it. Raises LogHole.
        """
        ring = self._rings.get(stream)
        if ring is None or ring.head <= after:
            return None
        ready = ring.frame(after)
        if ready is not None:
            return ready
        head = ring.head
        async with self._catching_up:
            changes = await read(queries.changes_after, stream, after)
        known = [change for change in changes if change.seq <= head]
        if known and known[0].seq == after + 1:
            return make_batch(stream, known)
        [position] = await read(queries.positions, [stream], {})
        if position.tail <= after + 1:
            raise LogHole(f"{stream}: nothing follows {after}")
        return position

    def _hinted(self, committed: Committed) -> None:
        self._loop.call_soon_threadsafe(self._committed, committed)

    def _committed(self, committed: Committed) -> None:
        for stream, changes in committed.items():
            ring = self._rings.get(stream)
            if ring is None:
                continue
            if changes[0].seq <= ring.head + 1:
                self._extend(ring, changes)
            else:
                self._loop.create_task(self._read_on(stream))

    async def _hear(self) -> None:
        """Follow up the hints of other processes."""
        await remote_hints.listen(self._committed_elsewhere)

    def _committed_elsewhere(self, heads: dict[str, int]) -> None:
        for stream, head in heads.items():
            ring = self._rings.get(stream)
            if ring is not None and head > ring.head:
                self._loop.create_task(self._read_on(stream))

    def _extend(self, ring: Ring, changes: list[Change]) -> None:
        before = ring.head
        for seq, change in ring.extend(changes):
            for connection, seen in list(self._watchers.get(ring.stream, {}).items()):
                if seq > seen:  # MB6
                    connection.membership(ring.stream, change)
        if ring.head > before:
            self._dirty[ring.stream] = None
            self._wake_up.set()

    async def _read_on(self, stream: str) -> None:
        """Read the log of one stream up to its end, one reader at a time."""
        if stream in self._reading:
            return
        self._reading.add(stream)
        try:
            while (ring := self._rings.get(stream)) is not None:
                changes = await read(queries.changes_after, stream, ring.head)
                if not changes or self._rings.get(stream) is not ring:
                    return
                self._extend(ring, changes)
        finally:
            self._reading.discard(stream)

    async def _pass_on(self) -> None:
        """Wake the followers of changed streams: at once after quiet, then one pass per window, in slices."""
        while True:
            await self._wake_up.wait()
            self._wake_up.clear()
            dirty, self._dirty = self._dirty, {}
            for stream in dirty:
                connections = list(self._watchers.get(stream, ()))
                for start in range(0, len(connections), SLICE):
                    for connection in connections[start : start + SLICE]:
                        connection.wake()
                    await asyncio.sleep(0)
            await asyncio.sleep(WINDOW_S)

    async def _poll(self) -> None:
        """Notice what other processes commit, and what a lost hint left behind."""
        commits = watch.ForeignCommits()
        heads_at = 0.0
        while True:
            try:
                due = time.monotonic() >= heads_at
                if self._rings and (due or await read(commits.happened)):
                    heads_at = time.monotonic() + HEADS_EVERY_S
                    await self._compare_heads()
            except Exception:
                log.exception("reading the log failed; it is tried again")
                await asyncio.sleep(HEADS_EVERY_S)
            await asyncio.sleep(FOREIGN_EVERY_S)

    async def _compare_heads(self) -> None:
        for stream, head in (await read(queries.heads, list(self._rings))).items():
            if head > self.head(stream):
                await self._read_on(stream)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            moment = now().timestamp()
            for connection in list(self._connections):
                connection.tick(moment)

    def goodbye(self) -> None:
        """Say `bye` to everybody (CC2)."""
        for connection in list(self._connections):
            connection.goodbye()

    async def stop(self) -> None:
        hints.unlisten(self._hinted)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def running() -> Hub:
    """The hub of the running event loop, made at first use."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


async def stop_running() -> None:
    """End the hub of the running event loop."""
    hub = _hubs.pop(asyncio.get_running_loop(), None)
    if hub is not None:
        await hub.stop()
