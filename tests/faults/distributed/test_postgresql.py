"""PostgreSQL that ends connections, crashes and restarts during writes; no message is lost or stored twice."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import psycopg
import pytest

from tests.support.monitoring.processes import METRICS, metrics
from tests.support.servers.crash_harness import PASSWORD, Place, eventually, holes_in, texts_in
from tests.support.servers.deployment import UnitProcess, is_posted, request_post, web, worker
from tests.support.servers.postgresql_and_redis import PostgreSQL, copy_between
from tests.support.servers.seeds import seeded_random

WRITERS, MESSAGES_EACH = 4, 30
TIMEOUT_S = 60
ACCEPTED, UNAVAILABLE = {200, 201}, 503
OUTAGE_S = 17
LEASE_S = 120  # of an effect that the outage interrupts
CONNECTIONS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


@pytest.fixture
def postgresql(place: Place) -> Iterator[PostgreSQL]:
    """A PostgreSQL server for this test alone, with a copy of the place's database."""
    server = PostgreSQL()
    copy_between(place.settings["DATABASE_URL"], server.address)
    place.settings |= {"DATABASE_URL": server.address}
    yield server
    server.kill()


class RetryingWriters:
    """Writers that send each message again with the same id until it is stored, as devices do."""

    def __init__(self, place: Place, server: UnitProcess) -> None:
        self._place, self._server = place, server
        self.statuses: Counter[int] = Counter()
        self.accepted: list[str] = []
        self._stopped: set[int] = set()  # numbers of writers
        self._writers = [threading.Thread(target=self._write, args=(n,)) for n in range(WRITERS)]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """The writers run during the `with` block; its end waits until every message is stored."""
        for writer in self._writers:
            writer.start()
        yield
        for writer in self._writers:
            writer.join(TIMEOUT_S)
        assert len(self.accepted) == WRITERS * MESSAGES_EACH, self.statuses

    def has_stored(self, share: float) -> bool:
        """Whether this share (0 to 1) of all messages is stored within `TIMEOUT_S`."""
        return eventually(lambda: len(self.accepted) >= WRITERS * MESSAGES_EACH * share, within=TIMEOUT_S)

    def are_stopped(self) -> bool:
        """Whether each writer has got a 503 or has finished within `TIMEOUT_S`."""
        return eventually(lambda: len(self._stopped) == WRITERS, within=TIMEOUT_S)

    def _write(self, number: int) -> None:
        with self._place.http(self._server) as http:
            for n in range(MESSAGES_EACH):
                self._send(http, number, f"{number}-{n}")
        self._stopped.add(number)

    def _send(self, http: httpx.Client, number: int, content: str) -> None:
        body = self._place.message(content)

        def is_stored() -> bool:
            status = http.post("/rest/v1/messages", json=body).status_code
            self.statuses[status] += 1
            if status == UNAVAILABLE:
                self._stopped.add(number)
            return status in ACCEPTED

        if eventually(is_stored, within=OUTAGE_S + TIMEOUT_S):
            self.accepted.append(content)


def end_connections(place: Place) -> int:
    """End every current connection of the product and wait until they are closed; returns their number."""
    with place.store() as store:
        ended = set(store.execute(f"SELECT pid, pg_terminate_backend(pid) FROM ({CONNECTIONS}) AS those"))
        assert eventually(lambda: not {pid for pid, _ in ended} & {pid for (pid,) in store.execute(CONNECTIONS)})
        return len(ended)


def received_once(place: Place, server: UnitProcess, cursor: dict[str, object]) -> list[str]:
    """The messages that a device with this `cursor` receives now. Asserts that each is stored once."""
    stored, logged = place.contents()
    assert stored == logged
    assert holes_in(place) == []
    with place.socket(server, cursor) as line:
        line.frame("live")
        received = [text for frame in line.frames if frame["t"] == "ch" for text in texts_in(frame)]
    assert ["before", *received] == stored
    return received


def test_lg2_connections_that_the_server_ends_lose_nothing(place: Place, postgresql: PostgreSQL) -> None:
    """PostgreSQL ends them in mid-transaction; the endpoint returns 503, and a retry gets a new connection."""
    with ExitStack() as running:
        server = running.enter_context(web(place))
        cursor = place.cursor(server)
        writers, ended = RetryingWriters(place, server), 0
        with writers.writing():
            for share in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
                assert writers.has_stored(share)
                ended += end_connections(place)
        assert ended >= 8
        assert set(writers.statuses) <= ACCEPTED | {UNAVAILABLE}
        assert sorted(received_once(place, server, cursor)) == sorted(writers.accepted)


def test_idle_connections_that_ended_fail_no_request(place: Place, postgresql: PostgreSQL) -> None:
    """The product checks every pooled connection before it uses it."""
    with ExitStack() as running:
        server = running.enter_context(web(place))
        http = running.enter_context(place.http(server))
        for turn in range(3):
            assert end_connections(place) > 0
            for n in range(20):
                assert http.post("/rest/v1/messages", json=place.message(f"{turn}-{n}")).status_code == 201
                assert http.get("/rest/v1/clients").status_code == 200


def test_lg2_a_crash_of_the_server_in_the_middle_loses_nothing(place: Place, postgresql: PostgreSQL) -> None:
    """Messages and sessions survive, because a refresh during the outage gets 503, which does not end the session."""
    with ExitStack() as running:
        server = running.enter_context(web(place, **METRICS))
        http = running.enter_context(place.http(server))
        cursor = place.cursor(server)
        body = {"email": "maya@portal.example", "password": PASSWORD}
        session = http.post("/auth/v1/token?grant_type=password", json=body).json()

        def refresh() -> int:
            body = {"refresh_token": session["refresh_token"]}
            return http.post("/auth/v1/token?grant_type=refresh_token", json=body).status_code

        writers = RetryingWriters(place, server)
        with writers.writing():
            assert writers.has_stored(seeded_random(4).uniform(0.1, 0.7))
            postgresql.kill()
            assert eventually(lambda: writers.statuses[UNAVAILABLE] > WRITERS, within=TIMEOUT_S)
            assert (http.get("/rest/v1/clients").status_code, refresh()) == (UNAVAILABLE, UNAVAILABLE)
            assert http.get("/health/live").status_code == 200
            assert eventually(lambda: http.get("/health/ready").status_code == UNAVAILABLE)
            assert "is not available right now" in http.get("/").text
            assert "pulseboard_database_up 0" in metrics(server)
            postgresql.start()
        assert set(writers.statuses) <= ACCEPTED | {UNAVAILABLE}
        assert eventually(lambda: http.get("/health/ready").status_code == 200, within=TIMEOUT_S)
        assert refresh() == 200
        assert sorted(received_once(place, server, cursor)) == sorted(writers.accepted)


@pytest.mark.thorough
@pytest.mark.timeout(600)
def test_lg2_a_server_that_is_away_for_17_s_under_writes_loses_and_doubles_nothing(
    place: Place, postgresql: PostgreSQL
) -> None:
    """Meanwhile requests get 503 and pages say so. Afterwards every message is stored once and reaches each process's
    devices, and the effect that was requested before the outage takes effect once."""
    with ExitStack() as running:
        one, other = (running.enter_context(web(place)) for _ in range(2))
        running.enter_context(worker(place))
        http = running.enter_context(place.http(other))
        cursor, writers = place.cursor(one), RetryingWriters(place, one)
        with writers.writing():
            assert writers.has_stored(seeded_random(17).uniform(0.1, 0.5))
            request_post(place)
            postgresql.kill()
            end = time.monotonic() + OUTAGE_S
            assert writers.are_stopped()
            accepted = len(writers.accepted)
            is_over = False
            while not is_over:
                reply = http.post("/rest/v1/messages", json=place.message("never accepted"))
                assert (reply.status_code, reply.json()["code"]) == (UNAVAILABLE, "unavailable")
                assert "is not available right now" in http.get("/").text
                is_over = time.monotonic() > end
            assert len(writers.accepted) == accepted
            postgresql.start()
        assert set(writers.statuses) <= ACCEPTED | {UNAVAILABLE}
        assert eventually(lambda: "by the worker" in place.contents()[0], within=LEASE_S + TIMEOUT_S)
        for server in (one, other):
            assert sorted(received_once(place, server, cursor)) == sorted([*writers.accepted, "by the worker"])
    assert is_posted(place)


def test_database_connections_have_timeouts(place: Place, postgresql: PostgreSQL) -> None:
    """A client machine that vanishes in the middle of a transaction must not hold its locks for hours."""
    settings: dict[str, str] = {}
    program = (
        "from django.db import connection\n"
        "with connection.cursor() as cursor:\n"
        "    for name in ('idle_in_transaction_session_timeout', 'lock_timeout', 'tcp_keepalives_idle',"
        " 'synchronous_commit', 'transaction_isolation'):\n"
        "        cursor.execute('SHOW ' + name); print(name, cursor.fetchone()[0])\n"
    )
    process = UnitProcess(place.data_dir, "pulseboard-web@.service", **place.settings)
    for line in process.manage("shell", "--no-imports", "-c", program).splitlines():
        name, _, value = line.partition(" ")
        settings[name] = value
    assert settings == {
        "idle_in_transaction_session_timeout": "1min",
        "lock_timeout": "20s",
        "tcp_keepalives_idle": "10",
        "synchronous_commit": "on",
        "transaction_isolation": "read committed",
    }
    with psycopg.connect(place.settings["DATABASE_URL"]) as connection:
        assert connection.execute(CONNECTIONS).fetchall() == []
