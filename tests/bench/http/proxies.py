"""Measures failed requests and lost messages during rolling restarts behind each proxy that deploy/ has a file for."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from core.ids import uuid7
from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, data_folder, product
from tests.bench.harness.stores import store
from tests.bench.harness.users import User, seed
from tests.support.servers.crash_harness import Place
from tests.support.servers.postgresql_and_redis import Redis
from tests.support.servers.proxies import DEBIANS_CADDY, Proxy, installed, running, version

TITLE = "Proxies: a rolling restart of two web processes, under load"
CLIENTS, RESTARTS = 8, 4
SETTLE_S = 5.0  # between two restarts; Caddy checks every 2 s whether a process runs again
TIMEOUT_S = 30


@dataclass
class Load:
    """The results of the users' requests: `errors` are responses from 400, and requests without a response."""

    requests: int = 0
    errors: list[str] = field(default_factory=list)
    accepted: list[str] = field(default_factory=list)
    longest_s: float = 0


async def measure() -> Sequence[Figure]:
    """One round with each proxy that this machine has."""
    return [figure for program in installed() for figure in await _round(program)]


async def _round(program: Path) -> list[Figure]:
    """One round with one proxy. Debian's Caddy has no budget, because it loses bodies of POSTs to a second process."""
    redis = Redis()
    try:
        with store("PostgreSQL") as (folder, settings), data_folder() as proxy_folder:
            settings |= {"REDIS_URL": redis.address, "SITE_URL": "https://localhost"}
            users = seed(folder, settings, clients=CLIENTS)
            with (
                product(folder, Server, **settings) as first,
                product(folder, Server, **settings) as second,
                running(program, [first.port, second.port], proxy_folder) as proxy,
            ):
                load = await _restart_under_load(proxy, [first, second], users.clients)
            place = Place(folder, {}, settings)
            stored = {str(id): text for id, text in place.rows("SELECT id, content FROM messages")}
    finally:
        redis.kill()
    for error in load.errors[:10]:
        print(f"  {proxy.name}: {error}")
    lost = len(set(load.accepted) - stored.keys())
    label, budget = f"{version(program)}:", None if program == DEBIANS_CADDY else 0
    return [
        Figure(f"{label} requests during {RESTARTS} restarts", load.requests, "requests"),
        Figure(f"{label} requests that failed", len(load.errors), "requests", at_most=budget),
        Figure(f"{label} accepted messages that were lost", lost, "messages", at_most=0),
        Figure(f"{label} messages stored twice", len(stored) - len(set(stored.values())), "messages", at_most=0),
        Figure(f"{label} the longest response", load.longest_s, "s"),
    ]


async def _restart_under_load(proxy: Proxy, servers: Sequence[Server], users: Sequence[User]) -> Load:
    """Restart one process after the other while every client writes and reads without a pause."""
    load, is_over = Load(), asyncio.Event()
    async with httpx.AsyncClient(base_url=proxy.url, verify=proxy.trust, timeout=TIMEOUT_S) as http:
        tasks = [asyncio.create_task(_use(http, user, load, is_over)) for user in users]
        for restart in range(RESTARTS):
            server = servers[restart % len(servers)]
            await asyncio.sleep(SETTLE_S)
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
        await asyncio.sleep(SETTLE_S)
        is_over.set()
        await asyncio.gather(*tasks)
    return load


async def _use(http: httpx.AsyncClient, user: User, load: Load, is_over: asyncio.Event) -> None:
    """Write and read as this user until the end, without repeating a failed request."""
    headers = {"Authorization": f"Bearer {user.token}"}
    while not is_over.is_set():
        id = str(uuid7())
        # The id makes the text unique, so that a message that was stored under two ids is noticed.
        message = {"id": id, "client_id": user.client_id, "content": f"during a restart: {id}"}
        requests = (("POST", "/rest/v1/messages", message), ("GET", "/rest/v1/clients", None))
        for method, path, body in requests:
            began = time.perf_counter()
            load.requests += 1
            try:
                response = await http.request(method, path, json=body, headers=headers)
            except httpx.TransportError as error:
                load.errors.append(f"{method} {path}: {error!r}")
                continue
            load.longest_s = max(load.longest_s, time.perf_counter() - began)
            if response.is_error:
                load.errors.append(f"{method} {path}: {response.status_code} {response.text[:80]!r}")
            elif body is not None:
                load.accepted.append(body["id"])
