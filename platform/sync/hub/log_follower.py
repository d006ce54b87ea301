"""Reads the followed streams for one process: each once, however many connections follow it.

The log is the source of truth. A hint of this process carries the changes themselves. Polling finds a commit of another
process. If every hint is lost, the heads are still read each second (LG7).
"""

import asyncio
import logging
import time
from collections.abc import Callable

from django.db import InterfaceError, OperationalError

from core.outage import Outage
from sync import metrics, queries, task_cancellation
from sync.db import new_changes
from sync.errors import LogHole
from sync.hub import remote_hints
from sync.hub.failover import Failover
from sync.hub.stream_buffer import StreamBuffer, make_batch
from sync.log import hints
from sync.log.hints import Committed
from sync.log.membership import Membership
from sync.log.pending import Change
from sync.protocol.flow_control import Batch
from sync.protocol.positions import Position
from sync.writes.db_executor import READERS, read

# A loss of membership without a hint must take effect within a second. Reading and delivering it takes 0.05 s.
HEADS_EVERY_S = 0.9
POLL_EVERY_S = 0.05
CATCH_UP_READS = 4
FOLLOWED_READS = READERS - 1  # so that the heads are also read while many streams are behind
# Longer than a restart of the database takes, and shorter than the time after which a device ends a silent connection.
STALE_AFTER_S = 15.0

DATABASE_AWAY = "the log cannot be read, because the database fails"
DATABASE_BACK = "the log can be read again"

MembershipChanges = list[tuple[int, Membership]]
log = logging.getLogger(__name__)
DATABASE = Outage(log, DATABASE_AWAY, DATABASE_BACK)


class LogFollower:
    """The streams that the connections of one process follow; one event loop owns all state.

    `on_growth` gets each buffer with new changes, and their membership changes. `on_loss` is called when the database
    may lack changes that connections have received.
    """

    def __init__(
        self, on_growth: Callable[[StreamBuffer, MembershipChanges], None], on_loss: Callable[[], None] = lambda: None
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_growth, self._on_loss = on_growth, on_loss
        self._failover = Failover()
        self._buffers: dict[str, StreamBuffer] = {}
        self._stored_heads: dict[str, int] = {}  # as the database had them at `_heads_read_at`
        self._heads_read_at = time.monotonic()
        self._reading: dict[str, bool] = {}  # streams being read; True: read it again afterwards
        self._read_tasks: set[asyncio.Task[None]] = set()  # strong references, because a loop holds its tasks weakly
        self._catching_up, self._following = asyncio.Semaphore(CATCH_UP_READS), asyncio.Semaphore(FOLLOWED_READS)
        self._tasks = [self._loop.create_task(step()) for step in (self._poll, self._follow_remote_hints)]
        hints.listen(self._on_hint)

    async def stop(self) -> None:
        hints.unlisten(self._on_hint)
        await task_cancellation.end([*self._tasks, *self._read_tasks])

    def follow(self, stream: str, head: int) -> StreamBuffer:
        """The buffer of `stream`; if it is behind `head`, the stream is read soon."""
        buffer = self._buffers.get(stream)
        if buffer is None:
            buffer = self._buffers[stream] = StreamBuffer(stream, head)
        elif buffer.head < head:
            self._read_soon(stream)
        return buffer

    def forget(self, stream: str) -> None:
        del self._buffers[stream]

    def head(self, stream: str) -> int:
        """The highest number that this process has read; it sends no change beyond this number."""
        buffer = self._buffers.get(stream)
        return buffer.head if buffer else 0

    def stored_head(self, stream: str) -> int:
        """The highest number that the database is known to have, also if this process could not read the change."""
        return max(self.head(stream), self._stored_heads.get(stream, 0))

    @property
    def is_stale(self) -> bool:
        """Whether the heads could not be read for so long that a device may lack changes of other processes."""
        return time.monotonic() - self._heads_read_at > STALE_AFTER_S

    async def batch(self, stream: str, after: int) -> Batch | Position | None:
        """The frame of the changes after `after`, from the buffer or, for a device that is far behind, from the log.

        Returns None if there are none, or the stream's position if they were pruned before this slow device got them.
        Raises LogHole.
        """
        buffer = self._buffers.get(stream)
        if buffer is None or buffer.head <= after:
            return None
        ready = buffer.frame(after)
        if ready is not None:
            return ready
        head = buffer.head
        async with self._catching_up:
            with metrics.CATCH_UP_READ.time():
                changes = await read(queries.changes_after, stream, after)
        visible = [change for change in changes if change.seq <= head]
        if visible and visible[0].seq == after + 1:
            return make_batch(stream, visible)
        [position] = await read(queries.positions, [stream], {})
        if position.tail <= after + 1:
            raise LogHole(f"{stream}: nothing follows {after}")
        return position

    def _on_hint(self, committed: Committed) -> None:
        self._loop.call_soon_threadsafe(self._on_commit, committed)

    def _on_commit(self, committed: Committed) -> None:
        for stream, changes in committed.items():
            buffer = self._buffers.get(stream)
            if buffer is None:
                continue
            metrics.WAKE_UPS_BY_HINT.inc()
            if changes[0].seq <= buffer.head + 1:
                self._extend(buffer, changes)
            else:
                self._read_soon(stream)

    async def _follow_remote_hints(self) -> None:
        """Read the streams that hints of other processes name."""
        await remote_hints.listen(self._on_remote_heads)

    def _on_remote_heads(self, heads: dict[str, int]) -> None:
        for stream, head in heads.items():
            buffer = self._buffers.get(stream)
            if buffer is not None and head > buffer.head:
                metrics.WAKE_UPS_BY_REMOTE_HINT.inc()
                self._read_soon(stream)

    def _extend(self, buffer: StreamBuffer, changes: list[Change]) -> None:
        before = buffer.head
        memberships = buffer.extend(changes)
        if buffer.head > before:
            self._on_growth(buffer, memberships)

    def _read_soon(self, stream: str) -> None:
        """Read the log of one stream up to its end in the background, one reader at a time."""
        is_being_read = stream in self._reading
        self._reading[stream] = True  # a read in progress may have started before the new change
        if not is_being_read:
            reading = self._loop.create_task(self._read_isolated(stream))
            self._read_tasks.add(reading)
            reading.add_done_callback(self._read_tasks.discard)

    async def _read_isolated(self, stream: str) -> None:
        """Read one stream and log its errors, so that a failure does not stop the others; `_poll` retries it."""
        try:
            await self._read_to_end(stream)
        except Exception:
            log.exception("reading the log of %s failed; trying again", stream)
        finally:
            del self._reading[stream]

    async def _read_to_end(self, stream: str) -> None:
        while self._reading[stream] and (buffer := self._buffers.get(stream)) is not None:
            self._reading[stream] = False
            async with self._following:  # a turn for each read, so that a stream that grows steadily delays no other
                changes = await read(queries.changes_after, stream, buffer.head)
            if not changes or self._buffers.get(stream) is not buffer:
                continue
            self._reading[stream] = True
            if changes[0].seq > buffer.head + 1:
                await self._skip_pruned(buffer, upto=changes[0].seq - 1)
            self._extend(buffer, changes)

    async def _skip_pruned(self, buffer: StreamBuffer, upto: int) -> None:
        """Skip changes that were pruned while this process was stopped. Its connections lack them too, so they reset.

        Raises LogHole if they were not pruned.
        """
        [position] = await read(queries.positions, [buffer.stream], {})
        if position.tail <= buffer.head + 1:
            raise LogHole(f"{buffer.stream}: {upto + 1} follows {buffer.head}")
        buffer.skip_to(upto)

    async def _poll(self) -> None:
        """Find the commits of other processes, and those whose hint was lost."""
        changes = new_changes.NewChanges()
        heads_at = 0.0
        while True:
            try:
                if time.monotonic() >= heads_at:
                    heads_at = time.monotonic() + HEADS_EVERY_S
                    if await self._failover.may_have_lost_changes():
                        await self._start_again()
                    heads = await read(queries.heads, list(self._buffers)) if self._buffers else {}
                    metrics.set_unread((one, self._unread_count(one, head)) for one, head in self._stored_heads.items())
                    self._stored_heads, self._heads_read_at = heads, time.monotonic()
                    self._compare(heads)
                    DATABASE.report_success()
                elif self._buffers and changes.is_supported:
                    self._compare(await read(changes.poll))
            except (OperationalError, InterfaceError) as error:
                DATABASE.report_failure(error)
                await asyncio.sleep(HEADS_EVERY_S)
            except Exception:
                log.exception("reading the log failed; trying again")
                await asyncio.sleep(HEADS_EVERY_S)
            await asyncio.sleep(POLL_EVERY_S)

    async def _start_again(self) -> None:
        """Forget what was read, and end every connection: its device resumes from what the database has."""
        heads = await read(queries.heads, list(self._buffers)) if self._buffers else {}
        self._buffers = {stream: StreamBuffer(stream, heads.get(stream, 0)) for stream in self._buffers}
        self._on_loss()

    def _compare(self, heads: dict[str, int]) -> None:
        """Start to read the streams that are behind; waiting for them here would make a busy process seem stale."""
        for stream, head in heads.items():
            if self._unread_count(stream, head):
                metrics.WAKE_UPS_BY_POLL.inc()
                self._read_soon(stream)

    def _unread_count(self, stream: str, head: int) -> int:
        """The number of unread changes of a stream; 0 if no connection follows it."""
        buffer = self._buffers.get(stream)
        return max(0, head - buffer.head) if buffer is not None else 0
