"""Resuming a cursor on the same store, a pruned one, and a restored one."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from time_machine import Traveller

from sync.log import retention
from sync.models import Stream
from sync.writes.db_executor import write
from tests.support.database.maintenance import back_up, log_numbers, many_clients, prune, restore
from tests.support.portal.agency import Portal, sign_in
from tests.support.sync.convergence import Devices, replicas_converge
from tests.support.sync.socket import Json, Opener, modes

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def position(portal: Portal, name: str = "maya") -> Json:
    """A cursor at the head of the stream that `name` shares with others."""
    stream = "w" if name == "ana" else f"c:{portal.clients[name]}"
    load = (await portal.as_(name).post("/realtime/v1/bootstrap", json={"s": stream})).json()
    return {key: load[key] for key in ("s", "e", "c", "at")}


async def mode(portal: Portal, sockets: Opener, cursor: Json, name: str = "maya") -> str:
    return modes(await sockets(portal.users[name].token).hello(cursor))[cursor["s"]]


async def test_cu1_only_the_missed_changes_follow_a_resume(portal: Portal, sockets: Opener) -> None:
    await portal.post("maya", "before")
    cursor = await position(portal)
    for n in range(3):
        await portal.post("ana", f"missed {n}")
    device = sockets(portal.users["maya"].token)
    assert modes(await device.hello(cursor))[cursor["s"]] == "resume"
    frames = await device.changes(cursor["s"], cursor["c"] + 6)
    assert (frames[0]["from"], frames[-1]["to"]) == (cursor["c"] + 1, cursor["c"] + 6)
    contents = [item["row"]["content"] for frame in frames for item in frame["d"] if item["tbl"] == "messages"]
    assert contents == ["missed 0", "missed 1", "missed 2"]


async def test_cu1_cursor_zero_resumes_the_whole_stream(portal: Portal, sockets: Opener) -> None:
    await portal.post("maya")
    cursor = await position(portal)
    device = sockets(portal.users["maya"].token)
    assert modes(await device.hello(cursor | {"c": 0, "at": ""}))[cursor["s"]] == "resume"
    assert (await device.changes(cursor["s"], cursor["c"]))[0]["from"] == 1


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"c": 2**40}, "reset future"),
        ({"e": "other"}, "reset epoch"),
        ({"at": "other"}, "reset fork"),
        ({"at": ""}, "reset fork"),
    ],
)
async def test_cu3_cu4_cu5_a_cursor_that_does_not_match_gets_reset(
    changed: Json, expected: str, portal: Portal, sockets: Opener
) -> None:
    cursor = await position(portal)
    assert await mode(portal, sockets, cursor | changed) == expected


@pytest.fixture
def short_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that keeps at least 3 changes of each stream and is pruned in batches of 4."""
    monkeypatch.setattr(retention, "MIN_CHANGES", 3)
    monkeypatch.setattr(retention, "BATCH", 4)


@pytest.mark.usefixtures("short_log")
async def test_cu2_cursor_older_than_history_gets_reset(portal: Portal, sockets: Opener, fake_clock: Traveller) -> None:
    """CU2, and CU1 for the cursor just before the tail."""
    cursors = [await position(portal)]
    for _ in range(6):
        await portal.post("maya")
        cursors.append(await position(portal))
    fake_clock.shift(timedelta(days=14, seconds=1))
    assert await prune() > 0
    tail, head, numbers = await log_numbers(cursors[0]["s"])
    assert numbers == list(range(tail, head + 1)) == list(range(head - 2, head + 1))
    for name in portal.users:
        portal.users[name] = await sign_in(portal.users[name].email)
    for cursor in [*cursors, cursors[0] | {"c": tail - 2}, cursors[0] | {"c": tail - 1}]:
        expected = "resume" if cursor["c"] >= tail - 1 else "reset retention"
        assert await mode(portal, sockets, cursor) == expected, cursor


@pytest.mark.usefixtures("short_log")
async def test_lg8_pruning_removes_a_prefix_and_moves_the_tail_with_it(portal: Portal, fake_clock: Traveller) -> None:
    await many_clients(40)
    fake_clock.shift(timedelta(days=13))
    assert await prune() == 0
    fake_clock.shift(timedelta(days=2))
    await many_clients(5)
    pruning = asyncio.create_task(prune())
    while not pruning.done():
        tail, head, numbers = await log_numbers("w")
        assert numbers == list(range(tail, head + 1))
    assert (await log_numbers("w"))[2] == list(range(head - 4, head + 1))
    assert await prune() == 0


async def test_cu4_another_epoch_resets_every_stream(portal: Portal, devices: Devices) -> None:
    await portal.post("maya")
    await write(lambda: Stream.objects.update(epoch="other"))
    loads = {name: device.replica.loads for name, device in devices.items()}
    for name, device in devices.items():
        await device.connect()
        await device.caught_up()
        assert device.replica.loads == loads[name] + 2
        assert {cursor.e for cursor in device.replica.cursors.values()} == {"other"}
        assert device.replica.rows == (await device.fresh()).rows


@pytest.mark.parametrize("written_since", [0, 1, 2, 3, 6])
async def test_cu5_a_restored_store_resets_devices_that_saw_lost_changes(
    written_since: int, portal: Portal, devices: Devices, sockets: Opener, tmp_path: Path
) -> None:
    """CU3 while the store is behind the cursor, CU5 once it has grown past it, CU6 in both."""
    await portal.post("maya", "kept")
    for device in devices.values():
        await device.caught_up()
    await back_up(tmp_path / "copy")
    before = await position(portal)
    for n in range(2):
        await portal.post("maya", f"lost {n}")
    for device in devices.values():
        await device.caught_up()
        await device.cut()
    lost = await position(portal)
    await restore(tmp_path / "copy")
    for n in range(written_since):
        await portal.post("ana", f"written since {n}")
    assert await mode(portal, sockets, before) == "resume"
    assert await mode(portal, sockets, lost) == ("reset future" if written_since < 2 else "reset fork")
    for device in devices.values():
        await device.connect()
    async with replicas_converge(devices):
        await portal.post("maya", "afterwards")
    contents = {row["content"] for (tbl, _), row in devices["maya"].replica.rows.items() if tbl == "messages"}
    assert contents == {"kept", "afterwards", *(f"written since {n}" for n in range(written_since))}


async def test_cu6_a_reset_in_sub_ends_changes_of_that_stream(portal: Portal, sockets: Opener) -> None:
    cursor = await position(portal)
    device = sockets(portal.users["maya"].token)
    await device.hello(cursor)
    await device.frame("live")
    device.send("sub", subs=[cursor | {"at": "other"}])
    assert modes(await device.frame("subs")) == {cursor["s"]: "reset fork"}
    await portal.post("ana")
    await device.drain()
    cursor = await position(portal)
    device.send("sub", subs=[cursor])
    await device.frame("live", c=cursor["c"])
    assert device.all("ch") == []
