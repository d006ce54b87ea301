"""Flow control of one connection: how much was sent and not acknowledged (CH5). Pure.

Daphne never makes a sender wait. So without a window, the server would hold in memory the whole backlog of a socket
that never reads (187 MB measured).
"""

from collections import deque
from dataclasses import dataclass

from sync.protocol.frames import FULL_WINDOW_S, WINDOW_BYTES, WINDOW_CHANGES


@dataclass(frozen=True, slots=True)
class Batch:
    """Changes `start..end` of a stream, encoded as the frame `text`; `size` counts its bytes, `count` its changes."""

    start: int
    end: int
    text: str
    count: int
    size: int


class Window:
    """Frames that were sent to one device and not acknowledged; an empty window allocates nothing."""

    __slots__ = ("_full_since", "_sent")

    def __init__(self) -> None:
        self._sent: deque[tuple[str, Batch]] | None = None
        self._full_since: float | None = None

    @property
    def full_since(self) -> float | None:
        """The time in Unix seconds since which a batch waits for room, or None if none waits."""
        return self._full_since

    def take(self, stream: str, batch: Batch, now: float) -> bool:
        """Count `batch` as sent and return True if there is room for it; an empty window always has room."""
        if self._sent and not self._fits(batch):
            self._full_since = now if self._full_since is None else self._full_since
            return False
        self._sent = self._sent or deque()
        self._sent.append((stream, batch))
        return True

    def acknowledge(self, cursors: dict[str, int]) -> None:
        """Remove the frames that the device has stored; `cursors` has the highest stored number of each stream."""
        if self._sent:
            remaining = deque((stream, batch) for stream, batch in self._sent if batch.end > cursors.get(stream, -1))
            if len(remaining) < len(self._sent):
                self._full_since = None
            self._sent = remaining or None

    def forget(self, stream: str) -> None:
        """Remove all frames of a stream, because the device drops the stream and its frames in flight."""
        ends = [batch.end for sent_stream, batch in self._sent or () if sent_stream == stream]
        self.acknowledge({stream: max(ends, default=-1)})

    @property
    def is_half_full(self) -> bool:
        """Whether at least half of the window is in use."""
        sent = self._sent or ()
        changes, size = sum(one.count for _, one in sent), sum(one.size for _, one in sent)
        return 2 * changes >= WINDOW_CHANGES or 2 * size >= WINDOW_BYTES

    def lag(self, stream: str, cursor: int, head: int) -> int:
        """The number of changes up to `head` that the device has not acknowledged; those up to `cursor` were sent."""
        first = next((batch.start for sent_stream, batch in self._sent or () if sent_stream == stream), cursor + 1)
        return max(0, head - first + 1)

    def is_stuck(self, now: float) -> bool:
        """Whether the window has been full for too long."""
        return self._full_since is not None and now - self._full_since >= FULL_WINDOW_S

    def _fits(self, batch: Batch) -> bool:
        sent = self._sent or ()
        changes = sum(one.count for _, one in sent) + batch.count
        size = sum(one.size for _, one in sent) + batch.size
        return changes <= WINDOW_CHANGES and size <= WINDOW_BYTES
