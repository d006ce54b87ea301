"""Measures how soon an admin's device gets no more changes after another process has removed the role.

One process serves the admins' devices, one the writing clients, and one removes the roles. The first process learns of
everything by the others' hints or by polling: on PostgreSQL with Redis and without, and on SQLite.
"""

import asyncio
import time
from collections.abc import Sequence

from tests.bench.harness.device import Device, connect_all, decode, hang_up
from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, product
from tests.bench.harness.stores import Kind, store
from tests.bench.harness.tally import Tally
from tests.bench.harness.users import ADDRESS, seed
from tests.bench.harness.wire import until
from tests.bench.harness.writers import Writers
from tests.nemesis.installation import Hand
from tests.support.servers.crash_harness import Place
from tests.support.servers.postgresql_and_redis import Redis

TITLE = "A role is taken away by another process, while a third writes 50 messages a second"
ADMINS, CLIENTS, RATE = 20, 20, 50.0
HEARD_LATER = 5  # frames that the remaining admin gets before the cursors of the others are checked
WITH_HINTS_MS, WITHOUT_MS = 100, 1000
SHARED = "w"  # the stream that admins follow
TAKEN = "SELECT MAX(seq) FROM sync_change WHERE stream = 'w' AND op = 'm'"


class Admin(Device):
    """Notes when the server revokes the admins' stream from this device."""

    taken_at = 0.0

    def text(self, payload: bytes) -> None:
        frame = decode(payload)
        if frame.kind == "revoke" and frame.fields["s"] == SHARED:
            self.taken_at = time.perf_counter()
        super().text(payload)

    def is_out(self) -> bool:
        return self.taken_at > 0


async def measure() -> Sequence[Figure]:
    """One round on each kind of installation."""
    redis = Redis()
    try:
        hinted = await _round("PostgreSQL", {"REDIS_URL": redis.address}, "PostgreSQL with hints", WITH_HINTS_MS)
    finally:
        redis.kill()
    without = await _round("PostgreSQL", {}, "PostgreSQL without hints", WITHOUT_MS)
    return [*hinted, *without, *await _round("SQLite", {}, "SQLite without hints", WITHOUT_MS)]


async def _round(kind: Kind, more: dict[str, str], how: str, most_ms: int) -> list[Figure]:
    with store(kind) as (folder, settings):
        settings |= more
        people = seed(folder, settings, clients=CLIENTS, admins=ADMINS + 1)
        with product(folder, Server, **settings) as server, product(folder, Server, **settings) as other:
            place, tally = Place(folder, {}, settings), Tally()
            hand = Hand(place)
            devices = [Admin(person, people.of(person), tally.heard) for person in people.admins]
            *leaving, stays = devices
            await connect_all(devices, server.port)
            await hand.do("following", users=[])  # waits until the process has started
            writers = Writers(other.port, people.clients, tally)
            writing = asyncio.create_task(writers.open_loop(RATE, 3600))
            taken: list[float] = []
            gone_at: list[int] = []
            for number, device in enumerate(leaving):
                asked_at = time.perf_counter()
                await hand.do("demote", email=ADDRESS.format(kind="admin", number=number))
                assert await until(device.is_out, within_s=10)
                taken.append((device.taken_at - asked_at) * 1000)
                [(seq,)] = place.rows(TAKEN)
                gone_at.append(seq)
            heard = stays.frames
            assert await until(lambda: stays.frames >= heard + HEARD_LATER, within_s=10)
            assert not writing.done()
            assert not stays.is_out()
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            too_much = sum(device.cursors[SHARED] > seq for device, seq in zip(leaving, gone_at, strict=True))
            await hand.kill()
            writers.close()
            await hang_up(devices)
    taken.sort()
    return [
        Figure(f"{how}: from the asking for it until the device is told, median of {ADMINS}", taken[ADMINS // 2], "ms"),
        Figure(f"{how}: the slowest of {ADMINS}", taken[-1], "ms", at_most=most_ms),
        Figure(f"{how}: devices that were told what was committed later", too_much, "devices", at_most=0),
    ]
