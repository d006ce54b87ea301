"""Measures the memory that a socket that never reads costs the server, and the delay for other devices."""

import statistics
import time
from collections.abc import Sequence
from contextlib import ExitStack

from core.ids import uuid7
from tests.bench.harness.device import Device, Frame, connect_all, disconnect_all
from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, data_folder, product
from tests.bench.harness.users import User, seed
from tests.bench.harness.wire import HttpConnection, until
from tests.support.sync.raw_socket import frame, raw_socket

TITLE = "Sockets that never read"
# A turn sends 8 MB: more than the system buffers for a connection, and several times a socket's memory limit.
READING, MESSAGES, TEXT = 8, 100, "🔑" * 20_000
# Each turn adds STALLED sockets, because other allocations are as large as the memory of a single socket.
TURNS, STALLED, TIMEOUT_S = 4, 10, 120
MAX_MB, MAX_TIMES = 1.0, 1.5


class Crowd:
    """A client's devices that follow its thread, and the latencies of the messages that they receive."""

    def __init__(self, server: Server, client: User, devices: Sequence[Device]) -> None:
        self._server, self._client, self._devices = server, client, devices
        self._sent: dict[str, float] = {}
        self._latencies: list[float] = []

    def on_frame(self, frame: Frame) -> None:
        received_at = time.perf_counter()
        self._latencies += [received_at - self._sent[id] for id in frame.messages if id in self._sent]

    async def send_and_receive(self) -> float:
        """Send `MESSAGES` messages in turn and wait until every device has them; returns the p95 latency in seconds."""
        connection, self._latencies = HttpConnection(self._server.port), []
        for _ in range(MESSAGES):
            message_id = str(uuid7())
            body: dict[str, object] = {"id": message_id, "client_id": self._client.client_id, "content": TEXT}
            self._sent[message_id] = time.perf_counter()
            status, response = await connection.post("/rest/v1/messages", self._client.token, body)
            assert status == 201, response
        assert await until(lambda: len(self._latencies) >= MESSAGES * len(self._devices), within_s=TIMEOUT_S)
        connection.close()
        return statistics.quantiles(self._latencies, n=20)[-1]


async def measure() -> Sequence[Figure]:
    """One round of turns: each measures before and after it adds sockets that never read. All sockets stay open."""
    with data_folder() as folder:
        users = seed(folder, clients=1)
        [client] = users.clients
        with product(folder) as server, ExitStack() as lines:
            devices: list[Device] = []
            crowd = Crowd(server, client, devices)
            devices += [Device(client, users.positions_of(client), crowd.on_frame) for _ in range(READING)]
            await connect_all(devices, server.port)
            await crowd.send_and_receive()
            alone, beside_stalled, cost = [], [], []
            for _ in range(TURNS):
                sizes = [server.rss_kb()]
                alone.append(await crowd.send_and_receive())
                sizes.append(server.rss_kb())
                for _ in range(STALLED):
                    line = lines.enter_context(raw_socket(server.port, buffer=4096))
                    line.send(frame(devices[0].for_reconnect().hello_frame()))
                beside_stalled.append(await crowd.send_and_receive())
                sizes.append(server.rss_kb())
                cost.append((sizes[2] - sizes[1] - (sizes[1] - sizes[0])) / 1024 / STALLED)
            await disconnect_all(devices)
    assert all(device.holes == 0 for device in devices)
    slower = statistics.median(beside_stalled) / statistics.median(alone)
    return [
        # The memory that the same number of messages costs without new sockets is subtracted.
        Figure("the server's memory for each socket that never reads", statistics.median(cost), "MB", at_most=MAX_MB),
        Figure("p95 of the other devices alone", 1000 * statistics.median(alone), "ms"),
        Figure(f"the same beside {TURNS * STALLED / 2:.0f} such sockets", slower, "times that", at_most=MAX_TIMES),
    ]
