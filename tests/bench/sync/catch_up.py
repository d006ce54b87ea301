"""Measures catching up on 1,000 missed changes by one device and by 200 at once, and on 500 over a slow network."""

import random
import time
from collections.abc import Sequence

from tests.bench.harness.device import PATH, Device, connect_all, disconnect_all
from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, data_folder, product
from tests.bench.harness.tally import Latencies, Tally
from tests.bench.harness.users import SeededUsers, seed
from tests.bench.harness.writers import Writers
from tests.support.servers.faulty_proxy import NetworkFaults, Proxy

TITLE = "Catching up on 1,000 changes"
MESSAGES = 500  # each is two changes: the message and its thread
AT_ONCE = 200  # devices that catch up at the same time
SINGLE_RUNS = 20  # times that one device catches up alone
MISSED, RATE = 500, 100.0
# The delay of browsers' 4G emulation, which the proxy applies to each 64 KB in turn.
ONE_WAY_S, MAX_MS = 0.085, 1000


async def measure() -> Sequence[Figure]:
    """One round. The server has not read any of the changes before it starts."""
    with data_folder() as folder:
        users = seed(folder, clients=2, messages=MESSAGES)
        with product(folder) as server:
            first_s = await _catch_up(server, users, 1)
            single = Latencies()
            for _ in range(SINGLE_RUNS):
                single.add(await _catch_up(server, users, 1))
            cpu = server.cpu_s()
            at_once_s = await _catch_up(server, users, AT_ONCE)
            cpu = server.cpu_s() - cpu
            slow_network_s = await _over_slow_network(server, users)
    return [
        Figure("the first device after a start", first_s * 1000, "ms"),
        Figure("one device, p50", single.ms(50), "ms"),
        Figure(f"{AT_ONCE} devices at once, until the last is live", at_once_s * 1000, "ms"),
        Figure("server CPU per device", cpu * 1000 / AT_ONCE, "ms"),
        Figure(
            f"{MISSED} changes over a line of {2000 * ONE_WAY_S:.0f} ms there and back: from its hello until it is live",
            slow_network_s * 1000,
            "ms",
            at_most=MAX_MS,
        ),
    ]


async def _over_slow_network(server: Server, users: SeededUsers) -> float:
    """Seconds from `hello` until a device that missed `MISSED` changes is live, over a slow network."""
    user, tally = users.clients[0], Tally()
    connected = Device(user, users.positions_of(user), tally.on_frame)
    await connected.connect(server.port)
    positions = connected.positions()
    writers = Writers(server.port, [user], tally)
    await writers.open_loop(RATE, MISSED / 2 / RATE)
    writers.close()
    assert len(writers.writes) == MISSED // 2
    await tally.wait_until_delivered([connected], 1)
    proxy = Proxy(server.port, random.Random(1))
    proxy.faults = NetworkFaults(delay_s=ONE_WAY_S)
    await proxy.open()
    reconnected = Device(user, positions, tally.on_frame)
    await reconnected.open(proxy.port, PATH)
    started = time.perf_counter()
    reconnected.send(reconnected.hello_frame())
    await reconnected.live
    seconds = time.perf_counter() - started
    assert (reconnected.holes, reconnected.cursors) == (0, connected.cursors)
    await disconnect_all([connected, reconnected])
    await proxy.close()
    return seconds


async def _catch_up(server: Server, users: SeededUsers, count: int) -> float:
    """Seconds from the first connection until `count` devices have all changes."""
    user, tally = users.clients[0], Tally()
    devices = [Device(user, users.positions_of(user), tally.on_frame) for _ in range(count)]
    started = time.perf_counter()
    await connect_all(devices, server.port, at_once=count)
    seconds = time.perf_counter() - started
    stream = user.streams[0]
    for device in devices:
        assert device.holes == 0
        assert device.cursors[stream] == users.positions[stream].c + 2 * MESSAGES
    await disconnect_all(devices)
    return seconds
