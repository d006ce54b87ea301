"""The changes of one open transaction: buffered, dropped with their savepoint, written once before commit."""

import secrets
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from core.clock import now

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
    savepoints: frozenset[str] = frozenset()


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


@dataclass
class Pending:
    """What one database connection has recorded and not committed."""

    entries: list[Entry] = field(default_factory=list)

    def drop_savepoint(self, savepoint: str) -> None:
        """Forget what was recorded inside a savepoint that rolls back (LG2)."""
        self.entries = [entry for entry in self.entries if savepoint not in entry.savepoints]

    def clear(self) -> None:
        self.entries = []

    def by_stream(self) -> dict[str, list[Entry]]:
        """The entries to write: the last state of each row per stream (LG4), streams in lock order (LG1)."""
        last: dict[tuple[str, str, UUID], Entry] = {}
        for entry in self.entries:
            key = (entry.stream, entry.tbl, entry.row_id)
            last.pop(key, None)
            last[key] = entry
        streams: dict[str, list[Entry]] = {}
        for entry in sorted(last.values(), key=lambda entry: entry.stream):
            streams.setdefault(entry.stream, []).append(entry)
        return streams


# One upsert takes the counter's row lock and the numbers; a new stream inherits the store's epoch from `w`,
# so that a device's "nothing yet" cursor still fits when the stream's first row appears.
TAKE_NUMBERS = """
INSERT INTO sync_stream (id, head, tail, epoch)
SELECT %s, CAST(%s AS bigint), 1, epoch FROM sync_stream WHERE id = 'w'
ON CONFLICT (id) DO UPDATE SET head = sync_stream.head + excluded.head
RETURNING head
"""
COLUMNS = "stream, seq, change_id, tbl, row_id, op, v, frame, at"
ROWS_PER_INSERT = 500  # 9 columns each; SQLite's parameter limit is 32,766


def write(connection: Any, pending: Pending) -> dict[str, list[Change]]:
    """Give the buffered changes their numbers and write them into the log, inside the open transaction."""
    committed: dict[str, list[Change]] = {}
    values: list[tuple[object, ...]] = []
    at = connection.ops.adapt_datetimefield_value(now())
    native_uuid = connection.features.has_native_uuid_field
    with connection.cursor() as cursor:
        for stream, entries in pending.by_stream().items():
            cursor.execute(TAKE_NUMBERS, [stream, len(entries)])
            seq = cursor.fetchone()[0] - len(entries)
            changes = committed[stream] = []
            for entry in entries:
                seq += 1
                change = Change(seq, secrets.token_hex(6), entry.tbl, entry.row_id, entry.op, entry.v, entry.frame)
                changes.append(change)
                row_id = entry.row_id if native_uuid else entry.row_id.hex
                values.append((stream, seq, change.id, entry.tbl, row_id, entry.op, entry.v, entry.frame, at))
        for start in range(0, len(values), ROWS_PER_INSERT):
            part = values[start : start + ROWS_PER_INSERT]
            marks = ", ".join(["(%s, %s, %s, %s, %s, %s, %s, %s, %s)"] * len(part))
            cursor.execute(
                f"INSERT INTO sync_change ({COLUMNS}) VALUES {marks}", [value for row in part for value in row]
            )
    return committed
