"""Measures how soon 1,000 devices are live again after the server is killed and restarted."""

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
            down_s, live_s, deferrals, devices = await _reconnect_at_once(server, devices)
            spread_down_s, live_times, spread_deferrals, devices = await _reconnect_with_waits(server, devices)
            writers = Writers(server.port, users.clients, tally)
            await writers.open_loop(WRITES_PER_S, SECONDS)
            await tally.wait_until_delivered(devices, 1)
            writers.close()
            await disconnect_all(devices)
    last_live_s = live_times.ms(100) / 1000 - spread_down_s
    return [
        Figure("from the kill until the server responds again", down_s, "s"),
        Figure("all at once: until the last is live", live_s, "s", at_most=MAX_S),
        Figure("all at once: `bye` with a later time", deferrals, "times"),
        Figure("with the waits of CL7: from the kill until the server responds again", spread_down_s, "s"),
        Figure("with the waits of CL7, after that: half are live", live_times.ms(50) / 1000 - spread_down_s, "s"),
        Figure("with the waits of CL7, after that: 95 % are live", live_times.ms(95) / 1000 - spread_down_s, "s"),
        Figure("with the waits of CL7, after that: the last is live", last_live_s, "s", at_most=MAX_S),
        Figure("with the waits of CL7: `bye` with a later time", spread_deferrals, "times"),
    ]


async def _reconnect_at_once(server: Server, devices: Sequence[Device]) -> tuple[float, float, int, list[Device]]:
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
    return started - killed, live, sum(count for _, count in results), [device for device, _ in results]


async def _reconnect_with_waits(
    server: Server, devices: Sequence[Device]
) -> tuple[float, Latencies, int, list[Device]]:
    """Kill the server and reconnect each device with the waits of CL7.

    Returns the seconds of downtime, the seconds from the kill until each device is live, the number of `bye` responses,
    and the new devices.
    """
    killed, live_times = time.perf_counter(), Latencies()
    server.kill()

    async def start() -> float:
        await asyncio.to_thread(server.start)
        return time.perf_counter() - killed

    async def reconnect_one(device: Device) -> tuple[Device, int]:
        reconnected, deferrals = await reconnect(device, server.port)
        live_times.add(time.perf_counter() - killed)
        return reconnected, deferrals

    starting = asyncio.create_task(start())
    reconnected = await asyncio.gather(*(reconnect_one(device) for device in devices))
    return await starting, live_times, sum(count for _, count in reconnected), [device for device, _ in reconnected]
