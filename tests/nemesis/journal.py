"""The users of devices, and a device's journal: every change that it stored, and every stream that it may follow."""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tests.support.sync.replica import check


@dataclass
class DeviceOwner:
    """A user with devices. Responses for an admin may arrive until the monotonic time `admin_until`."""

    user: str
    client: str
    email: str
    canary: str
    token: str = ""
    admin_until: float = 0.0


@dataclass(frozen=True, slots=True)
class Applied:
    """A stored frame of the changes `start` to `end`, whose last change has the id `at`.

    `items` are (seq, tbl, row id, op, v).
    """

    start: int
    end: int
    at: str
    items: tuple[tuple[int, str, str, str, int], ...]


@lru_cache(1024)
def decode(payload: bytes) -> tuple[dict[str, Any], Applied | None]:
    """The decoded frame, and its journal entry if it is a `ch` frame, which is also checked.

    Devices that receive the same bytes share both objects, to save time and memory.
    """
    frame = json.loads(payload)
    if frame["t"] != "ch":
        return frame, None
    check(frame)
    items = tuple((one["seq"], one["tbl"], one["id"], one["op"], one["v"]) for one in frame["d"])
    return frame, Applied(frame["from"], frame["to"], frame["at"], items)


@dataclass
class Journal:
    """The frames of one stream that were stored after the cursor `base`, whose change has the id `at`."""

    base: int
    at: str
    frames: list[Applied] = field(default_factory=list)


@dataclass
class Grant:
    """The server let a connection follow a stream at `head`; `upto` is the last change that it sent."""

    stream: str
    head: int
    upto: int = 0


@dataclass(frozen=True, slots=True)
class LateNotice:
    """A notice about another client that a user received as change `seq` without being an admin at that time."""

    stream: str
    seq: int
    row: str
    text: str
