"""The log follower with a store that answers at once: when it reads again, and that it misses no wake-up."""

import asyncio
from collections.abc import Callable
from uuid import uuid4

import pytest

from sync import queries
from sync.hub import log_follower
from sync.hub.log_follower import LogFollower
from sync.log.pending import Change


def change(seq: int) -> Change:
    return Change(seq, f"{seq:012}", "messages", uuid4(), "u", 1, "{}")


async def test_lg7_changes_notified_during_the_last_read_are_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """That read began before the change was committed, and the next poll is a second away."""
    log, is_notified = [change(1)], False

    async def read(query: Callable[..., object], *args: object) -> object:
        nonlocal is_notified
        if query is not queries.changes_after:
            return {}
        changes = [one for one in log if one.seq > ring.head]
        if not changes and not is_notified:
            is_notified = True
            log.append(change(2))
            follower.follow("w", 2)  # another connection starts at change 2
            await asyncio.sleep(0)
        return changes

    monkeypatch.setattr(log_follower, "read", read)
    follower = LogFollower(lambda ring, is_notified: None)
    ring = follower.follow("w", 0)
    follower.follow("w", 1)
    for _ in range(50):
        await asyncio.sleep(0)
    await follower.stop()
    assert (is_notified, ring.head) == (True, 2)
