"""Measures searches in a conversation of 500,000 messages, and how much continuous searches slow other users down."""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

from tests.bench.harness.results import ROOT, Figure
from tests.bench.harness.server import Server, product
from tests.bench.harness.stores import Kind, store
from tests.bench.harness.tally import Latencies, Tally
from tests.bench.harness.users import SeededUsers, User, seed
from tests.bench.harness.wire import HttpConnection
from tests.bench.harness.writers import Writers
from tests.bench.http.search_data import texts, words

TITLE = "Searching a conversation of 500,000 messages"
CLIENTS, TURNS, TURN_S, RATE = 40, 4, 4.0, 40.0
QUERIES_OF_A_KIND, P95_MS, LONGEST_MS = 25, 50, 250
SLOWER_MS, LOST_PERCENT = 10, 3


async def measure() -> Sequence[Figure]:
    """One round on each store: each query alone; then other users' requests, in turns with and without searches."""
    return [figure for kind in ("SQLite", "PostgreSQL") for figure in await _round(kind)]


async def _round(kind: Kind) -> list[Figure]:
    users, folder, settings = _seeded_store(kind)
    queries = _queries()
    with product(folder, Server, **settings) as server:
        searches, incomplete = Latencies(), 0
        connection = HttpConnection(server.port)
        for query_text in queries:
            incomplete += await _search(connection, users.clients[0], query_text, searches)
        writers = Writers(server.port, users.clients[1:], Tally())
        without_searches, with_searches = Latencies(), Latencies()
        rates: dict[bool, list[float]] = {True: [], False: []}
        for turn in range(2 * TURNS):
            is_searching = turn % 2 == 1
            stop = asyncio.Event()
            searching = (
                asyncio.create_task(_search_nonstop(connection, users.clients[0], queries, stop))
                if is_searching
                else None
            )
            reading = asyncio.create_task(
                _read(server.port, users.clients[1:], with_searches if is_searching else without_searches, TURN_S)
            )
            rates[is_searching].append(await writers.open_loop(RATE, TURN_S))
            await reading
            stop.set()
            if searching is not None:
                await searching
        connection.close()
    slower_ms = with_searches.ms(95) - without_searches.ms(95)
    lost_percent = 100 * (1 - sum(rates[True]) / sum(rates[False]))
    return [
        Figure(f"{kind}: p95 of {len(queries)} searches", searches.ms(95), "ms", at_most=P95_MS),
        Figure(f"{kind}: the longest search", searches.ms(100), "ms", at_most=LONGEST_MS),
        Figure(f"{kind}: searches with an incomplete result", incomplete, ""),
        Figure(f"{kind}: others' reads, p95 without searches", without_searches.ms(95), "ms"),
        Figure(f"{kind}: others' reads, p95 added by searches", slower_ms, "ms", at_most=SLOWER_MS),
        Figure(f"{kind}: writes lost of {RATE:.0f} per second", lost_percent, "%", at_most=LOST_PERCENT),
    ]


async def _search(connection: HttpConnection, user: User, query_text: str, times: Latencies) -> bool:
    """Search once; returns whether the limit of time, or of two-letter words, made the result incomplete."""
    started = time.perf_counter()
    query = urlencode({"client_id": user.client_id, "words": query_text})
    status, response = await connection.get(f"/rest/v1/messages/search?{query}", user.token)
    assert status == 200, response
    times.add(time.perf_counter() - started)
    return bool(response["incomplete"])


async def _search_nonstop(connection: HttpConnection, user: User, queries: Sequence[str], stop: asyncio.Event) -> None:
    number = 0
    while not stop.is_set():
        await _search(connection, user, queries[number % len(queries)], Latencies())
        number += 1


async def _read(port: int, users: Sequence[User], times: Latencies, seconds: float) -> None:
    """Read a page of each user's own thread, one user after another."""
    connection, end = HttpConnection(port), time.perf_counter() + seconds
    number = 0
    while time.perf_counter() < end:
        user = users[number % len(users)]
        started = time.perf_counter()
        status, response = await connection.get(f"/rest/v1/messages?client_id={user.client_id}&limit=50", user.token)
        assert status == 200, response
        times.add(time.perf_counter() - started)
        number += 1
        await asyncio.sleep(0.02)
    connection.close()


def _queries() -> list[str]:
    """Queries of frequent and rare words, adjacent and unrelated words, two letters, no matches, and maximum length."""
    rng, vocabulary, messages = random.Random(3), words(), texts(2_000)
    rare, frequent = vocabulary[5_000:], vocabulary[:100]
    queries = []
    for _ in range(QUERIES_OF_A_KIND):
        queries += [
            rng.choice(frequent),
            rng.choice(rare),
            " ".join(rng.choice(messages).split()[:2]),
            f"{rng.choice(frequent)} {rng.choice(frequent)} {rng.choice(frequent)}",
            f"{rng.choice(rare)} {rng.choice(rare)}",
            rng.choice(rare)[:2],
            rng.choice(messages)[5:40],
            "no such words anywhere",
            (" ".join(rng.choices(frequent, k=80)))[:199],
            "qx",
        ]
    return queries


@cache
def _seeded_store(kind: Kind) -> tuple[SeededUsers, Path, dict[str, str]]:
    """The users, folder and settings of a store with the conversation and its index. All rounds share it."""
    folder, settings = _stores.enter_context(store(kind))
    users = seed(folder, settings, clients=CLIENTS)
    env = {**os.environ, "DATA_DIR": str(folder), "PYTHONPATH": str(ROOT / "platform"), "DEMO": "0", **settings}
    command = [sys.executable, "-m", "tests.bench.http.search_data", users.clients[0].client_id]
    subprocess.run(command, cwd=ROOT, env=env, check=True)
    return users, folder, settings


_stores = ExitStack()
