"""Redis hangs, dies, is missing at the start and returns; no change is lost, because Redis carries only hints."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest

from sync.hub.outage import AWAY, BACK
from tests.support.servers.crash_harness import Line, Place, eventually, holes_in, said_in
from tests.support.servers.deployment import UnitProcess, web, worker
from tests.support.servers.postgresql_and_redis import Redis

SOON_S = 4  # usually a second; longer on a busy machine
RECOVERS_S = 30
TOKEN = "a token for the tests alone"


@pytest.fixture
def redis() -> Iterator[Redis]:
    """A Redis server for this test alone."""
    server = Redis()
    yield server
    server.kill()


class Pair:
    """Two web processes, a device at the second, and the messages that were sent to the first."""

    def __init__(self, place: Place, running: ExitStack) -> None:
        self._place = place
        self.one, self.other = (running.enter_context(web(place, METRICS_TOKEN=TOKEN)) for _ in range(2))
        self._doors = running.enter_context(place.doors(self.one))
        self._line: Line = running.enter_context(place.socket(self.other, place.cursor(self.other)))
        self._line.frame("live")
        self.said: list[str] = ["before"]

    def passes_on(self) -> bool:
        """Whether a message that the first process accepts reaches the second's device within `SOON_S`."""
        content = f"message {len(self.said)}"
        self.said.append(content)
        began = time.monotonic()
        assert self._doors.post("/rest/v1/messages", json=self._place.message(content)).status_code == 201
        assert said_in(self._line.frame("ch", within=SOON_S)) == [content]
        return time.monotonic() - began < SOON_S

    def expect(self, content: str) -> None:
        """Expect a message from a writer outside this pair."""
        self.said.append(content)
        assert said_in(self._line.frame("ch", within=SOON_S)) == [content]

    def is_hinted(self) -> bool:
        """Whether a hint delivers the next message, before the process polls the database."""
        before = hints_heard(self.other)
        return self.passes_on() and hints_heard(self.other) > before


def hints_heard(server: UnitProcess) -> float:
    reply = httpx.get(f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=SOON_S)
    [line] = [
        line for line in reply.text.splitlines() if line.startswith('pulseboard_wake_ups_total{by="remote hint"}')
    ]
    return float(line.rpartition(" ")[2])


def said_of_the_outage(server: UnitProcess) -> dict[int, list[str]]:
    """The messages that each process, by its id, logged about the sync hub and Redis."""
    found: dict[int, list[str]] = {}
    for line in (json.loads(text) for text in server.said(1_000_000).splitlines() if text.startswith("{")):
        if line["logger"].startswith(("sync.", "channels_redis", "redis")):
            found.setdefault(line["process"], []).append(line["message"].partition(":")[0])
    return found


def stands_still(redis: Redis, during: Callable[[], None]) -> None:
    with redis.standing_still():
        during()


def dies(redis: Redis, during: Callable[[], None]) -> None:
    redis.kill()
    during()
    redis.start()


@pytest.mark.parametrize("fault", [stands_still, dies])
def test_lg7_hints_are_lost_and_changes_are_not(
    fault: Callable[[Redis, Callable[[], None]], None], place: Place, redis: Redis
) -> None:
    """LG7 without hints. The processes use hints again on their own once Redis is back."""
    place.settings |= {"REDIS_URL": redis.address}
    with ExitStack() as running:
        pair = Pair(place, running)
        assert eventually(pair.is_hinted, within=RECOVERS_S)

        def without_hints() -> None:
            before = hints_heard(pair.other)
            assert [pair.passes_on() for _ in range(3)] == [True] * 3
            assert hints_heard(pair.other) == before

        fault(redis, without_hints)
        assert eventually(pair.is_hinted, within=RECOVERS_S)
        said = said_of_the_outage(pair.one)
    assert all(lines == [AWAY.partition(":")[0], BACK] for lines in said.values()), said
    assert fault is stands_still or said.keys() == {pair.one.pid, pair.other.pid}
    assert place.contents() == (pair.said, pair.said)
    assert holes_in(place) == []


@pytest.mark.thorough
def test_lg7_processes_start_and_work_without_redis(place: Place, redis: Redis) -> None:
    """The worker, whose wake events also use Redis, starts too. Hints arrive once Redis has started."""
    redis.kill()
    place.settings |= {"REDIS_URL": redis.address}
    maya = place.people["maya"]
    place.ask_for("tests.post", f"{maya.user_id} {maya.client_id}")
    with ExitStack() as running:
        pair = Pair(place, running)
        assert pair.passes_on()
        running.enter_context(worker(place))
        assert eventually(lambda: "by the worker" in place.contents()[0], within=RECOVERS_S)
        pair.expect("by the worker")
        redis.start()
        assert eventually(pair.is_hinted, within=RECOVERS_S)
    assert place.contents() == (pair.said, pair.said)
    assert holes_in(place) == []
