"""The buffer of one stream in this process: its newest changes, encoded frames, and membership changes."""

import json
from collections import deque

from sync.errors import LogHole
from sync.log.membership import Membership
from sync.log.pending import MEMBERSHIP, Change
from sync.protocol.flow_control import Batch
from sync.protocol.frames import FRAME_BYTES, FRAME_CHANGES

BUFFER_CHANGES = 512
BUFFER_BYTES = 1024 * 1024
MEMBERSHIPS_MAX = 64
FRAMES_MAX = 8
ITEM_OVERHEAD = 150  # characters of an item besides its row
FRAME_OVERHEAD = 200  # characters of a frame besides its items


class StreamBuffer:
    """The newest changes of a stream up to `head`, the highest number that this process has read.

    It has all membership changes after `since`, and none before.
    """

    __slots__ = ("_bytes", "_changes", "_frames", "_memberships", "head", "since", "stream")

    def __init__(self, stream: str, head: int) -> None:
        self.stream = stream
        self.head = self.since = head
        self._changes: deque[Change] | None = None
        self._bytes = 0
        self._memberships: list[tuple[int, Membership]] | None = None
        self._frames: dict[tuple[int, int], Batch] | None = None

    def extend(self, changes: list[Change]) -> list[tuple[int, Membership]]:
        """Add newer changes; returns the membership changes among them. Raises LogHole if one is missing (LG1)."""
        new_memberships = []
        self._changes = self._changes or deque()
        for change in changes:
            if change.seq <= self.head:
                continue
            if change.seq != self.head + 1:
                raise LogHole(f"{self.stream}: {change.seq} follows {self.head}")
            self.head = change.seq
            if change.hides:
                self._hide(change)
            self._changes.append(change)
            self._bytes += len(change.frame)
            if change.op == MEMBERSHIP:
                new_memberships.append((change.seq, Membership.decode(change.frame)))
        buffered = self._changes
        while buffered and (len(buffered) > BUFFER_CHANGES or self._bytes > BUFFER_BYTES):
            self._bytes -= len(buffered.popleft().frame)
        if new_memberships:
            memberships = [*(self._memberships or []), *new_memberships]
            if len(memberships) > MEMBERSHIPS_MAX:
                self.since = memberships[-MEMBERSHIPS_MAX - 1][0]
            self._memberships = memberships[-MEMBERSHIPS_MAX:]
        return new_memberships

    def _hide(self, change: Change) -> None:
        """Rewrite what `change` hides, and drop the frames, so that no old text is sent (LG10)."""
        self._changes = deque(old.hidden_by(change) for old in self._changes or ())
        self._bytes = sum(len(old.frame) for old in self._changes)
        self._frames = None

    def skip_to(self, upto: int) -> None:
        """Drop everything and continue after `upto`, because the changes up to it were pruned before they were read."""
        self.head = self.since = max(self.head, upto)
        self._changes, self._frames, self._bytes = None, None, 0

    def memberships_after(self, seq: int) -> list[tuple[int, Membership]]:
        """The membership changes after `seq`, for a connection whose lookup is older than this buffer's head."""
        return [one for one in self._memberships or [] if one[0] > seq]

    def after(self, seq: int) -> list[Change] | None:
        """The changes after `seq`, as many as a frame may hold; None if this buffer no longer has them."""
        if not self._changes or seq + 1 < self._changes[0].seq:
            return None
        start = seq + 1 - self._changes[0].seq
        return [self._changes[i] for i in range(start, min(start + FRAME_CHANGES, len(self._changes)))]

    def frame(self, seq: int) -> Batch | None:
        """The frame of the changes after `seq`, encoded once for all connections at that cursor.

        Returns None if the buffer no longer has these changes.
        """
        frames = self._frames = self._frames or {}
        key = (seq, self.head)
        if key not in frames:
            changes = self.after(seq)
            if not changes:
                return None
            while len(frames) >= FRAMES_MAX:
                del frames[next(iter(frames))]
            frames[key] = make_batch(self.stream, changes)
        return frames[key]


def make_batch(stream: str, changes: list[Change]) -> Batch:
    """Encode contiguous changes as one frame, cut at its limits (CH4), with only the last state of each row (CH3)."""
    size, count = FRAME_OVERHEAD, 0
    for change in changes[:FRAME_CHANGES]:
        size += len(change.frame.encode()) + ITEM_OVERHEAD
        if count and size > FRAME_BYTES:
            break
        count += 1
    taken = changes[:count]
    last = {(change.tbl, change.row_id): change for change in taken if change.op != MEMBERSHIP}  # MB4
    items = ",".join(_item(change) for change in taken if last.get((change.tbl, change.row_id)) is change)
    start, end = taken[0].seq, taken[-1].seq
    text = f'{{"t":"ch","s":{json.dumps(stream)},"from":{start},"to":{end},"at":"{taken[-1].id}","d":[{items}]}}'
    return Batch(start, end, text, end - start + 1, len(text.encode()))


def _item(change: Change) -> str:
    row = f',"row":{change.frame}' if change.op == "u" else ""
    return f'{{"tbl":"{change.tbl}","op":"{change.op}","id":"{change.row_id}","v":{change.v},"seq":{change.seq}{row}}}'
