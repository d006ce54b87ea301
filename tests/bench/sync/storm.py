"""Measures how soon 1,000 devices are live again after the server was killed and restarted."""

import asyncio
import time
from collections.abc import Sequence

from tests.bench.harness.device import Device, connect_all, disconnect_all, reconnect
from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, data_folder, product
from tests.bench.harness.tally import Latencies, Tally
from tests.bench.harness.users import seed
from tests.bench.harness.writers import Writers

TITLE = "A storm: 1,000 devices reconnect after kill -9"
DEVICES = 1_000
WRITES_PER_S, SECONDS = 100.0, 10.0  # one message for each device
MAX_S = 5


async def measure() -> Sequence[Figure]:
    """One round: all devices reconnect at once, then after a second kill with CL7's waits; each then gets a message."""
    with data_folder() as folder:
        users = seed(folder, clients=DEVICES)
        with product(folder) as server:
            tally = Tally()
            devices = [Device(user, users.positions_of(user), tally.on_frame) for user in users.clients]
            await connect_all(devices, server.port)
            down, at_once, deferrals, devices = await _herd(server, devices)
            away, spread, later, devices = await _spread(server, devices)
            writers = Writers(server.port, users.clients, tally)
            await writers.open_loop(WRITES_PER_S, SECONDS)
            await tally.wait_until_delivered(devices, 1)
            writers.close()
            await disconnect_all(devices)
    return [
        Figure("from the kill until the server answers again", down, "s"),
        Figure("all at once: until the last is live", at_once, "s", at_most=MAX_S),
        Figure("all at once: times a device was sent away with a later time", deferrals, "times"),
        Figure("with the waits of CL7: from the kill until the server answers again", away, "s"),
        Figure("with the waits of CL7, after that: half are live", spread.ms(50) / 1000 - away, "s"),
        Figure("with the waits of CL7, after that: 95 % are live", spread.ms(95) / 1000 - away, "s"),
        Figure("with the waits of CL7, after that: the last is live", spread.ms(100) / 1000 - away, "s", at_most=MAX_S),
        Figure("with the waits of CL7: times a device was sent away with a later time", later, "times"),
    ]


async def _herd(server: Server, devices: Sequence[Device]) -> tuple[float, float, int, list[Device]]:
    """Kill the server and reconnect all devices at once.

    Returns the seconds of downtime, the seconds from its end until all are live, the number of `bye` responses, and the
    new devices.
    """
    killed = time.perf_counter()
    server.kill()
    await asyncio.to_thread(server.start)
    started = time.perf_counter()
    results = await asyncio.gather(*(reconnect(device, server.port, skip_first_wait=True) for device in devices))
    live = time.perf_counter() - started
    return started - killed, live, sum(away for _, away in results), [device for device, _ in results]


async def _spread(server: Server, devices: Sequence[Device]) -> tuple[float, Latencies, int, list[Device]]:
    """Kill the server and reconnect each device with the waits of CL7.

    Returns the seconds of downtime, the seconds from the kill until each device is live, the number of `bye` responses,
    and the new devices.
    """
    killed, live_times = time.perf_counter(), Latencies()
    server.kill()

    async def start() -> float:
        await asyncio.to_thread(server.start)
        return time.perf_counter() - killed

    async def one(device: Device) -> tuple[Device, int]:
        reconnected, deferrals = await reconnect(device, server.port)
        live_times.add(time.perf_counter() - killed)
        return reconnected, deferrals

    starting = asyncio.create_task(start())
    reconnected = await asyncio.gather(*(one(device) for device in devices))
    return await starting, live_times, sum(away for _, away in reconnected), [device for device, _ in reconnected]
