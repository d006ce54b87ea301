"""Measures the memory of an idle socket, with 5,000 users connected, live and silent."""

import gc
from collections.abc import Sequence

from tests.bench.harness.device import Device, connect_all, disconnect_all
from tests.bench.harness.results import Figure
from tests.bench.harness.server import data_folder, product
from tests.bench.harness.tally import Tally
from tests.bench.harness.users import seed

TITLE = "Memory of an idle socket"
SOCKETS, WARM_UP = 5_000, 50
MAX_KB, MAX_MB = 32, 400


async def measure() -> Sequence[Figure]:
    """One round. Each socket belongs to another user, with its own stream, stream buffer and token."""
    with data_folder() as folder:
        users = seed(folder, clients=SOCKETS + WARM_UP)
        with product(folder) as server:
            tally = Tally()
            devices = [Device(user, users.positions_of(user), tally.on_frame) for user in users.clients]
            await connect_all(devices[:WARM_UP], server.port)
            before = server.rss_kb()
            await connect_all(devices[WARM_UP:], server.port)
            after = server.rss_kb()
            await disconnect_all(devices)
    gc.collect()
    return [
        Figure(f"one of {SOCKETS:,} idle sockets", (after - before) / SOCKETS, "kB", at_most=MAX_KB),
        Figure(f"the process with {SOCKETS + WARM_UP:,} sockets", after / 1024, "MB", at_most=MAX_MB),
    ]
