"""Measures the time until an admin's device gets no more changes after another process has removed the role.

One process serves the admins' devices, one the writing clients, and one removes the roles. The first process learns of
their changes by hints or by polling: on PostgreSQL with Redis and without, and on SQLite.
"""

import asyncio
import time
from collections.abc import Sequence

from tests.bench.harness.device import Device, connect_all, decode, disconnect_all
from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, product
from tests.bench.harness.stores import Kind, store
from tests.bench.harness.tally import Tally
from tests.bench.harness.users import ADDRESS, seed
from tests.bench.harness.wire import until
from tests.bench.harness.writers import Writers
from tests.support.servers.crash_harness import Place
from tests.support.servers.operator_process import OperatorProcess
from tests.support.servers.postgresql_and_redis import Redis

TITLE = "A role is taken away by another process, while a third writes 50 messages a second"
ADMINS, CLIENTS, RATE = 20, 20, 50.0
LATER_FRAMES = 5  # frames that the remaining admin gets before the cursors of the others are checked
WITH_HINTS_MS, WITHOUT_MS = 100, 1000
ADMINS_STREAM = "w"  # the stream that admins follow
LAST_REVOCATION = "SELECT MAX(seq) FROM sync_change WHERE stream = 'w' AND op = 'm'"


class AdminDevice(Device):
    """Records when the server revokes the admins' stream from this device."""

    revoked_at = 0.0

    def text(self, payload: bytes) -> None:
        frame = decode(payload)
        if frame.kind == "revoke" and frame.fields["s"] == ADMINS_STREAM:
            self.revoked_at = time.perf_counter()
        super().text(payload)

    def is_revoked(self) -> bool:
        return self.revoked_at > 0


async def measure() -> Sequence[Figure]:
    """One round on each kind of installation."""
    redis = Redis()
    try:
        with_hints = await _round("PostgreSQL", {"REDIS_URL": redis.address}, "PostgreSQL with hints", WITH_HINTS_MS)
    finally:
        redis.kill()
    without_hints = await _round("PostgreSQL", {}, "PostgreSQL without hints", WITHOUT_MS)
    return [*with_hints, *without_hints, *await _round("SQLite", {}, "SQLite without hints", WITHOUT_MS)]


async def _round(kind: Kind, extra_settings: dict[str, str], label: str, most_ms: int) -> list[Figure]:
    with store(kind) as (folder, settings):
        settings |= extra_settings
        users = seed(folder, settings, clients=CLIENTS, admins=ADMINS + 1)
        with product(folder, Server, **settings) as server, product(folder, Server, **settings) as other:
            place, tally = Place(folder, {}, settings), Tally()
            operator = OperatorProcess(place)
            devices = [AdminDevice(user, users.positions_of(user), tally.on_frame) for user in users.admins]
            *demoted, remaining = devices
            await connect_all(devices, server.port)
            await operator.do("following", users=[])  # waits until the process has started
            writers = Writers(other.port, users.clients, tally)
            writing = asyncio.create_task(writers.open_loop(RATE, 3600))
            delays_ms: list[float] = []
            revoked_seqs: list[int] = []
            for number, device in enumerate(demoted):
                requested_at = time.perf_counter()
                await operator.do("demote", email=ADDRESS.format(kind="admin", number=number))
                assert await until(device.is_revoked, within_s=10)
                delays_ms.append((device.revoked_at - requested_at) * 1000)
                [(seq,)] = place.rows(LAST_REVOCATION)
                revoked_seqs.append(seq)
            frames_before = remaining.frames
            assert await until(lambda: remaining.frames >= frames_before + LATER_FRAMES, within_s=10)
            assert not writing.done()
            assert not remaining.is_revoked()
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            leaked = sum(device.cursors[ADMINS_STREAM] > seq for device, seq in zip(demoted, revoked_seqs, strict=True))
            await operator.kill()
            writers.close()
            await disconnect_all(devices)
    delays_ms.sort()
    return [
        Figure(
            f"{label}: from the request until the device gets the revocation, median of {ADMINS}",
            delays_ms[ADMINS // 2],
            "ms",
        ),
        Figure(f"{label}: the slowest of {ADMINS}", delays_ms[-1], "ms", at_most=most_ms),
        Figure(f"{label}: devices that got a change committed after their revocation", leaked, "devices", at_most=0),
    ]
