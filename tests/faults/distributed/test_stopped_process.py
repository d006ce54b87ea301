"""A web process is stopped (SIGSTOP) inside a transaction, with the locks of its rows, and continues later."""

import os
import signal
from collections.abc import Iterator

import httpx
import pytest

from tests.support.servers.crash_harness import CrashingServer, Place, eventually, holes_in, texts_in
from tests.support.servers.deployment import web

pytestmark = pytest.mark.thorough

# The product ends an idle transaction after 60 s; a driver's option in the URL shortens that for this test.
SHORT = "?options=-c%20idle_in_transaction_session_timeout%3D3000"
PATIENCE_S = 3.0


@pytest.fixture
def stopping(place: Place) -> Iterator[CrashingServer]:
    """A web process that stops at its first message: the row is written, the transaction is open."""
    place.settings |= {"DATABASE_URL": place.settings["DATABASE_URL"] + SHORT}
    settings = {"CRASH_POINT": "log", "CRASH_SIGNAL": "STOP", "DEMO": "0", "AUTH_AUTOCONFIRM": "1", **place.settings}
    server = CrashingServer(place.data_dir, **settings)
    server.start()
    yield server
    os.kill(server.pid, signal.SIGCONT)
    server.stop()


def posted(http: httpx.Client, body: dict[str, object]) -> int:
    """The status of a post; 0 if there is no response in time, as a device sees it."""
    try:
        return http.post("/rest/v1/messages", json=body, timeout=PATIENCE_S).status_code
    except httpx.TimeoutException:
        return 0


def test_lg2_a_stopped_process_blocks_no_one_for_long_and_nothing_is_stored_twice(
    place: Place, stopping: CrashingServer
) -> None:
    """Devices go to the other process, get 503 or no response until PostgreSQL ends the transaction, and try again."""
    body, later = place.message("sent to the stopped process"), place.message("sent meanwhile")
    with (
        web(place) as other,
        place.http(stopping) as stopped_http,
        place.http(other) as http,
        place.socket(other, place.cursor(other)) as line,
    ):
        line.frame("live")
        assert posted(stopped_http, body) == 0
        statuses: list[int] = []

        def is_stored() -> bool:
            statuses.append(posted(http, body))
            return statuses[-1] == 201

        assert eventually(is_stored)
        assert set(statuses) <= {0, 201, 503}
        assert posted(http, later) == 201
        received: list[str] = []
        while len(received) < 2:
            received += texts_in(line.frame("ch"))
        assert received == [body["content"], later["content"]]
        os.kill(stopping.pid, signal.SIGCONT)
        assert eventually(stopping.is_ready)
        assert posted(stopped_http, body) == 200
        assert posted(stopped_http, place.message("after")) == 201
        assert texts_in(line.frame("ch")) == ["after"]
    sent = ["before", body["content"], later["content"], "after"]
    assert place.contents() == (sent, sent)
    assert holes_in(place) == []
