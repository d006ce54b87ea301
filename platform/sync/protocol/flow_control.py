"""Flow control of one connection: how much was sent and not acknowledged (CH5). Pure.

Daphne never makes a sender wait: a socket that never reads would cost the server its whole backlog in memory
(187 MB measured).
"""

from collections import deque
from dataclasses import dataclass

from sync.protocol.frames import FULL_WINDOW_S, WINDOW_BYTES, WINDOW_CHANGES


@dataclass(frozen=True, slots=True)
class Batch:
    """Changes `start..end` of a stream, already written as a frame; `size` its bytes, `count` its changes."""

    start: int
    end: int
    text: str
    count: int
    size: int


class Window:
    """Frames on their way to one device; an idle one costs nothing."""

    __slots__ = ("_full_since", "_sent")

    def __init__(self) -> None:
        self._sent: deque[tuple[str, Batch]] | None = None
        self._full_since: float | None = None

    @property
    def full_since(self) -> float | None:
        """Since when something waits for room, in Unix seconds."""
        return self._full_since

    def take(self, stream: str, batch: Batch, now: float) -> bool:
        """Count `batch` as sent if there is room for it; an empty window always has room."""
        if self._sent and not self._has_room(batch):
            self._full_since = now if self._full_since is None else self._full_since
            return False
        self._sent = self._sent or deque()
        self._sent.append((stream, batch))
        return True

    def acknowledged(self, cursors: dict[str, int]) -> None:
        """The device has stored these streams up to these numbers."""
        if self._sent:
            left = deque((stream, batch) for stream, batch in self._sent if batch.end > cursors.get(stream, -1))
            if len(left) < len(self._sent):
                self._full_since = None
            self._sent = left or None

    def forget(self, stream: str) -> None:
        """Wait for nothing of a stream any more: the device drops it, and what is on its way with it."""
        self.acknowledged({stream: max((batch.end for of, batch in self._sent or () if of == stream), default=-1)})

    @property
    def is_pressed(self) -> bool:
        """Whether half of the window is on its way."""
        sent = self._sent or ()
        changes, size = sum(one.count for _, one in sent), sum(one.size for _, one in sent)
        return 2 * changes >= WINDOW_CHANGES or 2 * size >= WINDOW_BYTES

    def lag(self, stream: str, cursor: int, head: int) -> int:
        """Changes of a stream up to `head` that the device has not acknowledged; it was sent those up to `cursor`."""
        first = next((batch.start for of, batch in self._sent or () if of == stream), cursor + 1)
        return max(0, head - first + 1)

    def is_stuck(self, now: float) -> bool:
        """Whether the window has been full for too long."""
        return self._full_since is not None and now - self._full_since >= FULL_WINDOW_S

    def _has_room(self, batch: Batch) -> bool:
        sent = self._sent or ()
        changes = sum(one.count for _, one in sent) + batch.count
        size = sum(one.size for _, one in sent) + batch.size
        return changes <= WINDOW_CHANGES and size <= WINDOW_BYTES
