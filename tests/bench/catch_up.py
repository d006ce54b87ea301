"""Catching up on 1,000 missed changes: one device, and 200 at once."""

import time
from collections.abc import Sequence

from tests.bench.device import Device, connect_all, hang_up
from tests.bench.people import Seeded, seed
from tests.bench.results import Figure
from tests.bench.server import Server, data_folder, product
from tests.bench.tally import Latencies, Tally

TITLE = "Catching up on 1,000 changes"
MESSAGES = 500  # each is two changes: the message and its thread
TOGETHER = 200
ALONE = 20


async def measure() -> Sequence[Figure]:
    """One round; the server has read none of the changes before."""
    with data_folder() as folder:
        people = seed(folder, clients=2, messages=MESSAGES)
        with product(folder) as server:
            first = await _catch_up(server, people, 1)
            alone = Latencies()
            for _ in range(ALONE):
                alone.add(await _catch_up(server, people, 1))
            cpu = server.cpu_s()
            together = await _catch_up(server, people, TOGETHER)
            cpu = server.cpu_s() - cpu
    return [
        Figure("the first device after a start", first * 1000, "ms"),
        Figure("one device, p50", alone.ms(50), "ms"),
        Figure(f"{TOGETHER} devices at once, until the last is live", together * 1000, "ms"),
        Figure("server CPU per device", cpu * 1000 / TOGETHER, "ms"),
    ]


async def _catch_up(server: Server, people: Seeded, count: int) -> float:
    """Seconds from the first connection to the moment when `count` devices have everything."""
    person, tally = people.clients[0], Tally()
    devices = [Device(person, people.of(person), tally.heard) for _ in range(count)]
    started = time.perf_counter()
    await connect_all(devices, server.port, at_once=count)
    seconds = time.perf_counter() - started
    stream = person.streams[0]
    for device in devices:
        assert device.holes == 0
        assert device.cursors[stream] == people.positions[stream].c + 2 * MESSAGES
    await hang_up(devices)
    return seconds
