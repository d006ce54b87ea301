"""The changes of one open transaction: buffered, dropped with their savepoint, written once before commit."""

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from core.clock import now
from sync.db import plain

MEMBERSHIP = "m"


@dataclass(frozen=True, slots=True)
class Entry:
    """A recorded change that has no number yet; `frame` is the row as JSON, or what a membership change says."""

    stream: str
    tbl: str
    row_id: UUID
    op: str
    v: int
    frame: str


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of a stream, as the log has it."""

    seq: int
    id: str
    tbl: str
    row_id: UUID
    op: str
    v: int
    frame: str


class Pending:
    """What one database connection has recorded and not committed."""

    def __init__(self) -> None:
        self._entries: list[tuple[Entry, frozenset[str]]] = []

    def __bool__(self) -> bool:
        return bool(self._entries)

    def add(self, entries: Iterable[Entry], savepoints: frozenset[str]) -> None:
        """Record changes that were made inside these savepoints."""
        self._entries += [(entry, savepoints) for entry in entries]

    def drop_savepoint(self, savepoint: str) -> None:
        """Forget what was recorded inside a savepoint that rolls back (LG2)."""
        self._entries = [kept for kept in self._entries if savepoint not in kept[1]]

    def clear(self) -> None:
        self._entries = []

    def by_stream(self) -> dict[str, list[Entry]]:
        """The entries to write, by stream: the last state of each row (LG4)."""
        last: dict[tuple[str, str, UUID], Entry] = {}
        for entry, _ in self._entries:
            key = (entry.stream, entry.tbl, entry.row_id)
            last.pop(key, None)
            last[key] = entry
        streams: dict[str, list[Entry]] = {}
        for entry in last.values():
            streams.setdefault(entry.stream, []).append(entry)
        return streams


# One upsert takes the counters' row locks, in one order (LG1), and the numbers; a new stream inherits the store's
# epoch from `w`, so that a device's "nothing yet" cursor still fits when the stream's first row appears.
TAKE_NUMBERS = """
INSERT INTO sync_stream (id, head, tail, epoch)
SELECT taken.column1, taken.column2, 1, w.epoch FROM (VALUES {}) AS taken, sync_stream AS w WHERE w.id = 'w' ORDER BY 1
ON CONFLICT (id) DO UPDATE SET head = sync_stream.head + excluded.head
RETURNING id, head
"""
COLUMNS, WIDTH = "stream, seq, change_id, tbl, row_id, op, v, frame, at", 9
AT_ONCE = 500  # changes or streams of one statement; SQLite takes 32,766 values


def write(connection: Any, pending: Pending) -> dict[str, list[Change]]:
    """Give the buffered changes their numbers and write them into the log, inside the open transaction."""
    committed: dict[str, list[Change]] = {}
    at = connection.ops.adapt_datetimefield_value(now())
    native_uuid = connection.features.has_native_uuid_field
    values: list[object] = []
    streams = sorted(pending.by_stream().items())
    ids = _ids(sum(len(entries) for _, entries in streams))
    heads = _take_numbers([(stream, len(entries)) for stream, entries in streams])
    for stream, entries in streams:
        changes = committed[stream] = []
        for seq, entry in enumerate(entries, heads[stream] - len(entries) + 1):
            change = Change(seq, next(ids), entry.tbl, entry.row_id, entry.op, entry.v, entry.frame)
            changes.append(change)
            row_id = entry.row_id if native_uuid else entry.row_id.hex
            values += (stream, seq, change.id, entry.tbl, row_id, entry.op, entry.v, entry.frame, at)
    for start in range(0, len(values), WIDTH * AT_ONCE):
        part = values[start : start + WIDTH * AT_ONCE]
        plain.count(f"INSERT INTO sync_change ({COLUMNS}) VALUES {plain.marks(WIDTH, len(part) // WIDTH)}", part)
    return committed


def _ids(count: int) -> Iterator[str]:
    """New ids of changes, 48 random bits each, by one question to the kernel."""
    bits = secrets.token_hex(6 * count)
    return (bits[at : at + 12] for at in range(0, len(bits), 12))


def _take_numbers(wanted: list[tuple[str, int]]) -> dict[str, int]:
    """The new heads of streams that get so many changes each."""
    heads: dict[str, int] = {}
    for start in range(0, len(wanted), AT_ONCE):
        part = wanted[start : start + AT_ONCE]
        marks = ", ".join(["(%s, CAST(%s AS bigint))"] * len(part))
        heads.update(plain.rows(TAKE_NUMBERS.format(marks), [value for pair in part for value in pair]))
    return heads
