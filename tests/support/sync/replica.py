"""A device's replica in memory, which applies frames by the rules CL1 to CL3 and CL10."""

import json
from dataclasses import dataclass, field
from typing import Any

from sync.protocol.frames import FRAME_BYTES, FRAME_CHANGES

Json = dict[str, Any]
Key = tuple[str, str]
ITEM = {"tbl", "op", "id", "v", "seq"}


def check(frame: Json) -> None:
    """Assert that a `ch` frame has the shape and the bounds that PROTOCOL.md requires for any recipient."""
    assert set(frame) == {"t", "s", "from", "to", "at", "d"}
    assert 0 <= frame["to"] - frame["from"] < FRAME_CHANGES
    assert len(frame["d"]) <= 1 or len(json.dumps(frame, ensure_ascii=False).encode()) <= FRAME_BYTES * 1.1
    for item in frame["d"]:
        assert set(item) == (ITEM | {"row"} if item["op"] == "u" else ITEM)
        assert item["op"] in {"u", "d", "x"}
        assert frame["from"] <= item["seq"] <= frame["to"]
        if item["op"] == "u":
            assert (item["row"]["id"], item["row"]["v"]) == (item["id"], item["v"])


@dataclass
class Cursor:
    e: str
    c: int
    at: str


@dataclass
class Replica:
    """Rows by table and id, the streams that each came from, and the cursors. Asserts that frames follow the protocol."""

    rows: dict[Key, Json] = field(default_factory=dict)
    origins: dict[Key, set[str]] = field(default_factory=dict)
    deleted: dict[Key, tuple[str, int]] = field(default_factory=dict)
    cursors: dict[str, Cursor] = field(default_factory=dict)
    loads: int = 0

    @property
    def streams(self) -> set[str]:
        """The streams that have a cursor or rows."""
        return set(self.cursors).union(*self.origins.values())

    def subs(self) -> list[Json]:
        """The cursors as a `hello` or `sub` offers them."""
        return [{"s": s, "e": cursor.e, "c": cursor.c, "at": cursor.at} for s, cursor in self.cursors.items()]

    def check_and_apply(self, frame: Json) -> None:
        """Apply a `ch` frame. Asserts that it follows the cursor without a gap and keeps the bounds of CH4."""
        check(frame)
        self.apply(frame)

    def apply(self, frame: Json) -> None:
        """Apply a `ch` frame that is already checked. Asserts that it follows the cursor without a gap."""
        s, cursor = frame["s"], self.cursors[frame["s"]]
        assert frame["from"] == cursor.c + 1, f"{frame['from']} follows {cursor.c} in {s}"
        for item in frame["d"]:
            self._apply_item(s, item)
        cursor.c, cursor.at = frame["to"], frame["at"]

    def _apply_item(self, s: str, item: Json) -> None:
        key = (item["tbl"], item["id"])
        if item["op"] == "u":
            self.put(s, item["tbl"], item["row"])
        elif item["v"] > self._version(key):
            self.deleted[key] = (s, item["v"])
            self.rows.pop(key, None)
            self.origins.pop(key, None)

    def put(self, s: str, tbl: str, row: Json) -> None:
        """Store a row from a frame or a page if its version is newer (CL3)."""
        key = (tbl, row["id"])
        if row["v"] > self._version(key):
            self.rows[key] = row
            self.origins.setdefault(key, set())
        if key in self.rows:
            self.origins[key].add(s)

    def _version(self, key: Key) -> int:
        row = self.rows.get(key)
        return max(int(row["v"]) if row else 0, self.deleted.get(key, ("", 0))[1])

    def drop(self, s: str) -> None:
        """Drop a lost or reset stream, and the rows that came from no other stream (CL10)."""
        self.cursors.pop(s, None)
        for key, origins in list(self.origins.items()):
            origins.discard(s)
            if not origins:
                del self.rows[key], self.origins[key]
        self.deleted = {key: (origin, v) for key, (origin, v) in self.deleted.items() if origin != s}
