"""Reads the watched streams for one process: each once, however many connections follow it.

The log is the source of truth. A hint of this process carries the changes themselves. Polling finds a commit of another
process. If every hint is lost, the heads are still read each second (LG7).
"""

import asyncio
import logging
import time
from collections.abc import Callable

from sync import metrics, queries, task_cancellation
from sync.db import watch
from sync.errors import LogHole
from sync.hub import remote_hints
from sync.hub.stream_buffer import Ring, make_batch
from sync.log import hints
from sync.log.hints import Committed
from sync.log.membership import Membership
from sync.log.pending import Change
from sync.protocol.flow_control import Batch
from sync.protocol.positions import Position
from sync.writes.db_executor import read

# A loss of membership without a hint must take effect within a second; to read and deliver it takes 0.05 s of that.
HEADS_EVERY_S = 0.9
FOREIGN_EVERY_S = 0.05
CATCH_UP_READS = 4

Told = list[tuple[int, Membership]]
log = logging.getLogger(__name__)


class LogFollower:
    """All state belongs to one event loop. `grew` gets each ring that has new changes, with the membership changes."""

    def __init__(self, grew: Callable[[Ring, Told], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._grew = grew
        self._rings: dict[str, Ring] = {}
        self._reading: dict[str, bool] = {}  # True if the stream must be read again
        self._read_now: set[asyncio.Task[None]] = set()  # strong references, because a loop holds its tasks weakly
        self._catching_up = asyncio.Semaphore(CATCH_UP_READS)
        self._tasks = [self._loop.create_task(step()) for step in (self._poll, self._hear)]
        hints.listen(self._hinted)

    async def stop(self) -> None:
        hints.unlisten(self._hinted)
        await task_cancellation.end([*self._tasks, *self._read_now])

    def follow(self, stream: str, head: int) -> Ring:
        """The ring of `stream`; if it is behind `head`, it is read soon."""
        ring = self._rings.get(stream)
        if ring is None:
            ring = self._rings[stream] = Ring(stream, head)
        elif ring.head < head:
            self._read_soon(stream)
        return ring

    def forget(self, stream: str) -> None:
        del self._rings[stream]

    def head(self, stream: str) -> int:
        """The highest number that this process has read; it sends nothing beyond it."""
        ring = self._rings.get(stream)
        return ring.head if ring else 0

    async def batch(self, stream: str, after: int) -> Batch | Position | None:
        """The frame of the changes after `after`, from the ring or, for a device that is far behind, from the log.

        None if there are none. The stream's position if they were pruned before this slow device got them. Raises
        LogHole.
        """
        ring = self._rings.get(stream)
        if ring is None or ring.head <= after:
            return None
        ready = ring.frame(after)
        if ready is not None:
            return ready
        head = ring.head
        async with self._catching_up:
            with metrics.CATCH_UP_READ.time():
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
            metrics.WAKE_UPS_BY_HINT.inc()
            if changes[0].seq <= ring.head + 1:
                self._extend(ring, changes)
            else:
                self._read_soon(stream)

    async def _hear(self) -> None:
        """Read the streams that hints of other processes name."""
        await remote_hints.listen(self._committed_elsewhere)

    def _committed_elsewhere(self, heads: dict[str, int]) -> None:
        for stream, head in heads.items():
            ring = self._rings.get(stream)
            if ring is not None and head > ring.head:
                metrics.WAKE_UPS_BY_REMOTE_HINT.inc()
                self._read_soon(stream)

    def _extend(self, ring: Ring, changes: list[Change]) -> None:
        before = ring.head
        told = ring.extend(changes)
        if ring.head > before:
            self._grew(ring, told)

    def _read_soon(self, stream: str) -> None:
        reading = self._loop.create_task(self._read_apart(stream))
        self._read_now.add(reading)
        reading.add_done_callback(self._read_now.discard)

    async def _read_on(self, stream: str) -> None:
        """Read the log of one stream up to its end, one reader at a time."""
        if stream in self._reading:
            self._reading[stream] = True  # the read in progress may have started before the new change
            return
        self._reading[stream] = True
        try:
            while self._reading[stream] and (ring := self._rings.get(stream)) is not None:
                self._reading[stream] = False
                changes = await read(queries.changes_after, stream, ring.head)
                if not changes or self._rings.get(stream) is not ring:
                    continue
                self._reading[stream] = True
                if changes[0].seq > ring.head + 1:
                    await self._leave_out(ring, upto=changes[0].seq - 1)
                self._extend(ring, changes)
        finally:
            del self._reading[stream]

    async def _read_apart(self, stream: str) -> None:
        """Read one stream and log its errors, so that a failure does not stop the others; `_poll` retries it."""
        try:
            await self._read_on(stream)
        except Exception:
            log.exception("reading the log of %s failed; it is tried again", stream)

    async def _leave_out(self, ring: Ring, upto: int) -> None:
        """Skip what was pruned while this process was stopped; its connections are behind that too, and reset.

        Raises LogHole if it was not pruned.
        """
        [position] = await read(queries.positions, [ring.stream], {})
        if position.tail <= ring.head + 1:
            raise LogHole(f"{ring.stream}: {upto + 1} follows {ring.head}")
        ring.leave_out(upto)

    async def _poll(self) -> None:
        """Find the commits of other processes, and those whose hint was lost."""
        changes = watch.NewChanges()
        heads_at = 0.0
        while True:
            try:
                if time.monotonic() >= heads_at:
                    heads_at = time.monotonic() + HEADS_EVERY_S
                    heads = await read(queries.heads, list(self._rings)) if self._rings else {}
                    await self._compare(heads)
                    metrics.unread((stream, self._behind(stream, head)) for stream, head in heads.items())
                elif self._rings and changes.are_told:
                    await self._compare(await read(changes.look))
            except Exception:
                log.exception("reading the log failed; it is tried again")
                await asyncio.sleep(HEADS_EVERY_S)
            await asyncio.sleep(FOREIGN_EVERY_S)

    async def _compare(self, heads: dict[str, int]) -> None:
        for stream, head in heads.items():
            if self._behind(stream, head):
                metrics.WAKE_UPS_BY_POLL.inc()
                await self._read_apart(stream)

    def _behind(self, stream: str, head: int) -> int:
        """The number of unread changes of a stream; 0 if no connection follows it."""
        ring = self._rings.get(stream)
        return max(0, head - ring.head) if ring is not None else 0
