"""Stores every object of the fake in a SQLite file, so that nothing is lost by a restart."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

from sandbox.stripe.errors import Json, StripeError

TABLES = """
CREATE TABLE IF NOT EXISTS objects (
    place INTEGER PRIMARY KEY, id TEXT UNIQUE, kind TEXT NOT NULL, customer TEXT, document TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS by_kind ON objects (kind, customer);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, document TEXT NOT NULL);
"""


class Store:
    """Objects by id as documents, each read from the file once. Inside a `change`, an id always returns the same
    dictionary, and changes to it are written when the `change` ends. Keys with a leading `_` are internal and are never
    returned to callers."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._db.executescript(f"PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; {TABLES}")
        self._lock = RLock()
        self._depth = 0
        self._read: dict[str, tuple[str, Json]] = {}
        self._touched: set[str] = set()

    @contextmanager
    def change(self) -> Iterator[None]:
        """Run a transaction; transactions run one at a time."""
        with self._lock:
            if self._depth:
                yield
                return
            self._depth += 1
            self._db.execute("BEGIN")
            try:
                yield
                self._commit()
            except StripeError as failure:
                if failure.is_committed:
                    self._commit()
                raise
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                    for id in self._touched:
                        self._read.pop(id, None)
                self._touched.clear()
                self._depth -= 1

    def add(self, new: Json) -> Json:
        text = json.dumps(new)
        row = (new["id"], new["object"], _owner(new), text)
        self._db.execute("INSERT INTO objects (id, kind, customer, document) VALUES (?, ?, ?, ?)", row)
        self._read[new["id"]] = (text, new)
        self._touched.add(new["id"])
        return new

    def find(self, id: str, kind: str | None = None) -> Json | None:
        if id not in self._read:
            row = self._db.execute("SELECT document FROM objects WHERE id = ?", (id,)).fetchone()
            if row is None:
                return None
            self._read[id] = (row[0], json.loads(row[0]))
        self._touched.add(id)
        document = self._read[id][1]
        return document if kind in {None, document["object"]} else None

    def all(self, kind: str, customer: str | None = None) -> list[Json]:
        """Return the objects of this kind, newest first."""
        self._flush()
        rows = self._db.execute(
            "SELECT id FROM objects WHERE kind = ? AND (? IS NULL OR customer = ?) ORDER BY place DESC",
            (kind, customer, customer),
        ).fetchall()
        return [document for (id,) in rows if (document := self.find(id)) is not None]

    def clear(self) -> None:
        """Delete everything."""
        self._db.execute("DELETE FROM objects")
        self._db.execute("DELETE FROM facts")
        self._read.clear()

    def get_value(self, name: str) -> Json:
        """Return a named value that is not an object, such as the clock; {} if it is not set."""
        with self._lock:
            row = self._db.execute("SELECT document FROM facts WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else {}

    def set_value(self, name: str, document: Json) -> None:
        with self._lock:
            self._db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, json.dumps(document)))

    def _commit(self) -> None:
        self._flush()
        self._db.execute("COMMIT")

    def _flush(self) -> None:
        for id in self._touched & self._read.keys():
            text, document = self._read[id]
            now = json.dumps(document)
            if now != text:
                row = (document["object"], _owner(document), now, id)
                self._db.execute("UPDATE objects SET kind = ?, customer = ?, document = ? WHERE id = ?", row)
                self._read[id] = (now, document)


def _owner(document: Json) -> str | None:
    owner = document.get("customer")
    return owner if isinstance(owner, str) else None


def public(value: object) -> object:
    """Return a value without its internal keys."""
    if isinstance(value, dict):
        return {name: public(inner) for name, inner in value.items() if not name.startswith("_")}
    return [public(inner) for inner in value] if isinstance(value, list) else value
