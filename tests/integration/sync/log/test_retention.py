"""How long a device may be away and still resume, and devices that reconnect while the log is pruned."""

import asyncio
import contextlib
from dataclasses import replace
from datetime import timedelta

import pytest
from pytest_django import Settings
from time_machine import Traveller

from clients.models import Attention
from core.ids import uuid7
from sync import tasks
from sync.effects import effects
from sync.log import changes, retention
from sync.models import Tombstone
from sync.writes.db_executor import read, write
from tests.support.database.effects import effects_of
from tests.support.database.maintenance import log_numbers, many_clients, prune
from tests.support.portal.agency import Portal, sign_in
from tests.support.sync.convergence import Devices, wait_until_converged
from tests.support.sync.socket import Json, Opener, modes

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

ROUNDS = 30


@pytest.fixture
def short_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pruning keeps at least 3 changes of a stream instead of 5,000."""
    monkeypatch.setattr(retention, "MIN_CHANGES", 3)


async def position(portal: Portal, name: str) -> Json:
    stream = "w" if name == "ana" else f"c:{portal.clients[name]}"
    load = (await portal.as_(name).post("/realtime/v1/bootstrap", json={"s": stream})).json()
    return {key: load[key] for key in ("s", "e", "c", "at")}


async def mode_of(portal: Portal, sockets: Opener, cursor: Json, name: str) -> str:
    """The server's mode for the cursor of a device, after `name` has signed in again."""
    portal.users[name] = await sign_in(portal.users[name].email)
    return modes(await sockets(portal.users[name].token).hello(cursor))[cursor["s"]]


@pytest.mark.usefixtures("short_log")
async def test_cu1_a_device_that_was_away_for_14_days_resumes(
    portal: Portal, sockets: Opener, fake_clock: Traveller
) -> None:
    """CU1 up to the last hour of the 14 days, at any rate of writes; CU2 afterwards."""
    cursor = await position(portal, "ana")
    await many_clients(10)
    fake_clock.shift(timedelta(days=13, hours=23))
    await many_clients(10)
    await prune()
    assert await mode_of(portal, sockets, cursor, "ana") == "resume"
    fake_clock.shift(timedelta(hours=2))
    assert await prune() > 0
    assert await mode_of(portal, sockets, cursor, "ana") == "reset retention"


@pytest.mark.usefixtures("short_log")
async def test_lg5_a_tombstone_is_kept_as_long_as_a_device_can_resume_before_it(fake_clock: Traveller) -> None:
    def insert_or_delete(points: int | None) -> int:
        """Insert the row with `points`, or delete it if None; returns the row's version."""
        row = changes.locked(Attention, client_id)
        if points is None:
            assert row is not None
            changes.delete(row)
            return row.v
        changes.insert(attention_row := Attention(id=client_id, reasons=[], points=points))
        return attention_row.v

    client_id = uuid7()
    assert [await write(insert_or_delete, points) for points in (1, None)] == [1, 2]
    fake_clock.shift(timedelta(days=13))
    await many_clients(10)
    await prune()
    assert [await write(insert_or_delete, points) for points in (1, None)] == [3, 4]
    assert await read(Tombstone.objects.count) == 1
    fake_clock.shift(timedelta(days=15))
    await many_clients(10)
    await prune()
    assert await read(Tombstone.objects.count) == 0


async def test_cu1_a_device_of_a_quiet_stream_resumes_after_a_year(
    portal: Portal, sockets: Opener, fake_clock: Traveller
) -> None:
    """The last 5,000 changes stay, however old they are."""
    cursor = await position(portal, "maya")
    await portal.post("ana", "missed")
    fake_clock.shift(timedelta(days=365))
    assert await prune() == 0
    assert await mode_of(portal, sockets, cursor, "maya") == "resume"


@pytest.mark.usefixtures("short_log")
async def test_lg8_changes_younger_than_14_days_are_kept(portal: Portal, fake_clock: Traveller) -> None:
    """Younger changes stay even if a clock that was set back wrote older times after them."""
    fake_clock.shift(timedelta(days=20))
    await many_clients(5)
    tail, head, _ = await log_numbers("w")
    fake_clock.shift(timedelta(days=-20))
    await many_clients(10)
    fake_clock.shift(timedelta(days=15))
    await prune()
    assert (await log_numbers("w"))[0] == head - 4 >= tail


@pytest.mark.usefixtures("short_log", "quick")
async def test_lg8_devices_that_return_during_pruning_resume_or_reset(
    portal: Portal, devices: Devices, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """No change is missing: a replica accepts only the change after its cursor (CH1), and equals a new first load."""
    settings.RETENTION = replace(settings.RETENTION, log_days=0)
    monkeypatch.setattr(retention, "BATCH", 2)
    before = sum(device.replica.loads for device in devices.values())
    cuts = 0

    async def prune_in_a_loop() -> None:
        while True:
            await prune()

    pruning = asyncio.create_task(prune_in_a_loop())
    for n in range(ROUNDS):
        device = devices[("ana", "maya", "otto")[n % 3]]
        await device.cut()
        for _ in range(n % 5):
            await portal.post("ana", f"message {n}", to=("maya", "otto")[n % 2])
        if n % 4 == 0:
            await prune()  # completely before the device reconnects; in other rounds pruning may still run
        await device.connect()
        cuts += 1
    pruning.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await pruning
    await wait_until_converged(devices)
    resets = sum(device.replica.loads for device in devices.values()) - before
    assert 0 < resets < 2 * cuts  # of the two streams of each device, some were reset and some resumed


async def test_pruning_is_requested_once_a_day_and_runs(portal: Portal) -> None:
    """Every process ticks hourly, and there is one effect."""
    for _ in range(3):
        await asyncio.to_thread(tasks.request_pruning)
    await asyncio.to_thread(effects.sweep)
    await asyncio.to_thread(tasks.request_pruning)
    await asyncio.to_thread(effects.sweep)
    [done] = await read(lambda: list(effects_of(tasks.prune)))
    assert (done.done_at is not None, done.tries, done.error) == (True, 1, "")
