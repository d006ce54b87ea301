"""Measures fan-out to 1,000 sockets on one stream, by the product and by a stock Channels group."""

import asyncio
import json
import time
from collections.abc import Sequence

import httpx

from tests.bench.harness.device import AT_ONCE, Device, connect_all, disconnect_all
from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, data_folder, product, stock
from tests.bench.harness.tally import Tally
from tests.bench.harness.users import User, seed
from tests.bench.harness.wire import WebSocket, until
from tests.bench.harness.writers import TEXT, Writers

TITLE = "Fan-out: 1,000 sockets on one stream"
SOCKETS = 1_000
CLIENTS = 200
# Writes per second. Each write is two changes of the stream: the message and its thread.
RATES = (5.0, 25.0, 47.0, 100.0)
BUDGET_RATE, MIN_DELIVERIES = 47.0, 90_000  # the rate that has a budget, and its deliveries per second
MAX_P95_MS = 80.0  # the highest p95 at which a rate counts as sustained
WARM_UP_S, SECONDS = 1.0, 6.0
TIMES_STOCK = 12
IN_FLIGHT = 2  # concurrent sends of the stock group; more would overflow its channels


async def measure() -> Sequence[Figure]:
    """One round: the product at each rate, then the stock group without a pause."""
    with data_folder() as folder:
        users = seed(folder, clients=CLIENTS)
        with product(folder) as server:
            tally = Tally()
            admin = users.admins[0]
            _turn_off_notices(server, admin)
            devices = [Device(admin, users.positions_of(admin), tally.on_frame) for _ in range(SOCKETS)]
            await connect_all(devices, server.port)
            writers = Writers(server.port, users.clients, tally)
            await writers.open_loop(RATES[0], WARM_UP_S)
            await tally.wait_until_delivered(devices, SOCKETS)
            results = [await _measure_rate(server, devices, writers, tally, rate) for rate in RATES]
            writers.close()
            await disconnect_all(devices)
    product_rate = max((reached for reached, p95, _ in results if p95 <= MAX_P95_MS), default=0.0)
    with stock() as server:
        stock_rate = await _stock(server)
    figures = [figure for _, _, of_rate in results for figure in of_rate]
    return [
        *figures,
        Figure("stock group, without a pause: deliveries", stock_rate, "per second"),
        Figure(f"deliveries at p95 within {MAX_P95_MS:.0f} ms", product_rate, "per second"),
        Figure("times the stock group", product_rate / stock_rate, "×", at_least=TIMES_STOCK),
    ]


def _turn_off_notices(server: Server, admin: User) -> None:
    """Turn off the admin's notices, because all 1,000 sockets are this admin's, and each would get every notice."""
    url = f"{server.url}/rest/v1/notice_wishes"
    response = httpx.put(url, json={"messages": False}, headers={"Authorization": f"Bearer {admin.token}"})
    response.raise_for_status()


async def _measure_rate(
    server: Server, devices: list[Device], writers: Writers, tally: Tally, rate: float
) -> tuple[float, float, list[Figure]]:
    """Deliveries per second and p95 at one rate of writes, with the figures."""
    tally.restart()
    cpu, started = server.cpu_s(), time.perf_counter()
    await writers.open_loop(rate, SECONDS)
    await tally.wait_until_delivered(devices, SOCKETS)
    seconds, cpu = time.perf_counter() - started, server.cpu_s() - cpu
    latencies = tally.deliveries
    reached = 2 * len(latencies) / seconds  # each message also changes its thread
    at, has_budget = f"{2 * rate:.0f} changes/s", rate == BUDGET_RATE
    return (
        reached,
        latencies.ms(95),
        [
            Figure(f"{at}: deliveries", reached, "per second", at_least=MIN_DELIVERIES if has_budget else None),
            Figure(f"{at}: frames", tally.frames / seconds, "per second"),
            Figure(f"{at}: p50", latencies.ms(50), "ms"),
            Figure(f"{at}: p95", latencies.ms(95), "ms", at_most=MAX_P95_MS if has_budget else None),
            Figure(f"{at}: p99", latencies.ms(99), "ms"),
            Figure(f"{at}: server CPU per delivery", cpu * 1e6 / tally.items, "µs"),
            Figure(f"{at}: server busy", cpu / seconds, "of a core"),
        ],
    )


class Follower(WebSocket):
    """A socket of the stock group. `received` counts the deliveries to all of them."""

    received = 0

    def text(self, payload: bytes) -> None:
        Follower.received += 1

    def closed(self, code: int | None) -> None:
        pass


async def _stock(server: Server) -> float:
    """Deliveries per second of the stock group, with `IN_FLIGHT` changes in flight at a time."""
    followers = [Follower() for _ in range(SOCKETS)]
    for start in range(0, SOCKETS, AT_ONCE):
        await asyncio.gather(
            *(follower.open(server.port, "/follow") for follower in followers[start : start + AT_ONCE])
        )
    change = json.dumps({"tbl": "messages", "op": "u", "row": {"content": TEXT}}).encode()
    Follower.received, sent, started = 0, 0, time.perf_counter()
    while time.perf_counter() < started + SECONDS:
        followers[0].send(change)
        sent += 1
        await _wait_received((sent - IN_FLIGHT) * SOCKETS + 1)
    await _wait_received(sent * SOCKETS)
    reached = sent * SOCKETS / (time.perf_counter() - started)
    await disconnect_all(followers)
    return reached


async def _wait_received(deliveries: int) -> None:
    assert await until(lambda: Follower.received >= deliveries, within_s=30), "the stock group dropped changes"
