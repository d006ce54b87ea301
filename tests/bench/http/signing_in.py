"""Measures the processor time of a sign-in without its password hash, of `GET /user` and of a refresh.

The rate limits are on. Each request comes from another address, so that every limit is checked and none is reached.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection
from ipaddress import IPv4Address
from itertools import count
from typing import Any

from tests.bench.harness.results import Figure
from tests.bench.harness.server import Server, product
from tests.bench.harness.stores import Kind, store
from tests.bench.harness.tally import Latencies
from tests.bench.harness.users import ADDRESS, PASSWORD, seed
from tests.support.servers.server import FAST_PASSWORDS

TITLE = "The sign-in service: processor time of one request"
KINDS: tuple[Kind, ...] = ("SQLite", "PostgreSQL")
SIGN_INS, REQUESTS, WARM_UP = 40, 400, 10
MAX_MS = 5
HEADER = "X-Real-IP"
FIRST_ADDRESS = IPv4Address("198.18.0.0")  # RFC 2544 reserves this network for benchmarks


async def measure() -> Sequence[Figure]:
    """One round on a fresh database of each store. The figures do not include PostgreSQL's own processor time."""
    return await asyncio.to_thread(lambda: [figure for kind in KINDS for figure in _run(kind)])


class Caller:
    """A persistent connection whose requests each claim another client address."""

    def __init__(self, server: Server) -> None:
        self._connection = HTTPConnection("127.0.0.1", server.port)
        self._addresses = (str(FIRST_ADDRESS + number) for number in count())

    def request(self, method: str, path: str, body: object = None, token: str = "") -> dict[str, Any]:
        headers = {"Content-Type": "application/json", HEADER: next(self._addresses)}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        self._connection.request(method, f"/auth/v1{path}", json.dumps(body) if body else None, headers)
        response = self._connection.getresponse()
        result = json.load(response)
        assert response.status == 200, result
        return dict(result)

    def sign_in(self) -> dict[str, Any]:
        email = ADDRESS.format(kind="client", number=0)
        return self.request("POST", "/token?grant_type=password", {"email": email, "password": PASSWORD})

    def refresh(self, token: str) -> str:
        return str(self.request("POST", "/token?grant_type=refresh_token", {"refresh_token": token})["refresh_token"])


def _run(kind: Kind) -> Iterator[Figure]:
    rate_limits = {"AUTH_RATE_LIMITS": "on", "TRUSTED_ADDRESS_HEADER": HEADER}
    with store(kind) as (folder, settings):
        seed(folder, settings, clients=1)
        with product(folder, Server, **settings, **rate_limits) as server:
            caller = Caller(server)
            session = caller.sign_in()
            times = Latencies()
            for _ in range(SIGN_INS):
                _time_request(caller.sign_in, times)
            yield Figure(f"{kind}: a sign-in until its response, p50", times.ms(50), "ms")
            token = str(session["access_token"])
            yield from _cost(f"{kind}: GET /user", server, lambda: caller.request("GET", "/user", token=token))
            current_token = [str(session["refresh_token"])]

            def refresh() -> None:
                current_token[0] = caller.refresh(current_token[0])

            yield from _cost(f"{kind}: a refresh", server, refresh)
    # A cheap password hash here, because the real one takes 40 times as long as the rest of a sign-in.
    with store(kind) as (folder, settings):
        seed(folder, settings | FAST_PASSWORDS, clients=1)
        with product(folder, Server, **settings, **FAST_PASSWORDS, **rate_limits) as server:
            yield from _cost(f"{kind}: a sign-in without its hash", server, Caller(server).sign_in)


def _cost(label: str, server: Server, request: Callable[[], object]) -> Iterator[Figure]:
    times = Latencies()
    for _ in range(WARM_UP):
        request()
    before = server.cpu_s()
    for _ in range(REQUESTS):
        _time_request(request, times)
    yield Figure(label, (server.cpu_s() - before) * 1000 / REQUESTS, "ms", at_most=MAX_MS)
    yield Figure(f"{label} until its response, p50", times.ms(50), "ms")


def _time_request(request: Callable[[], object], times: Latencies) -> None:
    started = time.perf_counter()
    request()
    times.add(time.perf_counter() - started)
