"""Many devices at a real server: one that never reads costs little memory, and all reconnect after a crash."""

import asyncio
import json
import os
import signal
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import pairwise
from statistics import median

import pytest

from tests.bench.harness.device import Device, Frame, connect_all, disconnect_all, reconnect
from tests.bench.harness.users import Position, User
from tests.bench.harness.wire import HttpConnection, until
from tests.support.monitoring.processes import METRICS, resident_mb, sample
from tests.support.servers.crash_harness import Place
from tests.support.servers.deployment import UnitProcess, web
from tests.support.sync.raw_socket import frame, raw_socket

SETTINGS = {**METRICS, "SOCKETS_PER_USER": "1000"}
TIMEOUT_S = 120
# A turn sends 8 MB: more than the system buffers for a connection, and several times the server's limit for a device.
READERS, MESSAGES_EACH, LONG_TEXT = 2, 100, "🔑" * 20_000
TURNS, SILENT_EACH, MAX_COST_MB = 3, 20, 1.0
CROWD, DISCONNECTED, MISSED = 150, 10, 3
DROPPED_S = 0.9  # TCP sends its second SYN a second after the first one


class Crowd:
    """Devices, of maya and ana in turn, that start at the end of their streams and record the messages they receive."""

    def __init__(self, place: Place, server: UnitProcess, count: int) -> None:
        self._place, self._server = place, server
        self._sent: set[str] = set()
        self._received_ids: list[str] = []
        ends = {name: self._ends_of(name) for name in ("maya", "ana")}
        names = ["maya" if n % 2 else "ana" for n in range(count)]
        self.devices = [Device(self._user(name), ends[name], self._on_frame) for name in names]

    async def send_and_receive(self, count: int, text: str, devices: int) -> None:
        """Send `count` messages in turn, and wait until `devices` devices have received each of them once."""
        connection, self._received_ids = HttpConnection(self._server.port), []
        for _ in range(count):
            body = self._place.message(text)
            self._sent.add(body["id"])
            status, _ = await connection.post("/rest/v1/messages", self._place.accounts["maya"].token, body)
            assert status == 201
        assert await until(lambda: len(self._received_ids) >= count * devices, within_s=TIMEOUT_S)
        connection.close()
        assert len(self._received_ids) == count * devices

    def _on_frame(self, received: Frame) -> None:
        self._received_ids += [id for id in received.messages if id in self._sent]

    def _user(self, name: str) -> User:
        account = self._place.accounts[name]
        return User(account.user_id, account.client_id or "", account.token)

    def _ends_of(self, name: str) -> list[Position]:
        with self._place.http(self._server, name) as http:
            loads = [
                http.post("/realtime/v1/bootstrap", json={"s": stream}).raise_for_status().json()
                for stream in self._user(name).streams
            ]
        return [Position(load["s"], load["e"], load["c"], load["at"]) for load in loads]


@pytest.mark.thorough
def test_many_devices_that_connect_to_a_busy_server_wait_and_are_not_dropped(place: Place) -> None:
    """The stopped server accepts no connection. A dropped client would need over a second, until TCP retries."""
    with web(place) as server, ExitStack() as connections:
        os.kill(server.pid, signal.SIGSTOP)
        for _ in range(CROWD):
            connections.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=DROPPED_S))
        os.kill(server.pid, signal.SIGCONT)


@pytest.mark.thorough
def test_a_device_that_never_reads_costs_little_memory(place: Place) -> None:
    """It costs less than 1 MB of memory. tests/bench/sync/stalled.py measures the delay for other devices."""
    with web(place, **SETTINGS) as server:
        asyncio.run(measure_silent_devices(place, server))


async def measure_silent_devices(place: Place, server: UnitProcess) -> None:
    """Connect silent devices in turns, and compare the memory after each turn: a single device is lost in the noise."""
    crowd = Crowd(place, server, READERS)
    await connect_all(crowd.devices, server.port)
    await crowd.send_and_receive(MESSAGES_EACH, LONG_TEXT, READERS)
    sizes_mb = [resident_mb(server)]
    with ExitStack() as lines:  # they stay open, so that no connection reuses the memory of a closed one
        for _ in range(TURNS):
            cursor = place.cursor(server, "ana")
            for _ in range(SILENT_EACH):
                line = lines.enter_context(raw_socket(server.port, buffer=4096))
                line.send(frame(json.dumps(place.hello("ana", cursor))))
                assert json.loads(line.frame()[1])["t"] == "ok"
            await crowd.send_and_receive(MESSAGES_EACH, LONG_TEXT, READERS)
            sizes_mb.append(resident_mb(server))
    await disconnect_all(crowd.devices)
    assert all(device.holes == 0 for device in crowd.devices)
    costs_mb = [(after - before) / SILENT_EACH for before, after in pairwise(sizes_mb)]
    assert median(costs_mb) < MAX_COST_MB, costs_mb


def log_reads(server: UnitProcess) -> int:
    """How often the process has read the log for a device that was behind its buffer in memory."""
    return int(sample(server, "pulseboard_catch_up_read_seconds_count"))


def test_many_devices_reconnect_after_a_crash_and_each_stream_is_read_once(place: Place) -> None:
    """The crash is kill -9. Afterwards the server reads the log only for devices that missed something."""
    with web(place, **SETTINGS) as server:
        asyncio.run(crash_and_reconnect(place, server))


async def crash_and_reconnect(place: Place, server: UnitProcess) -> None:
    crowd = Crowd(place, server, CROWD)
    await connect_all(crowd.devices, server.port)
    await disconnect_all(crowd.devices[:DISCONNECTED])
    await crowd.send_and_receive(MISSED, "missed", CROWD - DISCONNECTED)
    server.kill()
    await asyncio.to_thread(server.start)
    reconnected = await reconnect_all(crowd.devices, server)
    await crowd.send_and_receive(MISSED, "missed", CROWD)
    assert 0 < log_reads(server) <= sum(len(device.missed) for device in reconnected)
    await disconnect_all(reconnected)
    assert all(device.holes == 0 for device in reconnected)


async def reconnect_all(devices: Sequence[Device], server: UnitProcess) -> Sequence[Device]:
    """Let all devices reconnect at once; each retries as PROTOCOL.md requires."""
    return [
        device
        for device, _ in await asyncio.gather(*(reconnect(one, server.port, skip_first_wait=True) for one in devices))
    ]
