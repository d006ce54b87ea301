"""The flow of changes: contiguous and bounded frames at the device's pace, and heartbeats with the heads."""

import asyncio
import json
from datetime import timedelta

import pytest
from django.db import OperationalError
from time_machine import Traveller

from clients.models import Client
from core.clock import now
from sync.connection import lookup
from sync.hub import log_follower
from sync.log import changes, hints, streams
from sync.protocol.frames import FRAME_BYTES, FRAME_CHANGES, WINDOW_BYTES, WINDOW_CHANGES
from sync.writes.db_executor import write
from tests.support.database.maintenance import many_clients
from tests.support.portal.agency import Portal
from tests.support.sync.device import Device
from tests.support.sync.socket import Json, Opener, Socket

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def cursor_of(portal: Portal, name: str, stream: str) -> Json:
    load = (await portal.as_(name).post("/realtime/v1/bootstrap", json={"s": stream})).json()
    return {key: load[key] for key in ("s", "e", "c", "at")}


async def live(portal: Portal, sockets: Opener, name: str = "ana", stream: str = "w") -> tuple[Socket, Json]:
    """A device that is live in a stream, and its cursor there."""
    cursor = await cursor_of(portal, name, stream)
    device = sockets(portal.users[name].token)
    await device.hello(cursor)
    await device.frame("live", s=stream)
    return device, cursor


async def rename(client: str, times: int, portal: Portal) -> None:
    """Write the row of `client` `times` times, each time in its own transaction."""

    def once(n: int) -> None:
        changes.update(Client.objects.select_for_update().get(id=portal.clients[client]), phone=str(n))

    for n in range(times):
        await write(once, n)


def contiguous(frames: list[Json], after: int) -> int:
    """The end of the last frame. Asserts that each frame begins after the end of the one before."""
    for frame in frames:
        assert frame["from"] == after + 1
        after = frame["to"]
    return after


@pytest.mark.usefixtures("sockets")
async def test_ch1_ch4_a_catch_up_of_1200_changes_is_contiguous_and_bounded(portal: Portal) -> None:
    """CH1, CH2, CH4, CH5: the server reads the first changes from the log and the last ones from its buffer."""
    device = Device(portal.users["ana"])
    await device.load("w", device.replica)
    await device.load(streams.user(device.user.id), device.replica)
    before = device.replica.cursors["w"].c
    await many_clients(1200, words="☕" * 100)
    await device.connect()
    await device.caught_up()
    texts = [text for text in device.received() if '"t":"ch","s":"w"' in text]
    frames = [json.loads(text) for text in texts]
    assert contiguous(frames, before) == before + 1200
    assert all(frame["to"] - frame["from"] < FRAME_CHANGES for frame in frames)
    assert all(len(text.encode()) <= FRAME_BYTES for text in texts)
    assert len([row for row in device.replica.rows if row[0] == "clients"]) == 1203
    kinds = [(frame["t"], frame.get("s")) for frame in map(json.loads, device.received())]
    assert kinds.count(("live", "w")) == 1
    assert kinds.index(("live", "w")) > max(n for n, kind in enumerate(kinds) if kind == ("ch", "w"))
    assert device.replica.loads == 2
    await device.stop()


async def test_ch2_live_is_sent_once_and_only_without_backlog(portal: Portal, sockets: Opener) -> None:
    cursor = await cursor_of(portal, "ana", "w")
    await many_clients(WINDOW_CHANGES + 50)
    device = sockets(portal.users["ana"].token)
    head = next(sub["head"] for sub in (await device.hello(cursor))["subs"] if sub["s"] == "w")
    await device.changes("w", cursor["c"] + WINDOW_CHANGES)
    await device.drain()
    assert device.all("live", s="w") == []
    device.send("ack", c={"w": cursor["c"] + WINDOW_CHANGES})
    assert (await device.frame("live", s="w"))["c"] >= head
    await many_clients(1)
    await device.changes("w", head + 1)
    assert len(device.all("live", s="w")) == 1


async def test_ch5_500_missed_changes_are_sent_in_one_round_trip(portal: Portal, sockets: Opener) -> None:
    """They fit into one window: the device acknowledges nothing until it is live."""
    stream = streams.client(portal.clients["maya"])
    cursor = await cursor_of(portal, "maya", stream)
    for _ in range(250):
        await portal.post("ana", "The crew left at four; the filters are new and the invoice follows by Friday. " * 3)
    device = sockets(portal.users["maya"].token)
    await device.hello(cursor)
    live = await device.frame("live", s=stream)
    assert contiguous(device.all("ch", s=stream), cursor["c"]) == live["c"] == cursor["c"] + 500


async def test_ch3_a_row_written_often_is_sent_once(portal: Portal, sockets: Opener) -> None:
    cursor = await cursor_of(portal, "ana", "w")
    await rename("maya", 30, portal)
    device = sockets(portal.users["ana"].token)
    await device.hello(cursor)
    [frame] = await device.changes("w", cursor["c"] + 30)
    assert (frame["from"], frame["to"]) == (cursor["c"] + 1, cursor["c"] + 30)
    [item] = frame["d"]
    assert (item["seq"], item["v"], item["row"]["phone"]) == (frame["to"], item["row"]["v"], "29")


async def test_ch5_a_device_that_never_acks_gets_no_more_than_the_window(portal: Portal, sockets: Opener) -> None:
    device, cursor = await live(portal, sockets)
    other, _ = await live(portal, sockets, "otto", streams.client(portal.clients["otto"]))
    await many_clients(1000)
    await device.changes("w", cursor["c"] + WINDOW_CHANGES)
    await portal.post("otto", to="otto")
    await other.frame("ch")
    await device.drain()
    frames = device.all("ch")
    end = contiguous(frames, cursor["c"])
    assert end == cursor["c"] + WINDOW_CHANGES
    device.send("ack", c={"w": frames[0]["to"]})
    await device.changes("w", end + 1)
    await device.drain(2)
    assert contiguous(device.all("ch"), cursor["c"]) - frames[0]["to"] <= WINDOW_CHANGES


async def test_ch5_the_window_counts_bytes(portal: Portal, sockets: Opener) -> None:
    stream = streams.client(portal.clients["maya"])
    device, cursor = await live(portal, sockets, "maya", stream)
    for n in range(10):
        await portal.post("ana", f"{n}" + "☕" * 19_000)
    await device.changes(stream, cursor["c"] + 2)
    await device.drain()
    sent = [text for text in device.texts if '"t":"ch"' in text]
    assert len(sent) >= 1
    assert sum(len(text.encode()) for text in sent) <= WINDOW_BYTES
    end = contiguous(device.all("ch"), cursor["c"])
    assert end < cursor["c"] + 20
    while end < cursor["c"] + 20:
        device.send("ack", c={stream: end})
        end = contiguous(await device.changes(stream, end + 1), cursor["c"])


@pytest.mark.usefixtures("quick")
async def test_ch5_a_full_window_for_30_s_ends_the_connection(
    fake_clock: Traveller, portal: Portal, sockets: Opener
) -> None:
    device, cursor = await live(portal, sockets)
    other, _ = await live(portal, sockets)
    await many_clients(2 * WINDOW_CHANGES)
    for each in (device, other):
        await each.changes("w", cursor["c"] + WINDOW_CHANGES)
    fake_clock.shift(timedelta(seconds=29))
    other.send("ack", c={"w": cursor["c"] + WINDOW_CHANGES})
    await other.changes("w", cursor["c"] + 2 * WINDOW_CHANGES)
    assert device.closed is None
    fake_clock.shift(timedelta(seconds=1))
    assert await device.close_code() == 4008
    await other.drain()
    assert other.closed is None


@pytest.mark.usefixtures("quick")
async def test_ch6_heartbeats_contain_the_head_of_each_stream(
    fake_clock: Traveller, portal: Portal, sockets: Opener
) -> None:
    device, cursor = await live(portal, sockets)
    fake_clock.shift(timedelta(seconds=25))
    beat = await device.frame("hb")
    assert (beat["h"], beat["now"]) == ({"w": cursor["c"]}, int(now().timestamp()))
    await many_clients(3)
    await device.changes("w", cursor["c"] + 3)
    fake_clock.shift(timedelta(seconds=24))
    await device.drain()
    assert len(device.all("hb")) == 1
    fake_clock.shift(timedelta(seconds=1))
    assert (await device.frame("hb", now=int(now().timestamp())))["h"] == {"w": cursor["c"] + 3}


@pytest.mark.usefixtures("quick")
async def test_ch11_a_process_without_its_database_ends_connections_instead_of_a_heartbeat(
    fake_clock: Traveller, portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may have stored changes in this time, so the device must not show that it is up to date."""

    async def fails(*_: object, **__: object) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    async def waits(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    device, cursor = await live(portal, sockets)
    monkeypatch.setattr(log_follower, "STALE_AFTER_S", 0.0)
    monkeypatch.setattr(log_follower, "read", fails)
    monkeypatch.setattr(lookup, "read", waits)
    monkeypatch.setattr(hints, "publish", lambda committed: None)  # as if another process stored the changes
    await many_clients(3)
    fake_clock.shift(timedelta(seconds=25))
    assert (await device.frame("bye"))["why"] == "database"
    assert await device.close_code() == 1012
    assert (device.all("hb"), device.all("ch", s="w")) == ([], [])
    monkeypatch.setattr(lookup, "read", fails)
    again = sockets(portal.users["ana"].token)
    await again.open()
    again.send("hello", **again.greeting(cursor))
    assert (await again.frame("bye"))["why"] == "database"
    assert await again.close_code() == 1012


async def test_ch7_a_slow_device_gets_all_changes_in_fewer_and_larger_frames(portal: Portal, sockets: Opener) -> None:
    slow, cursor = await live(portal, sockets)
    fast, _ = await live(portal, sockets)
    await many_clients(WINDOW_CHANGES)
    # The server ignores an acknowledgement of changes that it has not sent yet.
    for device in (slow, fast):
        await device.changes("w", cursor["c"] + WINDOW_CHANGES)
    for upto in range(WINDOW_CHANGES, WINDOW_CHANGES + 40):
        await rename("maya", 1, portal)
        fast.send("ack", c={"w": cursor["c"] + upto})
        await fast.changes("w", cursor["c"] + upto + 1)
    before = len(slow.all("ch"))
    slow.send("ack", c={"w": cursor["c"] + WINDOW_CHANGES})
    frames = await slow.changes("w", cursor["c"] + WINDOW_CHANGES + 40)
    assert contiguous(frames, cursor["c"]) == contiguous(fast.all("ch"), cursor["c"])
    assert (len(frames), len(frames[-1]["d"])) == (before + 1, 1)
    assert len(fast.all("ch")) >= before + 40


async def test_ch8_a_pong_has_the_number_of_its_ping(portal: Portal, sockets: Opener) -> None:
    device, _ = await live(portal, sockets)
    for n in (9, 0, 2**53 - 1):
        device.send("ping", n=n)
        assert await device.frame("pong", n=n) == {"t": "pong", "n": n}
