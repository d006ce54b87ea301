"""Measures the time of messages from the POST to every delivery, while 200 clients and 10 admins follow.

It runs on both stores: with a transaction for each post, and with group commit as shipped. It also runs with 5,000
connected clients, of whom 200 write. These runs alternate with runs of 200 clients, so a slow machine slows both.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tests.bench.harness.device import Device, connect_all, disconnect_all
from tests.bench.harness.results import Figure
from tests.bench.harness.server import OneByOne, Server, product
from tests.bench.harness.stores import Kind, store
from tests.bench.harness.tally import Latencies, Tally
from tests.bench.harness.users import seed
from tests.bench.harness.writers import Writers

TITLE = "Write to delivery: 200 clients and 10 admins follow"
CLIENTS, ADMINS, CROWD = 200, 10, 5_000
READERS = 1 + ADMINS  # devices that get each message: its client's and every admin's
WRITERS, RATE = 8, 100.0
WARM_UP_S, SECONDS = 1.5, 8.0
TURNS, TURN_S = 6, 2.0
AT_ONCE = 8  # connections that are opened at the same time, because the server limits them per second
DELIVERED_MS, FLAT_PERCENT = 30, 15
# The least writes per second with a transaction for each post, and with group commit.
MIN_WRITES: dict[Kind, tuple[int, int]] = {"SQLite": (600, 1200), "PostgreSQL": (500, 900)}


@dataclass(frozen=True, slots=True)
class Run:
    """The results of one run: writes per second, latencies, and the server's processor time in seconds."""

    writes_per_s: float
    writes: Latencies
    deliveries: Latencies
    cpu_s: float

    @property
    def cpu_us(self) -> float:
        """The server's processor time for each write in µs, without PostgreSQL's own."""
        return self.cpu_s * 1e6 / len(self.writes)


async def measure() -> Sequence[Figure]:
    """One round, each run on a fresh database and server."""
    figures: list[Figure] = []
    for kind, (least_single, least_grouped) in MIN_WRITES.items():
        figures += _steady(f"{kind}, {RATE:.0f} writes/s", await _run(kind, rate=RATE))
        figures += _saturated(f"{kind}, a transaction each", await _run(kind, OneByOne), at_least=least_single)
        figures += _saturated(f"{kind}, group commit", await _run(kind), at_least=least_grouped)
    few, many = await _with_crowd("SQLite")
    label = f"SQLite, group commit, {CROWD:,} clients"
    change = 100 * (many.cpu_us / few.cpu_us - 1)
    return [
        *figures,
        *_saturated(label, many),
        Figure(f"{label}: CPU per write, compared with {CLIENTS}", change, "%", at_most=FLAT_PERCENT),
    ]


def _steady(label: str, run: Run) -> list[Figure]:
    return [
        Figure(f"{label}: writes", run.writes_per_s, "per second", at_least=RATE * 0.99),
        Figure(f"{label}: write p50", run.writes.ms(50), "ms"),
        Figure(f"{label}: write p99", run.writes.ms(99), "ms"),
        Figure(f"{label}: delivery p50", run.deliveries.ms(50), "ms"),
        Figure(f"{label}: delivery p99", run.deliveries.ms(99), "ms", at_most=DELIVERED_MS),
        Figure(f"{label}: server CPU per write", run.cpu_us, "µs"),
    ]


def _saturated(label: str, run: Run, at_least: float | None = None) -> list[Figure]:
    return [
        Figure(f"{label}: writes", run.writes_per_s, "per second", at_least=at_least),
        Figure(f"{label}: write p99", run.writes.ms(99), "ms"),
        Figure(f"{label}: delivery p99", run.deliveries.ms(99), "ms"),
        Figure(f"{label}: server CPU per write", run.cpu_us, "µs"),
    ]


@dataclass(frozen=True, slots=True, eq=False)
class Rig:
    """A warm server, the connected devices, and the writers that post to it."""

    server: Server
    tally: Tally
    devices: Sequence[Device]
    writers: Writers

    async def wait_until_delivered(self) -> None:
        await self.tally.wait_until_delivered(self.devices, READERS)


@asynccontextmanager
async def connected(kind: Kind, server: type[Server] = Server, *, clients: int = CLIENTS) -> AsyncIterator[Rig]:
    """A server on a fresh database, warmed up with writes, and `clients` clients and 10 admins connected to it."""
    with store(kind) as (folder, settings):
        users = seed(folder, settings, clients=clients, admins=ADMINS)
        with product(folder, server, **settings) as started:
            tally = Tally()
            devices = [
                Device(user, users.positions_of(user), tally.on_frame) for user in [*users.clients, *users.admins]
            ]
            await connect_all(devices, started.port, AT_ONCE)
            writing = users.clients[:CLIENTS]
            warm_up = Writers(started.port, writing, tally)
            rig = Rig(started, tally, devices, Writers(started.port, writing, tally))
            await warm_up.closed_loop(WRITERS, WARM_UP_S)
            await rig.wait_until_delivered()
            tally.restart()
            yield rig
            for writers in (warm_up, rig.writers):
                writers.close()
            await disconnect_all(devices)


async def _run(kind: Kind, server: type[Server] = Server, *, rate: float | None = None) -> Run:
    """Write at `rate` writes per second, or as fast as eight writers can."""
    async with connected(kind, server) as rig:
        cpu = rig.server.cpu_s()
        if rate is None:
            writes_per_s = await rig.writers.closed_loop(WRITERS, SECONDS)
        else:
            writes_per_s = await rig.writers.open_loop(rate, SECONDS)
        await rig.wait_until_delivered()
        return Run(writes_per_s, rig.writers.writes, rig.tally.deliveries, rig.server.cpu_s() - cpu)


async def _with_crowd(kind: Kind) -> tuple[Run, Run]:
    """Write as fast as eight writers can, with 200 clients and with 5,000, in turns."""
    async with connected(kind) as few, connected(kind, clients=CROWD) as many:
        rigs = (few, many)
        before, writes_per_s = [rig.server.cpu_s() for rig in rigs], [0.0, 0.0]
        for _ in range(TURNS):
            for index, rig in enumerate(rigs):
                writes_per_s[index] += await rig.writers.closed_loop(WRITERS, TURN_S) / TURNS
                await rig.wait_until_delivered()
        spent = [rig.server.cpu_s() - cpu for rig, cpu in zip(rigs, before, strict=True)]
        runs = [
            Run(rate, rig.writers.writes, rig.tally.deliveries, cpu)
            for rig, rate, cpu in zip(rigs, writes_per_s, spent, strict=True)
        ]
        return runs[0], runs[1]
