"""The end of a process's HTTP connections: a request in flight gets its response before its connection is closed."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from server.daphne import draining
from server.daphne.draining import IDLE_S, IN_FLIGHT_MAX_S, Connections


class Channel:
    """A fake of Twisted's HTTP channel, with the attributes that draining reads."""

    def __init__(self, requests: list[str]) -> None:
        self.requests = requests
        self.transport = SimpleNamespace(connected=1, protocol=self)


def channel(*requests: str) -> Channel:
    """An open HTTP connection with these unfinished requests."""
    return Channel(list(requests))


class Clock:
    """A fake clock that advances only while `end` waits. `at` has functions by the second at which they are called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.at: dict[float, Callable[[], None]] = {}
        monkeypatch.setattr(draining, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(asyncio, "sleep", self.pass_)

    async def pass_(self, seconds: float) -> None:
        self.now += seconds
        for second in [second for second in self.at if second <= self.now - 100]:
            self.at.pop(second)()

    def seconds_until_end(self, connections: Connections, *, others_serve: bool) -> float:
        """The seconds that `end` waits for these connections."""
        asyncio.run(connections.end(others_serve=others_serve))
        return round(self.now - 100, 1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def connections_of(*channels: Channel) -> Connections:
    connections = Connections()
    for channel in channels:
        connections.add(channel)
    return connections


def test_a_process_without_connections_ends_at_once(clock: Clock) -> None:
    assert clock.seconds_until_end(connections_of(), others_serve=True) == 0


def test_a_request_in_flight_gets_its_response(clock: Clock) -> None:
    busy = channel("POST")
    clock.at[2.0] = busy.requests.clear
    connections = connections_of(busy)
    assert clock.seconds_until_end(connections, others_serve=False) == pytest.approx(2.0, abs=0.1)
    assert connections.are_ending


def test_a_request_that_never_ends_does_not_stop_the_process_for_ever(clock: Clock) -> None:
    busy = channel("POST")
    assert clock.seconds_until_end(connections_of(busy), others_serve=False) == pytest.approx(IN_FLIGHT_MAX_S, abs=0.1)


def test_idle_connections_of_a_proxy_stay_open_until_it_uses_other_processes(clock: Clock) -> None:
    idle = channel()
    assert clock.seconds_until_end(connections_of(idle), others_serve=True) == pytest.approx(IDLE_S, abs=0.1)


def test_idle_connections_are_closed_at_once_if_no_other_process_serves(clock: Clock) -> None:
    idle = channel()
    assert clock.seconds_until_end(connections_of(idle), others_serve=False) == 0


def test_a_socket_is_not_waited_for(clock: Clock) -> None:
    upgraded = channel()
    upgraded.transport.protocol = object()
    assert clock.seconds_until_end(connections_of(upgraded), others_serve=True) == 0


def test_a_closed_connection_is_not_waited_for(clock: Clock) -> None:
    closed = channel()
    closed.transport.connected = 0
    assert clock.seconds_until_end(connections_of(closed), others_serve=True) == 0
