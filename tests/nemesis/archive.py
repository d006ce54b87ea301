"""An archive of the change log. It polls the log and checks that no stream has a gap (invariant 1)."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg

from tests.support.servers.crash_harness import Place

SINCE = "SELECT seq, change_id, tbl, row_id, op, v, frame FROM sync_change WHERE stream = {} AND seq > {} ORDER BY seq"


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """One change of the log; `membership` is the frame of a membership change, else ''."""

    id: str
    tbl: str
    row: str
    op: str
    v: int
    membership: str


class Archive:
    """Reads the log without the product's code. Raises AssertionError for a gap or for a wrong number."""

    # Raised by `poll` while a fault stops or locks the database.
    unavailable = (psycopg.Error, sqlite3.OperationalError)

    def __init__(self, place: Place) -> None:
        self._place = place
        self._first: dict[str, int] = {}
        self._logged: dict[str, list[LoggedChange]] = {}
        self.polls = 0

    def forget(self) -> None:
        """Forget everything, because the database was restored to an earlier state."""
        self._first, self._logged = {}, {}

    def poll(self) -> bool:
        """Read the new changes of all streams in one snapshot; returns whether there were any."""
        self.polls += 1
        has_new = False
        with self._snapshot() as rows:
            for stream, head, tail in list(rows("SELECT id, head, tail FROM sync_stream")):
                logged = self._logged.setdefault(stream, [])
                first = self._first.setdefault(stream, tail)
                end = first + len(logged) - 1
                if tail > end + 1:  # the log was pruned before this archive had read it
                    self._first[stream], self._logged[stream], end = tail, [], tail - 1
                    logged = self._logged[stream]
                if head == end:
                    continue
                new = list(rows(SINCE.format(f"'{stream}'", end)))
                numbers, has_new = [row[0] for row in new], True
                assert numbers == list(range(end + 1, head + 1)), f"{stream} has {numbers} after {end}, head {head}"
                logged += [
                    LoggedChange(
                        id, tbl, str(row if isinstance(row, UUID) else UUID(row)), op, v, frame if op == "m" else ""
                    )
                    for _, id, tbl, row, op, v, frame in new
                ]
        return has_new

    def head(self, stream: str) -> int:
        """The number of the last change of the stream that was read; 0 if there is none."""
        return self._first.get(stream, 1) + len(self._logged.get(stream, ())) - 1

    def change(self, stream: str, seq: int) -> LoggedChange | None:
        """The change with this number, or None if it was pruned before it was read."""
        index = seq - self._first.get(stream, 1)
        return self._logged[stream][index] if 0 <= index < len(self._logged.get(stream, ())) else None

    def ends_of_membership(self, stream: str, user: str) -> list[int]:
        """The numbers of the changes that ended the user's membership of the stream."""
        return [
            seq
            for seq, membership in self._memberships(stream)
            if membership["what"] == "lost" and membership["user"] == user
        ]

    def _memberships(self, stream: str) -> Iterator[tuple[int, dict[str, Any]]]:
        for seq, change in enumerate(self._logged.get(stream, ()), self._first.get(stream, 1)):
            if change.membership:
                yield seq, json.loads(change.membership)

    @contextmanager
    def _snapshot(self) -> Iterator[Callable[[str], Any]]:
        with self._place.store() as store:
            if isinstance(store, sqlite3.Connection):
                store.execute("PRAGMA busy_timeout = 20000")
                store.execute("BEGIN")
                yield store.execute
                return
            store.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            with store.transaction():
                yield store.execute
