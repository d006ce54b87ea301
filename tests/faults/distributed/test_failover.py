"""Takeovers by a standby: a synchronous standby has everything; after an asynchronous one every device loads again."""

import json
from collections.abc import Iterator
from contextlib import ExitStack

import psycopg
import pytest

from sync.db import timeline
from sync.hub import failover
from tests.faults.distributed.test_postgresql import ACCEPTED, UNAVAILABLE, RetryingWriters, postgresql, received_once
from tests.support.servers.crash_harness import Place, eventually, holes_in, texts_in
from tests.support.servers.deployment import UnitProcess, web
from tests.support.servers.postgresql_and_redis import PostgreSQL
from tests.support.servers.standby import Standby

__all__ = ["postgresql"]
pytestmark = pytest.mark.thorough


@pytest.fixture
def standby(postgresql: PostgreSQL) -> Iterator[Standby]:
    standby = Standby(postgresql)
    assert eventually(standby.is_streaming)
    yield standby
    standby.kill()


def failover_log(server: UnitProcess) -> list[tuple[str, str]]:
    """The level and message of each line that reports a failover."""
    lines = [json.loads(line) for line in server.log_tail(1_000_000).splitlines() if line.startswith("{")]
    return [(line["level"], line["message"]) for line in lines if line["logger"] == failover.__name__]


def epoch(place: Place) -> str:
    [(value,)] = place.rows("SELECT epoch FROM sync_stream WHERE id = 'w'")
    return str(value)


@pytest.mark.parametrize(("standby_names", "sync_state"), [("*", "sync"), ("ANY 1 (*)", "quorum"), ("", "async")])
def test_only_a_standby_that_has_every_commit_counts_as_synchronous(
    standby_names: str, sync_state: str, postgresql: PostgreSQL, standby: Standby
) -> None:
    """A standby of a quorum may lack a commit, because another standby of the quorum may have confirmed it."""
    with psycopg.connect(postgresql.address, autocommit=True) as connection:
        connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{standby_names}'".encode())
        connection.execute("SELECT pg_reload_conf()")
        states = "SELECT sync_state FROM pg_stat_replication"
        assert eventually(lambda: connection.execute(states).fetchall() == [(sync_state,)])
        assert connection.execute(timeline.QUERY.encode()).fetchall() == [("00000001", sync_state == "sync")]


def test_a_synchronous_standby_that_takes_over_lost_no_accepted_message(
    place: Place, postgresql: PostgreSQL, standby: Standby
) -> None:
    """Devices get 503 meanwhile, send again, and stay connected; the epoch stays."""
    with psycopg.connect(postgresql.address, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        connection.execute("SELECT pg_reload_conf()")
    before = epoch(place)
    with ExitStack() as running:
        server = running.enter_context(web(place))
        cursor = place.cursor(server)
        line = running.enter_context(place.socket(server, cursor))
        line.frame("live")
        writers = RetryingWriters(place, server)
        with writers.writing():
            assert writers.has_stored(0.3)
            postgresql.kill()
            assert eventually(lambda: writers.statuses[UNAVAILABLE] > 0)
            standby.take_over()
        assert set(writers.statuses) <= ACCEPTED | {UNAVAILABLE}
        assert sorted(received_once(place, server, cursor)) == sorted(writers.accepted)
        assert sorted(line.texts(len(writers.accepted))) == sorted(writers.accepted)
        assert eventually(lambda: len(failover_log(server)) == 1)
        [(level, message)] = failover_log(server)
        assert (level, message) == ("warning", failover.NOTHING_LOST % "00000002")
    assert epoch(place) == before


def test_cu8_an_asynchronous_standby_that_takes_over_makes_every_device_load_again(
    place: Place, postgresql: PostgreSQL, standby: Standby
) -> None:
    """A device has a message that the standby never received. It resets, and sends the message again if it wrote it."""
    before = epoch(place)
    with ExitStack() as running:
        servers = [running.enter_context(web(place)) for _ in range(2)]
        http = running.enter_context(place.http(servers[0]))
        line = running.enter_context(place.socket(servers[1], place.cursor(servers[1])))
        line.frame("live")
        anas_line = running.enter_context(place.socket(servers[0], place.cursor(servers[0], "ana"), name="ana"))
        anas_line.frame("live")
        older, lost = place.message("older"), place.message("lost")
        assert http.post("/rest/v1/messages", json=older).status_code == 201
        assert texts_in(line.frame("ch")) == ["older"]
        assert eventually(lambda: standby_has(standby, "older"))
        standby.stop()
        assert http.post("/rest/v1/messages", json=lost).status_code == 201
        assert texts_in(line.frame("ch")) == ["lost"]
        cursor = place.cursor(servers[1])
        postgresql.kill()
        standby.take_over()
        for device in (line, anas_line):
            device.frame("bye")
        assert eventually(lambda: len(failover_log(servers[0])) == 2)  # both processes write to one log file
        after = epoch(place)
        assert after != before
        assert failover_log(servers[0]) == [("error", failover.MAY_BE_LOST % ("00000002", after))] * 2
        with place.socket(servers[1], cursor) as again:
            [subscription] = [sub for sub in again.frames[-1]["subs"] if sub["s"] == cursor["s"]]
            assert (subscription["mode"], subscription["why"]) == ("reset", "epoch")
        assert http.post("/rest/v1/messages", json=lost).status_code == 201
        assert http.post("/rest/v1/messages", json=lost).status_code == 200
    assert place.contents() == (["before", "older", "lost"], ["before", "older", "lost"])
    assert holes_in(place) == []


def standby_has(standby: Standby, content: str) -> bool:
    """Whether the standby has received this message."""
    with psycopg.connect(standby.own_address) as connection:
        return connection.execute("SELECT 1 FROM messages WHERE content = %s", [content]).fetchone() is not None
