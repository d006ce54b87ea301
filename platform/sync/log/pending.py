"""Buffers the changes of one open transaction; drops those of a rolled back savepoint, writes the rest at commit."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db.backends.base.base import BaseDatabaseWrapper

from core.clock import now
from sync.sql import raw_sql

MEMBERSHIP, UPSERT = "m", "u"
ALL = "*"


@dataclass(frozen=True, slots=True)
class Entry:
    """A recorded change that has no number yet; `frame` is the row as JSON, or the encoded membership change.

    `hides` (LG10) selects earlier changes of the row in this stream: those whose frame contains one of these texts, or
    all of them if it contains ALL. They get the op, `v` and frame of this change.
    """

    stream: str
    tbl: str
    row_id: UUID
    op: str
    v: int
    frame: str
    hides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of a stream in the log; `hides` is `Entry.hides`, joined by commas."""

    seq: int
    id: str
    tbl: str
    row_id: UUID
    op: str
    v: int
    frame: str
    hides: str | None = None

    def hidden_by(self, later: "Change") -> "Change":
        """This change as the log has it after `later` was written."""
        if not later.hides or (self.tbl, self.row_id) != (later.tbl, later.row_id):
            return self
        if later.hides != ALL and not any(text in self.frame for text in later.hides.split(",")):
            return self
        return replace(self, op=later.op, v=later.v, frame=later.frame)


LastStep = Callable[[list[Any]], None]


class Pending:
    """The changes that one database connection has recorded and not committed, and the last steps before the commit."""

    def __init__(self) -> None:
        self._entries: list[tuple[Entry, frozenset[str]]] = []
        self._last_steps: list[tuple[LastStep, Any, frozenset[str]]] = []

    def __bool__(self) -> bool:
        return bool(self._entries or self._last_steps)

    def add(self, entries: Iterable[Entry], savepoints: frozenset[str]) -> None:
        """Record changes that were made inside these savepoints."""
        self._entries += [(entry, savepoints) for entry in entries]

    def drop_savepoint(self, savepoint: str) -> None:
        """Drop the changes that were recorded inside a savepoint that rolls back (LG2)."""
        self._entries = [recorded for recorded in self._entries if savepoint not in recorded[1]]
        self._last_steps = [recorded for recorded in self._last_steps if savepoint not in recorded[2]]

    def add_last_step(self, step: LastStep, item: Any, savepoints: frozenset[str]) -> None:
        """Call `step` once before the commit, with all its items. Items of a savepoint that rolled back are left out."""
        self._last_steps.append((step, item, savepoints))

    def run_last_steps(self) -> None:
        """Run the steps in the open transaction. They may lock rows that every writer locks last, without a deadlock."""
        items: dict[LastStep, list[Any]] = {}
        for step, item, _ in self._last_steps:
            items.setdefault(step, []).append(item)
        for step, some in items.items():
            step(some)

    def clear(self) -> None:
        self._entries = []
        self._last_steps = []

    def by_stream(self) -> dict[str, list[Entry]]:
        """The entries to write, by stream: only the last state of each row (LG4)."""
        last: dict[tuple[str, str, UUID], Entry] = {}
        for entry, _ in self._entries:
            key = (entry.stream, entry.tbl, entry.row_id)
            before = last.pop(key, None)
            # An upsert replaces the `hides` of an earlier removal from view, and keeps those of an earlier upsert.
            is_written_again = before is not None and before.op == entry.op == UPSERT
            hides = {*before.hides, *entry.hides} if before is not None and is_written_again else set(entry.hides)
            last[key] = replace(entry, hides=(ALL,) if ALL in hides else tuple(sorted(hides)))
        streams: dict[str, list[Entry]] = {}
        for entry in last.values():
            streams.setdefault(entry.stream, []).append(entry)
        return streams


class RecordingConnection(BaseDatabaseWrapper):
    """A database connection that buffers changes; the backends in sync.db write them before COMMIT."""

    pending: Pending


# This upsert locks the streams' counter rows, always in the same order (LG1), and increases them. A new stream inherits
# the store's epoch from row `w`, so that a device's cursor 0 stays valid when the stream's first row appears.
TAKE_NUMBERS = """
INSERT INTO sync_stream (id, head, tail, epoch)
SELECT taken.column1, taken.column2, 1, w.epoch FROM (VALUES {}) AS taken, sync_stream AS w WHERE w.id = 'w' ORDER BY 1
ON CONFLICT (id) DO UPDATE SET head = sync_stream.head + excluded.head
RETURNING id, head
"""
COLUMNS, WIDTH = "stream, seq, change_id, tbl, row_id, op, v, frame, at, hides", 10
# LG10. Numbers and ids stay, so cursors stay valid.
HIDE = """
UPDATE sync_change SET op = hiding.column4, v = hiding.column5, frame = hiding.column6
FROM (VALUES {}) AS hiding
WHERE sync_change.row_id = hiding.column1 AND sync_change.stream = hiding.column2 AND sync_change.seq < hiding.column3
AND sync_change.tbl = hiding.column7 AND sync_change.frame LIKE hiding.column8
"""
HIDING = "(CAST(%s AS {uuid}), CAST(%s AS text), CAST(%s AS bigint), CAST(%s AS text), CAST(%s AS bigint), %s, %s, %s)"
BATCH_SIZE = 500  # changes or streams in one statement; SQLite takes at most 32,766 values


def write(connection: Any, pending: Pending) -> dict[str, list[Change]]:
    """Number the buffered changes and write them into the log, inside the open transaction. Returns them by stream."""
    committed: dict[str, list[Change]] = {}
    at = connection.ops.adapt_datetimefield_value(now())
    native_uuid = connection.features.has_native_uuid_field
    values: list[object] = []
    hiding: list[list[object]] = []
    streams = sorted(pending.by_stream().items())
    ids = _ids(sum(len(entries) for _, entries in streams))
    heads = _take_numbers([(stream, len(entries)) for stream, entries in streams])
    for stream, entries in streams:
        changes = committed[stream] = []
        for seq, entry in enumerate(entries, heads[stream] - len(entries) + 1):
            hides = ",".join(entry.hides) or None
            change = Change(seq, next(ids), entry.tbl, entry.row_id, entry.op, entry.v, entry.frame, hides)
            changes.append(change)
            row_id = entry.row_id if native_uuid else entry.row_id.hex
            values += (stream, seq, change.id, entry.tbl, row_id, entry.op, entry.v, entry.frame, at, hides)
            for text in entry.hides:
                pattern = "%" if text == ALL else f"%{text}%"
                hiding.append([row_id, stream, seq, entry.op, entry.v, entry.frame, entry.tbl, pattern])
    for start in range(0, len(values), WIDTH * BATCH_SIZE):
        batch = values[start : start + WIDTH * BATCH_SIZE]
        raw_sql.count(
            f"INSERT INTO sync_change ({COLUMNS}) VALUES {raw_sql.placeholders(WIDTH, len(batch) // WIDTH)}", batch
        )
    placeholders = HIDING.format(uuid="uuid" if native_uuid else "text")
    for start in range(0, len(hiding), BATCH_SIZE):
        hidden = hiding[start : start + BATCH_SIZE]
        raw_sql.count(
            HIDE.format(", ".join([placeholders] * len(hidden))), [value for each in hidden for value in each]
        )
    return committed


def _ids(count: int) -> Iterator[str]:
    """New ids of changes, 48 random bits each, from one request to the kernel."""
    bits = secrets.token_hex(6 * count)
    return (bits[at : at + 12] for at in range(0, len(bits), 12))


def _take_numbers(counts: list[tuple[str, int]]) -> dict[str, int]:
    """Reserve the given count of numbers in each stream. Returns the streams' new heads."""
    heads: dict[str, int] = {}
    for start in range(0, len(counts), BATCH_SIZE):
        batch = counts[start : start + BATCH_SIZE]
        placeholders = ", ".join(["(%s, CAST(%s AS bigint))"] * len(batch))
        heads.update(raw_sql.rows(TAKE_NUMBERS.format(placeholders), [value for pair in batch for value in pair]))
    return heads
