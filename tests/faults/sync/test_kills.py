"""Processes that are killed (-9) during a write: the server in a request, or another process on the same store."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count

import httpx
import pytest

from tests.support.database.stores import brief_on
from tests.support.servers.crash_harness import SOON_S, Json, Place, holes_in, shell_that_sends, texts_in

WRITERS = 8


@pytest.mark.parametrize(
    "point", [pytest.param("log", marks=brief_on("sqlite")), pytest.param("hint", marks=brief_on("postgresql"))]
)
def test_lg2_a_crash_during_a_request_stores_all_or_nothing(point: str, place: Place) -> None:
    """LG2: a kill before the log row stores neither. LG7: a kill before the hint stores both and the device gets it."""
    body = place.message("in the middle")
    with place.served(crash_point=point) as server:
        cursor = place.cursor(server)
        with place.http(server) as http, pytest.raises(httpx.TransportError):
            http.post("/rest/v1/messages", json=body)
        assert server.was_killed()
    expected = ["before"] if point == "log" else ["before", "in the middle"]
    assert place.contents() == (expected, expected)
    assert holes_in(place) == []
    with place.served() as server, place.http(server) as http, place.socket(server, cursor) as line:
        retry = http.post("/rest/v1/messages", json=body)
        assert retry.status_code == (201 if point == "log" else 200)
        assert texts_in(line.frame("ch")) == ["in the middle"]
        assert http.post("/rest/v1/messages", json=place.message("after")).status_code == 201
        assert texts_in(line.frame("ch")) == ["after"]
    everything = ["before", "in the middle", "after"]
    assert place.contents() == (everything, everything)
    assert holes_in(place) == []


@pytest.mark.parametrize(
    "point",
    [
        pytest.param("log of several", marks=brief_on("postgresql")),
        pytest.param("hint of several", marks=brief_on("sqlite")),
    ],
)
def test_lg2_a_crash_with_several_posts_in_one_transaction_stores_all_or_nothing(point: str, place: Place) -> None:
    """LG1 and LG2 for several messages of one transaction; MU1 when they are sent again: each is stored once."""
    bodies: list[Json] = []
    acknowledged: list[str] = []

    def post_until_it_dies(writer: int) -> None:
        with place.http(server) as http, suppress(httpx.TransportError):
            for n in count():
                body = place.message(f"{writer}-{n}")
                bodies.append(body)
                http.post("/rest/v1/messages", json=body)
                acknowledged.append(f"{writer}-{n}")

    with place.served(crash_point=point) as server, ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(post_until_it_dies, range(WRITERS)))
        assert server.was_killed()
    stored, logged = place.contents()
    assert (stored == logged, holes_in(place), len(stored) == len(set(stored))) == (True, [], True)
    assert set(acknowledged) <= set(stored)
    with place.served() as server, place.http(server) as http:
        replies = {body["content"]: http.post("/rest/v1/messages", json=body).status_code for body in bodies}
    assert replies == {body["content"]: 200 if body["content"] in stored else 201 for body in bodies}
    everything, logged = place.contents()
    assert (everything == logged, holes_in(place)) == (True, [])
    assert sorted(everything) == sorted(["before", *replies])


@brief_on("sqlite")
def test_lg7_changes_of_a_process_beside_the_server_arrive_even_if_it_crashes(place: Place) -> None:
    """LG2 and LG7 for another process: the socket gets its committed changes in about a second, even without a hint."""
    with place.served() as server, place.http(server) as http, place.socket(server, place.cursor(server)) as line:
        line.frame("live")
        assert place.run(shell_that_sends(place, place.message("never")), crash_point="log") == -9
        assert place.contents() == (["before"], ["before"])
        assert place.run(shell_that_sends(place, place.message("without a hint")), crash_point="hint") == -9
        assert texts_in(line.frame("ch", within=SOON_S)) == ["without a hint"]
        assert place.run(shell_that_sends(place, place.message("by the shell"))) == 0
        assert texts_in(line.frame("ch", within=SOON_S)) == ["by the shell"]
        assert http.post("/rest/v1/messages", json=place.message("by the server")).status_code == 201
        assert texts_in(line.frame("ch")) == ["by the server"]
    everything = ["before", "without a hint", "by the shell", "by the server"]
    assert place.contents() == (everything, everything)
    assert holes_in(place) == []
