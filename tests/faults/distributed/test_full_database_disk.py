"""A disk of PostgreSQL is full: writes get 503 with a clear text, and work again afterwards; nothing is lost."""

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.support.monitoring.processes import ready
from tests.support.servers.crash_harness import UNAVAILABLE, Json, Place, eventually, holes_in
from tests.support.servers.deployment import web
from tests.support.servers.full_database_disk import SmallDiskPostgreSQL, SmallLogPostgreSQL
from tests.support.servers.postgresql_and_redis import copy_between

pytestmark = pytest.mark.thorough

LONG = "A message of many pages. " * 190  # so long that the table soon needs a new page


@pytest.fixture
def postgresql(place: Place) -> Iterator[SmallDiskPostgreSQL]:
    server = SmallDiskPostgreSQL()
    place.settings |= {"DATABASE_URL": server.copy_of(place.settings["DATABASE_URL"])}
    yield server
    server.kill()


@pytest.fixture
def small_log_postgresql(place: Place) -> Iterator[SmallLogPostgreSQL]:
    server = SmallLogPostgreSQL()
    copy_between(place.settings["DATABASE_URL"], server.address)
    place.settings |= {"DATABASE_URL": server.address}
    yield server
    server.kill()


def test_a_full_disk_of_postgresql_rejects_writes_with_503_and_loses_nothing(
    place: Place, postgresql: SmallDiskPostgreSQL
) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(web(place))
        http = stack.enter_context(place.http(server))
        line = stack.enter_context(place.socket(server, place.cursor(server)))
        line.frame("live")
        postgresql.fill()
        bodies: list[Json] = []
        replies: list[httpx.Response] = []
        while all(reply.status_code == 201 for reply in replies):
            bodies.append(place.message(f"{len(bodies)}: {LONG}"))
            replies.append(http.post("/rest/v1/messages", json=bodies[-1]))
        reply = replies[-1]
        assert (reply.status_code, reply.json(), reply.headers["Retry-After"]) == (503, UNAVAILABLE, "1")
        assert http.get("/rest/v1/clients").json()["data"]["id"] == place.accounts["maya"].client_id
        assert place.contents()[0] == ["before", *(body["content"] for body in bodies[:-1])]
        assert http.post("/rest/v1/messages", json=bodies[-1]).status_code == 503
        postgresql.free()
        assert eventually(lambda: ready(server.url) == (200, []))
        assert [http.post("/rest/v1/messages", json=body).status_code for body in bodies] == [
            *[200] * (len(bodies) - 1),
            201,
        ]
        assert line.texts(len(bodies)) == [body["content"] for body in bodies]
    sent = ["before", *(body["content"] for body in bodies)]
    assert place.contents() == (sent, sent)
    assert holes_in(place) == []


def test_a_full_disk_of_the_write_ahead_log_loses_nothing_that_was_accepted(
    place: Place, small_log_postgresql: SmallLogPostgreSQL
) -> None:
    """PostgreSQL ends itself, so reads fail too. The product's processes go on without a restart."""
    with ExitStack() as stack:
        server = stack.enter_context(web(place))
        http = stack.enter_context(place.http(server))
        bodies: list[Json] = [place.message("0")]
        replies = [http.post("/rest/v1/messages", json=bodies[0])]
        small_log_postgresql.fill()
        while all(reply.status_code == 201 for reply in replies):
            bodies.append(place.message(f"{len(bodies)}"))
            small_log_postgresql.use_new_log_file()
            replies.append(http.post("/rest/v1/messages", json=bodies[-1]))
        assert (replies[-1].status_code, replies[-1].json()) == (503, UNAVAILABLE)
        assert eventually(lambda: ready(server.url)[0] == 503)
        small_log_postgresql.free()
        assert eventually(lambda: ready(server.url) == (200, []))
        retry_statuses = [http.post("/rest/v1/messages", json=body).status_code for body in bodies]
        assert retry_statuses[:-1] == [200] * (len(bodies) - 1)
        assert retry_statuses[-1] in {200, 201}  # the database may have stored the last one without a response
    sent = ["before", *(body["content"] for body in bodies)]
    assert place.contents() == (sent, sent)
    assert holes_in(place) == []
