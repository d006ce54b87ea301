"""The log follower with a fake store: it reads again after each notification, and leaves a reader for other work."""

import asyncio
from collections.abc import Callable
from uuid import uuid4

import pytest

from sync import queries
from sync.db import timeline
from sync.hub import failover, log_follower
from sync.hub.log_follower import LogFollower
from sync.hub.stream_buffer import StreamBuffer
from sync.log.pending import Change
from sync.writes.db_executor import READERS


def change(seq: int) -> Change:
    return Change(seq, f"{seq:012}", "messages", uuid4(), "u", 1, "{}")


async def test_lg7_changes_notified_during_the_last_read_are_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last read began before the change was committed, and no poll finds the change."""
    log, is_notified, is_read = [change(1)], False, asyncio.Event()

    async def read(query: Callable[..., object], *args: object) -> object:
        nonlocal is_notified
        if query is not queries.changes_after:
            return None if query is timeline.current else {}
        changes = [one for one in log if one.seq > buffer.head]
        if not changes and not is_notified:
            is_notified = True
            log.append(change(2))
            follower.follow("w", 2)  # another connection starts at change 2
            await asyncio.sleep(0)
        return changes

    def on_growth(buffer: StreamBuffer, memberships: object) -> None:
        if buffer.head == 2:
            is_read.set()

    for module in (failover, log_follower):
        monkeypatch.setattr(module, "read", read)
    follower = LogFollower(on_growth)
    buffer = follower.follow("w", 0)
    follower.follow("w", 1)
    await asyncio.wait_for(is_read.wait(), 5)
    await follower.stop()
    assert (is_notified, buffer.head) == (True, 2)


async def test_ch11_the_heads_are_read_while_a_stream_grows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a process would count as one without a database while another process writes an import."""
    heads_read, is_read_again = 0, asyncio.Event()

    async def read(query: Callable[..., object], *args: object) -> object:
        nonlocal heads_read
        await asyncio.sleep(0)
        if query is queries.changes_after:
            return [change(buffer.head + 1)]
        if query is queries.heads:
            heads_read += 1
            if heads_read == 3:
                is_read_again.set()
            return {"w": buffer.head + 1}
        return None

    for module in (failover, log_follower):
        monkeypatch.setattr(module, "read", read)
    monkeypatch.setattr(log_follower, "HEADS_EVERY_S", 0.0)
    follower = LogFollower(lambda buffer, memberships: None)
    buffer = follower.follow("w", 0)
    await asyncio.wait_for(is_read_again.wait(), 5)
    await follower.stop()
    assert buffer.head > 0


async def test_ch11_many_streams_that_are_behind_leave_a_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, peak = 0, 0

    async def read(query: Callable[..., object], *args: object) -> object:
        nonlocal reading, peak
        if query is queries.heads:
            return dict.fromkeys(streams, 1)
        if query is not queries.changes_after:
            return None
        reading += 1
        peak = max(peak, reading)
        await asyncio.sleep(0)
        reading -= 1
        return [change(1)] if args[1] == 0 else []

    for module in (failover, log_follower):
        monkeypatch.setattr(module, "read", read)
    all_read, streams = asyncio.Event(), [f"c:{n}" for n in range(20)]
    grown: list[str] = []

    def on_growth(buffer: StreamBuffer, memberships: object) -> None:
        grown.append(buffer.stream)
        if len(grown) == len(streams):
            all_read.set()

    follower = LogFollower(on_growth)
    for stream in streams:
        follower.follow(stream, 0)
    await asyncio.wait_for(all_read.wait(), 5)
    await follower.stop()
    assert (sorted(grown), peak) == (sorted(streams), READERS - 1)
