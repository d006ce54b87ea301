"""Redis that hangs, dies, is missing at the start or returns; no change is lost, because Redis carries only hints."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest
import redis as client

from sync.hub.outage import AWAY, BACK, JOBS_AWAY, JOBS_BACK
from tests.support.monitoring.processes import METRICS, sample
from tests.support.servers.crash_harness import SOON_S, Line, Place, eventually, holes_in, texts_in
from tests.support.servers.deployment import UnitProcess, is_posted, request_post, web, worker
from tests.support.servers.postgresql_and_redis import Redis

RECOVERY_S = 30
OUTAGE_S = 60


@pytest.fixture
def redis() -> Iterator[Redis]:
    """A Redis server for this test alone."""
    server = Redis()
    yield server
    server.kill()


class TwoProcesses:
    """Two web processes, a device at the second, and the messages that were sent to the first."""

    def __init__(self, place: Place, running: ExitStack) -> None:
        self._place = place
        self.one, self.other = (running.enter_context(web(place, **METRICS)) for _ in range(2))
        self._http, self._other_http = (running.enter_context(place.http(server)) for server in (self.one, self.other))
        self._line: Line = running.enter_context(place.socket(self.other, place.cursor(self.other)))
        self._line.frame("live")
        self.sent: list[str] = ["before"]

    def delivers(self) -> bool:
        """Whether a message that the first process accepts reaches the second's device within `SOON_S`."""
        content = f"message {len(self.sent)}"
        self.sent.append(content)
        start = time.monotonic()
        assert self._http.post("/rest/v1/messages", json=self._place.message(content)).status_code == 201
        assert texts_in(self._line.frame("ch", within=SOON_S)) == [content]
        return time.monotonic() - start < SOON_S

    def exchange(self, count: int) -> None:
        """Send messages to the two processes in turn, and wait until the second's device has received each once."""
        contents = [f"message {len(self.sent) + n}" for n in range(count)]
        for n, content in enumerate(contents):
            http = self._other_http if n % 2 else self._http
            assert http.post("/rest/v1/messages", json=self._place.message(content)).status_code == 201
        assert self._line.texts(count) == contents
        self.sent += contents

    def exchanges_by_hint(self) -> bool:
        """Whether the device was woken by a hint while it received further messages."""
        before = hints_received(self.other)
        self.exchange(2)
        return hints_received(self.other) > before

    def expect(self, content: str) -> None:
        """Expect a message from a writer outside this pair."""
        self.sent.append(content)
        assert texts_in(self._line.frame("ch")) == [content]

    def delivers_by_hint(self) -> bool:
        """Whether a hint delivers the next message, before the process polls the database."""
        before = hints_received(self.other)
        return self.delivers() and hints_received(self.other) > before


def hints_received(server: UnitProcess) -> float:
    return sample(server, 'pulseboard_wake_ups_total{by="remote hint"}')


def logged_outages(server: UnitProcess) -> dict[int, list[str]]:
    """The messages that each process, by its id, logged about the sync hub and Redis."""
    logs: dict[int, list[str]] = {}
    for line in (json.loads(text) for text in server.log_tail(1_000_000).splitlines() if text.startswith("{")):
        if line["logger"].startswith(("sync.", "channels_redis", "redis", "huey")):
            message = re.split(": |, after ", line["message"])[0]
            logs.setdefault(line["process"], []).append(message)
    return logs


def flush(redis: Redis) -> None:
    """Empty Redis and end all subscriptions."""
    with closing(client.Redis.from_url(redis.address)) as connection:
        connection.flushall()
        assert connection.client_kill_filter(_type="pubsub", skipme=True) > 0


def hangs(redis: Redis, during: Callable[[], None]) -> None:
    with redis.paused():
        during()


def dies(redis: Redis, during: Callable[[], None]) -> None:
    redis.kill()
    during()
    redis.start()


@pytest.mark.parametrize("fault", [hangs, dies])
def test_lg7_lost_hints_lose_no_changes(
    fault: Callable[[Redis, Callable[[], None]], None], place: Place, redis: Redis
) -> None:
    """LG7 without hints. The processes use hints again on their own once Redis is back."""
    place.settings |= {"REDIS_URL": redis.address}
    with ExitStack() as running:
        pair = TwoProcesses(place, running)
        assert eventually(pair.delivers_by_hint, within=RECOVERY_S)

        def without_hints() -> None:
            before = hints_received(pair.other)
            assert [pair.delivers() for _ in range(3)] == [True] * 3
            assert hints_received(pair.other) == before

        fault(redis, without_hints)
        assert eventually(pair.delivers_by_hint, within=RECOVERY_S)
        logs = logged_outages(pair.one)
    for lines in logs.values():
        hints = [line for line in lines if line in {AWAY, BACK}]
        jobs = [line for line in lines if line in {JOBS_AWAY, JOBS_BACK}]
        assert hints in ([], [AWAY, BACK]), logs
        assert jobs in ([], [JOBS_AWAY, JOBS_BACK]), logs
        assert len(hints) + len(jobs) == len(lines), logs
    assert fault is hangs or logs.keys() == {pair.one.pid, pair.other.pid}
    assert place.contents() == (pair.sent, pair.sent)
    assert holes_in(place) == []


@pytest.mark.thorough
def test_lg7_a_flushed_redis_loses_no_changes(place: Place, redis: Redis) -> None:
    """Redis stores nothing that the product needs: the processes subscribe again, and the log has every change."""
    place.settings |= {"REDIS_URL": redis.address}
    with ExitStack() as running:
        pair = TwoProcesses(place, running)
        for _ in range(3):
            assert pair.delivers()
            flush(redis)
        assert pair.delivers()
        assert eventually(pair.delivers_by_hint, within=RECOVERY_S)
    assert place.contents() == (pair.sent, pair.sent)
    assert holes_in(place) == []


@pytest.mark.thorough
@pytest.mark.timeout(600)
def test_lg7_redis_that_is_away_for_a_minute_and_flushed_loses_and_doubles_nothing(place: Place, redis: Redis) -> None:
    """Users notice nothing: every request is accepted, and the device's connection stays and receives each message.

    The worker runs an effect that is requested during the outage once. Afterwards hints wake the processes again.
    """
    place.settings |= {"REDIS_URL": redis.address}
    with ExitStack() as running:
        pair = TwoProcesses(place, running)
        running.enter_context(worker(place))
        assert eventually(pair.exchanges_by_hint)
        redis.kill()
        before = hints_received(pair.other)
        request_post(place)
        assert eventually(lambda: "by the worker" in place.contents()[0])
        pair.expect("by the worker")
        end = time.monotonic() + OUTAGE_S
        is_over = False
        while not is_over:
            pair.exchange(6)
            is_over = time.monotonic() > end
        assert hints_received(pair.other) == before
        redis.start()
        assert eventually(pair.exchanges_by_hint)
        flush(redis)
        assert eventually(pair.exchanges_by_hint)
    assert place.contents() == (pair.sent, pair.sent)
    assert is_posted(place)
    assert holes_in(place) == []


@pytest.mark.thorough
def test_a_worker_without_redis_logs_two_lines_and_works_on(place: Place, redis: Redis) -> None:
    """The worker's threads poll the database every 10 s. Huey once logged two tracebacks a second for each thread."""
    place.settings |= {"REDIS_URL": redis.address}
    with ExitStack() as running:
        process = running.enter_context(worker(place))
        redis.kill()
        assert eventually(lambda: JOBS_AWAY in str(logged_outages(process)), within=RECOVERY_S)
        request_post(place)
        assert eventually(lambda: "by the worker" in place.contents()[0], within=RECOVERY_S)
        redis.start()
        assert eventually(lambda: JOBS_BACK in str(logged_outages(process)), within=RECOVERY_S)
        [lines] = logged_outages(process).values()
    assert sorted(line for line in lines if line not in {AWAY, BACK}) == sorted([JOBS_AWAY, JOBS_BACK])
    assert place.contents() == (["before", "by the worker"], ["before", "by the worker"])


@pytest.mark.thorough
def test_lg7_processes_start_and_work_without_redis(place: Place, redis: Redis) -> None:
    """The worker, whose wake events also use Redis, starts too. Hints arrive once Redis has started."""
    redis.kill()
    place.settings |= {"REDIS_URL": redis.address}
    request_post(place)
    with ExitStack() as running:
        pair = TwoProcesses(place, running)
        assert pair.delivers()
        running.enter_context(worker(place))
        assert eventually(lambda: "by the worker" in place.contents()[0], within=RECOVERY_S)
        pair.expect("by the worker")
        redis.start()
        assert eventually(pair.delivers_by_hint, within=RECOVERY_S)
    assert place.contents() == (pair.sent, pair.sent)
    assert holes_in(place) == []
