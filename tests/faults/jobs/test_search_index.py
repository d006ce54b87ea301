"""The search index gets new and earlier messages soon, also after a crash; running searches do not delay a stop."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from threading import Semaphore

import httpx
import pytest

from tests.support.servers.crash_harness import WITHIN_S, Place, eventually
from tests.support.servers.deployment import worker

pytestmark = pytest.mark.thorough

SEARCH = "/rest/v1/messages/search"
CONNECTIONS, RESPONSES = 4, 40


def indexed_texts(place: Place) -> list[str]:
    """The indexed texts in order of their ids."""
    rows = place.rows("SELECT folded FROM search_texts JOIN search_entries USING (id) WHERE NOT is_stale ORDER BY id")
    return [text for (text,) in rows]


def worker_if_separate(place: Place) -> AbstractContextManager[object]:
    """A worker process, if the web process does not run the jobs itself."""
    return worker(place) if "REDIS_URL" in place.settings else nullcontext()


def test_messages_are_indexed_soon_even_after_a_crash(place: Place) -> None:
    """The message "before" is older than the first process. The second process indexes what the killed one has not."""
    with place.served() as server, worker_if_separate(place), place.http(server) as http:
        body = place.message("Our sign")
        assert http.post("/rest/v1/messages", json=body).status_code == 201
        assert eventually(lambda: indexed_texts(place) == ["before", "our sign"])
        assert http.delete(f"/rest/v1/messages/{body['id']}").status_code == 200
        assert eventually(lambda: indexed_texts(place) == ["before"])
        http.post("/rest/v1/messages", json=place.message("after"))
        server.kill()
    with place.served(), worker_if_separate(place):
        assert eventually(lambda: indexed_texts(place) == ["before", "after"])


def test_the_server_can_stop_while_searches_run(place: Place) -> None:
    """Four connections search as fast as they can until the server closes them."""
    params = {"client_id": place.accounts["maya"].client_id, "words": "be"}
    responses = Semaphore(0)

    def search_until_it_ends(http: httpx.Client) -> None:
        with http, suppress(httpx.TransportError):
            while True:
                assert http.get(SEARCH, params=params).status_code in {200, 429}
                responses.release()

    with ThreadPoolExecutor(CONNECTIONS) as pool, place.served() as server:
        searches = [pool.submit(search_until_it_ends, place.http(server)) for _ in range(CONNECTIONS)]
        assert all(responses.acquire(timeout=WITHIN_S) for _ in range(RESPONSES))
        os.kill(server.pid, signal.SIGTERM)
        assert server.ended() == 0
        for search in searches:
            search.result(WITHIN_S)
