"""Measures a rolling restart: 1,000 devices are connected to two web processes, and clients write meanwhile.

The processes share PostgreSQL and Redis. Each in turn gets SIGTERM, as from systemd, and is started again. The load
generator connects as a proxy does: to a process that accepts the connection. Devices act as the app
does: they wait as long as the server's `bye` requests, and repeat a write with its id until it is accepted.
"""

import asyncio
import itertools
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.ids import uuid7
from tests.bench.harness.device import Device, Frame, RetryLater, decode
from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, product
from tests.bench.harness.stores import store
from tests.bench.harness.tally import Latencies
from tests.bench.harness.users import Position, SeededUsers, User, seed
from tests.bench.harness.wire import HttpConnection, until
from tests.support.servers.crash_harness import Place
from tests.support.servers.postgresql_and_redis import Redis

TITLE = "A rolling restart of two web processes under 1,000 connected devices that write"
DEVICES, WRITERS, PAUSE_S = 1_000, 16, 0.3
STEADY_S, STOP_S, TIMEOUT_S = 5.0, 20.0, 300.0
CONNECTING_AT_ONCE = 50
TEXT = "The crew left at four; the filters are new and the invoice follows by Friday."
STORED = "SELECT content FROM messages"


@dataclass
class Results:
    """Results of devices and writers: `errors` that the app would show, `accepted` with the user of each message's id."""

    errors: list[str] = field(default_factory=list)
    accepted: dict[str, str] = field(default_factory=dict)
    received: dict[str, set[str]] = field(default_factory=dict)
    holes: int = 0
    resent: int = 0
    writes: Latencies = field(default_factory=Latencies)
    offline: Latencies = field(default_factory=Latencies)


class RestartDevice(Device):
    """One connection of a device. `after_ms` is the range of the pause until the next one."""

    def __init__(self, user: User, positions: Sequence[Position], results: Results) -> None:
        received = results.received.setdefault(user.user_id, set())

        def on_changes(frame: Frame) -> None:
            received.update(frame.messages)

        super().__init__(user, positions, on_changes)
        self._results = results
        self.after_ms: Sequence[int] = (0, 500)

    def text(self, payload: bytes) -> None:
        frame = decode(payload)
        if frame.kind == "bye":
            self.after_ms = frame.fields["after"]
        elif frame.kind == "ok":
            self._results.errors += [f"reset: {sub}" for sub in frame.fields["subs"] if sub["mode"] != "resume"]
        super().text(payload)


class Load:
    """The devices and the writers. They connect to any of `ports` whose process accepts them."""

    def __init__(self, users: SeededUsers, ports: Sequence[int]) -> None:
        self._users, self._ports = users, ports
        self._slots = asyncio.Semaphore(CONNECTING_AT_ONCE)
        self.results = Results()
        self.live: set[str] = set()
        self.tasks = [asyncio.create_task(self._follow(user)) for user in users.clients]

    def start_writers(self) -> None:
        """Start the writers. Each has its own share of the clients, and writes as each of them in turn."""
        for number in range(WRITERS):
            users = itertools.cycle(self._users.clients[number::WRITERS])
            self.tasks.append(asyncio.create_task(self._write(users, number)))

    async def _follow(self, user: User) -> None:
        positions: Sequence[Position] = self._users.positions_of(user)
        lost_at: float | None = None
        while True:
            device = await self._connect(user, positions)
            if lost_at is not None:
                self.results.offline.add(time.perf_counter() - lost_at)
            self.live.add(user.user_id)
            await device.ended.wait()
            lost_at = time.perf_counter()
            self.live.discard(user.user_id)
            positions = device.positions()
            self.results.holes += device.holes
            await _sleep_between(device.after_ms)

    async def _connect(self, user: User, positions: Sequence[Position]) -> RestartDevice:
        while True:
            async with self._slots:
                for port in random.sample(self._ports, len(self._ports)):
                    device = RestartDevice(user, positions, self.results)
                    try:
                        await device.connect(port)
                    except RetryLater:
                        break
                    except OSError:
                        continue  # the proxy tries the other process
                    return device
            await _sleep_between(device.after_ms)

    async def _write(self, users: "itertools.cycle[User]", number: int) -> None:
        connections = {port: HttpConnection(port) for port in self._ports}
        for user in users:
            await asyncio.sleep(PAUSE_S)
            message_id, started = str(uuid7()), time.perf_counter()
            # The id makes the text unique, so that a message that was stored under two ids is noticed.
            text = f"{TEXT} {message_id}"
            body: dict[str, object] = {"id": message_id, "client_id": user.client_id, "content": text}
            for attempt in itertools.count(number):
                port = self._ports[attempt % len(self._ports)]
                try:
                    status, response = await connections[port].post("/rest/v1/messages", user.token, body)
                except (OSError, asyncio.IncompleteReadError):
                    connections[port].close()
                else:
                    if status in (200, 201):
                        self.results.writes.add(time.perf_counter() - started)
                        self.results.accepted[message_id] = user.user_id
                        break
                    if status < 500:
                        self.results.errors.append(f"{status}: {response}")
                        break
                self.results.resent += 1
                await asyncio.sleep(0.2)

    def undelivered(self) -> list[str]:
        """Accepted messages that their client's device has not received."""
        return [id for id, user in self.results.accepted.items() if id not in self.results.received[user]]


async def _sleep_between(range_ms: Sequence[int]) -> None:
    await asyncio.sleep(random.uniform(range_ms[0], range_ms[1]) / 1000)


async def measure() -> Sequence[Figure]:
    """One round: all devices are live, then each process is restarted, then every message must have arrived."""
    redis = Redis()
    try:
        with store("PostgreSQL") as (folder, settings):
            settings |= {"REDIS_URL": redis.address}
            users = seed(folder, settings, clients=DEVICES)
            with product(folder, Server, **settings) as first, product(folder, Server, **settings) as second:
                return await _restart_each(
                    Load(users, [first.port, second.port]), [first, second], Place(folder, {}, settings)
                )
    finally:
        redis.kill()


async def _restart_each(load: Load, servers: Sequence[Server], place: Place) -> list[Figure]:
    def all_live() -> bool:
        return len(load.live) == DEVICES

    assert await until(all_live, within_s=TIMEOUT_S)
    load.start_writers()
    await asyncio.sleep(STEADY_S)
    downtimes = []
    for server in servers:
        stopped = time.perf_counter()
        await asyncio.to_thread(server.stop, STOP_S)
        await asyncio.to_thread(server.start)
        downtimes.append(time.perf_counter() - stopped)
        assert await until(all_live, within_s=TIMEOUT_S)
    await asyncio.sleep(STEADY_S)
    for task in load.tasks[DEVICES:]:
        task.cancel()
    await until(lambda: not load.undelivered(), within_s=TIMEOUT_S)
    for task in load.tasks:
        task.cancel()
    results, texts = load.results, [text for (text,) in place.rows(STORED)]
    return [
        Figure("devices", DEVICES, ""),
        Figure("messages accepted", len(results.accepted), "", at_least=1),
        Figure("accepted messages that did not arrive", len(load.undelivered()), "", at_most=0),
        Figure("messages stored twice", len(texts) - len(set(texts)), "", at_most=0),
        Figure("stored messages that were not accepted", len(texts) - len(results.accepted), "", at_most=WRITERS),
        Figure("errors that the app would show", len(results.errors), "", at_most=0),
        Figure("holes in streams", results.holes, "", at_most=0),
        Figure("attempts that were sent again", results.resent, ""),
        Figure("the longest write", results.writes.ms(100) / 1000, "s"),
        Figure("reconnections", len(results.offline), ""),
        Figure("time offline of a device: p50", results.offline.ms(50) / 1000, "s"),
        Figure("time offline of a device: the longest", results.offline.ms(100) / 1000, "s"),
        *(
            Figure(f"process {n}: from SIGTERM until it is ready", seconds, "s")
            for n, seconds in enumerate(downtimes, 1)
        ),
    ]
