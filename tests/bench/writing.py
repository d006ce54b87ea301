"""Write to delivery: messages posted over HTTP while 200 clients and 10 admins follow, every delivery made."""

from collections.abc import Sequence

from tests.bench.device import Device, connect_all, hang_up
from tests.bench.people import Seeded, seed
from tests.bench.results import Figure
from tests.bench.server import Server, data_folder, product
from tests.bench.tally import Tally
from tests.bench.writers import Writers

TITLE = "Write to delivery: 200 clients and 10 admins follow"
CLIENTS, ADMINS = 200, 10
READERS = 1 + ADMINS  # of each message: its client and every admin
WRITERS, RATE = 8, 100.0
WARM_UP_S, SECONDS = 1.0, 8.0


async def measure() -> Sequence[Figure]:
    """One round on a fresh database and server."""
    with data_folder() as folder:
        people = seed(folder, clients=CLIENTS, admins=ADMINS)
        with product(folder) as server:
            return [*await _run(server, people, rate=RATE), *await _run(server, people, rate=None)]


async def _run(server: Server, people: Seeded, *, rate: float | None) -> Sequence[Figure]:
    """At `rate` writes per second, or as many as eight writers get through."""
    tally = Tally()
    devices = [Device(person, people.of(person), tally.heard) for person in [*people.clients, *people.admins]]
    await connect_all(devices, server.port)
    warming, measured = Writers(server.port, people.clients, tally), Writers(server.port, people.clients, tally)
    await warming.closed_loop(WRITERS, WARM_UP_S)
    await tally.settled(devices, READERS)
    tally.restart()
    cpu = server.cpu_s()
    if rate is None:
        reached = await measured.closed_loop(WRITERS, SECONDS)
    else:
        reached = await measured.open_loop(rate, SECONDS)
    await tally.settled(devices, READERS)
    cpu = server.cpu_s() - cpu
    for writers in (warming, measured):
        writers.close()
    await hang_up(devices)
    how = "closed loop" if rate is None else f"{rate:.0f} writes/s"
    writes, deliveries = measured.writes, tally.deliveries
    return [
        Figure(f"{how}: writes", reached, "per second"),
        Figure(f"{how}: write p50", writes.ms(50), "ms"),
        Figure(f"{how}: write p99", writes.ms(99), "ms"),
        Figure(f"{how}: delivery p50", deliveries.ms(50), "ms"),
        Figure(f"{how}: delivery p99", deliveries.ms(99), "ms", at_most=None if rate is None else 50),
        Figure(f"{how}: server CPU per write", cpu * 1e6 / len(writes), "µs"),
    ]
