"""A device that is behind: the frames it receives, the reads for them, and the reset of a device that is too slow."""

from dataclasses import replace
from typing import Any

import pytest
from pytest_django import Settings

from sync import queries
from sync.hub import stream_buffer
from sync.log import retention
from tests.support.database.maintenance import log_numbers, many_clients, prune
from tests.support.portal.agency import Portal
from tests.support.sync.socket import Json, Opener, Socket, modes

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

FRAME_MAX = 2


@pytest.fixture
def small_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame, and each read of the log for it, has at most two changes."""
    monkeypatch.setattr(stream_buffer, "FRAME_CHANGES", FRAME_MAX)
    monkeypatch.setattr(queries, "FRAME_CHANGES", FRAME_MAX)


@pytest.fixture
def short_log(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """The log keeps three changes of each stream, and a process buffers one."""
    settings.RETENTION = replace(settings.RETENTION, log_days=0)
    monkeypatch.setattr(retention, "MIN_CHANGES", 3)
    monkeypatch.setattr(stream_buffer, "BUFFER_CHANGES", 1)


def from_the_start(epoch: str) -> Json:
    """A cursor before the first change of `w`."""
    return {"s": "w", "e": epoch, "c": 0, "at": ""}


async def position(portal: Portal) -> Json:
    """A cursor at the head of `w`."""
    load = (await portal.as_("ana").post("/realtime/v1/bootstrap", json={"s": "w"})).json()
    return {key: load[key] for key in ("s", "e", "c", "at")}


class EagerSocket(Socket):
    """Acknowledges each frame as it arrives; at the first one it also pings."""

    async def _receive(self, message: Json) -> None:
        await super()._receive(message)
        if message["type"] == "websocket.send" and self.frames[-1]["t"] == "ch":
            frame = self.frames[-1]
            self.send("ack", c={frame["s"]: frame["to"]})
            if len(self.all("ch")) == 1:
                self.send("ping", n=1)


@pytest.mark.usefixtures("small_frames", "sockets")
async def test_ch10_a_reply_does_not_wait_for_the_end_of_a_catch_up(portal: Portal) -> None:
    await many_clients(20)
    cursor = await position(portal)
    device = EagerSocket(portal.users["ana"].token)
    await device.hello(from_the_start(cursor["e"]))
    await device.changes("w", cursor["c"])
    kinds = [frame["t"] for frame in device.frames]
    assert kinds.count("ch") == -(-cursor["c"] // FRAME_MAX)
    assert kinds.index("pong") <= 4  # of more than ten frames
    await device.disconnect()


@pytest.mark.usefixtures("small_frames")
async def test_ch4_a_catch_up_reads_only_the_changes_it_sends(
    portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    await many_clients(20)
    cursor = await position(portal)
    reads, changes_after = [], queries.changes_after

    def recorded(stream: str, seq: int) -> list[Any]:
        changes = changes_after(stream, seq)
        reads.append((seq, len(changes)))
        return changes

    monkeypatch.setattr(queries, "changes_after", recorded)
    device = sockets(portal.users["ana"].token)
    await device.hello(from_the_start(cursor["e"]))
    frames = await device.changes("w", cursor["c"])
    assert reads == [(frame["from"] - 1, frame["to"] - frame["from"] + 1) for frame in frames]


@pytest.mark.usefixtures("short_log")
async def test_cu7_a_device_whose_next_change_was_pruned_reloads_that_stream(portal: Portal, sockets: Opener) -> None:
    await many_clients(8, "x" * 70_000)  # 560 kB; the window has space for 512
    cursor = await position(portal)
    device = sockets(portal.users["ana"].token)
    await device.hello(from_the_start(cursor["e"]))
    await device.frame("ch")
    await device.drain()
    at = device.all("ch")[-1]["to"]
    assert at < cursor["c"]
    await many_clients(20, "later")
    assert await prune() > 0
    tail, head, _ = await log_numbers("w")
    assert tail > at + 1
    device.send("ack", c={"w": at})
    subs = await device.frame("subs")
    assert modes(subs) == {"w": "reset retention"}
    assert (subs["subs"][0]["head"], subs["subs"][0]["tail"]) == (head, tail)
    fresh = await position(portal)
    device.send("sub", subs=[fresh])
    await device.frame("live", s="w", c=fresh["c"])
    await portal.post("maya", "after it")
    frames = await device.changes("w", fresh["c"] + 2)
    assert [frame["from"] for frame in frames if frame["from"] > at] == [fresh["c"] + 1]
    assert (device.closed, device.all("revoke")) == (None, [])


@pytest.mark.usefixtures("short_log")
async def test_cu7_other_streams_of_the_connection_continue(portal: Portal, sockets: Opener) -> None:
    await many_clients(8, "x" * 70_000)
    cursor = await position(portal)
    device = sockets(portal.users["ana"].token)
    own = next(s for s in modes(await sockets(device.token).hello()) if s.startswith("u:"))
    await device.hello(from_the_start(cursor["e"]), {"s": own, "e": cursor["e"], "c": 0, "at": ""})
    await device.frame("live", s=own)
    await device.frame("ch")
    await many_clients(20)
    await prune()
    device.send("ack", c={"w": device.all("ch")[-1]["to"]})
    assert modes(await device.frame("subs")) == {"w": "reset retention"}
    await portal.end_sessions("ana")  # a change of the other stream
    assert await device.close_code() == 4401
