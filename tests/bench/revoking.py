"""An admin's role is taken away by another process while clients write: how soon their device is told nothing more.

With the hints of Redis, and without: then the process that serves the device finds out by looking.
"""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

from tests.bench.device import Device, connect_all, decode, hang_up
from tests.bench.people import ADDRESS, seed
from tests.bench.results import Figure
from tests.bench.server import Server, product
from tests.bench.stores import Kind, store
from tests.bench.tally import Tally
from tests.bench.wire import until
from tests.bench.writers import Writers
from tests.nemesis.installation import Hand
from tests.support.crashing import Place
from tests.support.real_servers import Redis

TITLE = "A role is taken away by another process, while 50 messages a second are written"
ADMINS, CLIENTS, RATE = 20, 20, 50.0
AFTER_S = 1.0  # so long messages are still written afterwards
WITH_HINTS_MS, WITHOUT_MS = 100, 1000
SHARED = "w"  # the stream that admins follow


class Admin(Device):
    """Notes when the admins' stream is taken from it, and what it hears of that stream later."""

    taken_at = 0.0
    told_later = 0

    def is_out(self) -> bool:
        return self.taken_at > 0

    def text(self, payload: bytes) -> None:
        frame = decode(payload)
        if frame.kind == "revoke" and frame.fields["s"] == SHARED:
            self.taken_at = self.taken_at or time.perf_counter()
        elif frame.kind == "ch" and frame.fields["s"] == SHARED:
            self.told_later += self.is_out()
        super().text(payload)

    def closed(self, code: int | None) -> None:
        self.taken_at = self.taken_at or time.perf_counter()
        super().closed(code)


async def measure() -> Sequence[Figure]:
    """One round: on PostgreSQL with Redis between the processes, and on SQLite with nothing between them."""
    redis = Redis()
    try:
        hinted = await _round("PostgreSQL", {"REDIS_URL": redis.address}, "with hints", WITH_HINTS_MS)
    finally:
        redis.kill()
    return [*hinted, *await _round("SQLite", {}, "without hints", WITHOUT_MS)]


async def _round(kind: Kind, more: dict[str, str], how: str, most_ms: int) -> list[Figure]:
    with store(kind) as (folder, settings):
        settings |= more
        people = seed(folder, settings, clients=CLIENTS, admins=ADMINS + 1)
        with product(folder, Server, **settings) as server:
            hand, tally = Hand(Place(Path(folder), {}, settings)), Tally()
            devices = [Admin(person, people.of(person), tally.heard) for person in people.admins]
            await connect_all(devices, server.port)
            await hand.do("following", users=[])  # it has started
            writers = Writers(server.port, people.clients, tally)
            writing = asyncio.create_task(writers.open_loop(RATE, 3600))
            taken: list[float] = []
            for number, device in enumerate(devices[:ADMINS]):
                asked_at = time.perf_counter()
                await hand.do("demote", email=ADDRESS.format(kind="admin", number=number))
                assert await until(device.is_out, within_s=10)
                taken.append((device.taken_at - asked_at) * 1000)
            await asyncio.sleep(AFTER_S)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            told_later = sum(device.told_later for device in devices[:ADMINS])
            assert devices[ADMINS].frames > 0
            assert not devices[ADMINS].is_out()
            await hand.kill()
            writers.close()
            await hang_up(devices)
    taken.sort()
    return [
        Figure(f"{how}: from the asking for it to the last frame, median of {ADMINS}", taken[ADMINS // 2], "ms"),
        Figure(f"{how}: the slowest of {ADMINS}", taken[-1], "ms", at_most=most_ms),
        Figure(f"{how}: frames of the stream after it", told_later, "frames", at_most=0),
    ]
