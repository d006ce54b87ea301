"""Processes that are stopped (SIGSTOP) and continue later; a web process is stopped in a transaction with row locks."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.support.servers.crash_harness import CrashingServer, Place, eventually, holes_in, texts_in
from tests.support.servers.deployment import is_posted, request_post, web, worker
from tests.support.servers.server import FOR_TESTS

pytestmark = pytest.mark.thorough

# The product ends an idle transaction after 60 s; a driver's option in the URL shortens that for this test.
SHORT_IDLE_TIMEOUT = "?options=-c%20idle_in_transaction_session_timeout%3D3000"
RESPONSE_LIMIT_S = 3.0
MESSAGES = 20
STOPPED_S = 90.0  # longer than PostgreSQL, Redis and devices wait for a silent process


@pytest.fixture
def stopping_server(place: Place, request: pytest.FixtureRequest) -> Iterator[CrashingServer]:
    """A web process that gets SIGSTOP at its first message: the row is written, and the transaction is open.

    The fixture's parameter is the query of the database URL.
    """
    place.settings |= {"DATABASE_URL": place.settings["DATABASE_URL"] + request.param}
    settings = {"CRASH_POINT": "log", "CRASH_SIGNAL": "STOP", **FOR_TESTS, **place.settings}
    server = CrashingServer(place.data_dir, **settings)
    server.start()
    yield server
    os.kill(server.pid, signal.SIGCONT)
    server.stop()


def post_status(http: httpx.Client, body: dict[str, object]) -> int:
    """The status of the response to a message; 0 if there is none within RESPONSE_LIMIT_S."""
    try:
        return http.post("/rest/v1/messages", json=body, timeout=RESPONSE_LIMIT_S).status_code
    except httpx.TimeoutException:
        return 0


@pytest.mark.parametrize("stopping_server", [SHORT_IDLE_TIMEOUT], indirect=True)
def test_lg2_a_stopped_process_blocks_no_one_for_long_and_nothing_is_stored_twice(
    place: Place, stopping_server: CrashingServer
) -> None:
    """Devices go to the other process, get 503 or no response until PostgreSQL ends the transaction, and try again."""
    body, later = place.message("sent to the stopped process"), place.message("sent meanwhile")
    with (
        web(place) as other,
        place.http(stopping_server) as stopped_http,
        place.http(other) as http,
        place.socket(other, place.cursor(other)) as line,
    ):
        line.frame("live")
        assert post_status(stopped_http, body) == 0
        statuses: list[int] = []

        def is_stored() -> bool:
            statuses.append(post_status(http, body))
            return statuses[-1] == 201

        assert eventually(is_stored)
        assert set(statuses) <= {0, 201, 503}
        assert post_status(http, later) == 201
        assert line.texts(2) == [body["content"], later["content"]]
        os.kill(stopping_server.pid, signal.SIGCONT)
        assert eventually(stopping_server.is_ready)
        assert post_status(stopped_http, body) == 200
        assert post_status(stopped_http, place.message("after")) == 201
        assert texts_in(line.frame("ch")) == ["after"]
    sent = ["before", body["content"], later["content"], "after"]
    assert place.contents() == (sent, sent)
    assert holes_in(place) == []


@pytest.mark.parametrize("stopping_server", [""], indirect=True)
def test_lg2_a_web_process_with_its_hub_and_the_worker_stopped_for_90_s_lose_nothing(
    place: Place, stopping_server: CrashingServer
) -> None:
    """A device of the stopped process continues at the other one; the worker does its work afterwards, once."""
    body = place.message("sent to the stopped process")
    sent = [body["content"]]
    with ExitStack() as stack:
        other, worker_process = stack.enter_context(web(place)), stack.enter_context(worker(place))
        cursor = place.cursor(other)
        stack.enter_context(place.socket(stopping_server, cursor)).frame("live")
        http, stopped_http = stack.enter_context(place.http(other)), stack.enter_context(place.http(stopping_server))
        end = time.monotonic() + STOPPED_S
        os.kill(worker_process.pid, signal.SIGSTOP)
        stack.callback(os.kill, worker_process.pid, signal.SIGCONT)
        assert post_status(stopped_http, body) == 0  # this stops the web process
        request_post(place)

        def is_stored() -> bool:
            status = post_status(http, body)
            assert status in {0, 200, 201, 503}
            return status in {200, 201}  # 200 if an attempt without a response has stored it

        # As a device sends its outbox: the next message only after the former one is stored.
        while eventually(is_stored, within=2 * STOPPED_S) and len(sent) < MESSAGES:
            body = place.message(f"message {len(sent)}")
            sent.append(body["content"])
        assert len(sent) == MESSAGES
        assert eventually(lambda: time.monotonic() > end, within=2 * STOPPED_S)
        os.kill(stopping_server.pid, signal.SIGCONT)
        os.kill(worker_process.pid, signal.SIGCONT)
        assert eventually(stopping_server.is_ready)
        assert post_status(stopped_http, body) == 200
        assert eventually(lambda: place.contents()[0].count("by the worker") == 1)
        received = stack.enter_context(place.socket(other, cursor)).texts(len(sent) + 1)
    assert [text for text in received if text != "by the worker"] == sent
    stored, logged = place.contents()
    assert stored == logged == ["before", *received]
    assert is_posted(place)
    assert holes_in(place) == []
