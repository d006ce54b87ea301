"""Admission of connections to a process: hellos that wait in line, devices that are rejected, and their delays."""

import asyncio
from contextlib import AsyncExitStack
from uuid import UUID

import pytest

from sync.hub import admission
from sync.hub.admission import Admission

MAYA, ANA = UUID(int=1), UUID(int=2)


class Clock:
    """A fake of the event loop's clock, in seconds; a test sets `at`."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


async def wait_in_line(line: Admission, many: int, stack: AsyncExitStack) -> list["asyncio.Task[None]"]:
    """Start `many` hellos that never end; the process handles the first four, and the others wait."""

    async def wait_forever() -> None:
        async with line.line():
            await asyncio.get_running_loop().create_future()

    waiting = [asyncio.create_task(wait_forever()) for _ in range(many)]
    stack.callback(lambda: [task.cancel() for task in waiting])
    await asyncio.sleep(0)
    return waiting


async def slow_down(line: Admission, clock: Clock, seconds: float, hellos: int = 200) -> None:
    """Send many hellos at once, each of which takes `seconds`."""

    async def take_seconds() -> None:
        async with line.line():
            await asyncio.sleep(0)
            clock.at += seconds

    await asyncio.gather(*(take_seconds() for _ in range(hellos)))


async def test_ad1_four_hellos_run_at_a_time_and_the_next_takes_the_first_free_place() -> None:
    line, inside = Admission(1, Clock()), 0
    ends = [asyncio.get_running_loop().create_future() for _ in range(admission.CONCURRENT_LOOKUPS + 1)]

    async def wait_for_end(end: "asyncio.Future[None]") -> None:
        nonlocal inside
        async with line.line():
            inside += 1
            await end

    tasks = [asyncio.create_task(wait_for_end(end)) for end in ends]
    await asyncio.sleep(0)
    assert (inside, line.in_line) == (4, 5)
    ends[2].set_result(None)
    await tasks[2]
    await asyncio.sleep(0)
    assert (inside, line.in_line) == (5, 4)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert line.in_line == 0


async def test_ad1_a_device_that_would_wait_over_4_s_is_sent_away() -> None:
    line = Admission(1, Clock())
    longest = round(admission.WAIT_MAX_S / admission.PACE_S)
    async with AsyncExitStack() as stack:
        await wait_in_line(line, longest, stack)
        assert line.overload_spread() is None
        await wait_in_line(line, 1, stack)
        assert line.overload_spread() is not None


async def test_ad2_rejected_devices_return_spread_at_the_pace() -> None:
    clock = Clock()
    line = Admission(1, clock)
    async with AsyncExitStack() as stack:
        await wait_in_line(line, 2500, stack)
        spreads = [line.overload_spread() for _ in range(400)]
        starts = [spread[0] for spread in spreads if spread]
        assert starts == sorted(starts)
        assert (starts[0], starts[-1] - starts[0]) == (5_002, 399 * 2)
        assert {spread[1] - spread[0] for spread in spreads if spread} == {round(admission.SPREAD_S * 1000)}
        # A minute later the delays of earlier devices are over, so the next device gets the shortest delay.
        clock.at += 60
        assert (line.overload_spread() or (0, 0))[0] == 5_002


async def test_ad2_no_device_is_sent_away_for_more_than_two_minutes() -> None:
    clock = Clock()
    line = Admission(1, clock)
    await slow_down(line, clock, admission.PACE_MAX_S)
    async with AsyncExitStack() as stack:
        await wait_in_line(line, 1_300, stack)
        assert line.overload_spread() == (120_000, 120_500)


async def test_ad2_the_pace_is_the_one_of_the_process() -> None:
    clock = Clock()
    line = Admission(1, clock)
    await slow_down(line, clock, 0.02)
    async with AsyncExitStack() as stack:
        await wait_in_line(line, 190, stack)
        assert line.overload_spread() is None
        await wait_in_line(line, 20, stack)
        assert line.overload_spread() is not None


async def test_ad2_a_slow_start_sends_no_device_away() -> None:
    clock = Clock()
    line = Admission(1, clock)
    await slow_down(line, clock, admission.PACE_MAX_S, hellos=10)
    async with AsyncExitStack() as stack:
        await wait_in_line(line, 1_000, stack)
        assert line.overload_spread() is None


async def test_ad2_a_quiet_hour_does_not_change_the_pace() -> None:
    clock = Clock()
    line = Admission(1, clock)
    for _ in range(200):
        clock.at += 3600
        async with line.line():
            clock.at += 1
    async with AsyncExitStack() as stack:
        await wait_in_line(line, 1900, stack)
        assert line.overload_spread() is None


def test_ad3_connections_are_limited_per_user() -> None:
    line = Admission(2, Clock())
    assert [line.enter(MAYA), line.enter(MAYA)] == [None, None]
    assert line.enter(MAYA) == (30_000, 60_000)
    assert line.enter(ANA) is None
    line.leave(MAYA)
    assert line.enter(MAYA) is None
    for user in (MAYA, MAYA, ANA):
        line.leave(user)
    with pytest.raises(KeyError):
        line.leave(ANA)
