"""Who has a device, and what it notes down: every change that it stored, and every stream that it was given."""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tests.support.sync.replica import check


@dataclass
class Person:
    """Somebody with devices. `admin_until`: when the last answer to them as an admin has arrived (monotonic)."""

    user: str
    client: str
    email: str
    canary: str
    token: str = ""
    admin_until: float = 0.0


@dataclass(frozen=True, slots=True)
class Applied:
    """A frame of changes as it was stored: `items` are (seq, tbl, row id, op, v)."""

    start: int
    end: int
    at: str
    items: tuple[tuple[int, str, str, str, int], ...]


@lru_cache(1024)
def decoded(payload: bytes) -> tuple[dict[str, Any], Applied | None]:
    """A frame, and what it is in a journal if it is one of changes, which are checked.

    Devices that get the same bytes share both, as if each had a core and a memory of its own.
    """
    frame = json.loads(payload)
    if frame["t"] != "ch":
        return frame, None
    check(frame)
    items = tuple((one["seq"], one["tbl"], one["id"], one["op"], one["v"]) for one in frame["d"])
    return frame, Applied(frame["from"], frame["to"], frame["at"], items)


@dataclass
class Journal:
    """What was stored of one stream since its cursor was `base` (with the change's id `at`)."""

    base: int
    at: str
    frames: list[Applied] = field(default_factory=list)


@dataclass
class Grant:
    """The server let a connection follow a stream, as of `head`; `upto` is the last change it told there."""

    stream: str
    head: int
    upto: int = 0


@dataclass(frozen=True, slots=True)
class Late:
    """A notice of another's things that came as change `seq` to somebody who is no admin (any more)."""

    stream: str
    seq: int
    row: str
    said: str
