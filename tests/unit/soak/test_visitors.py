"""The visitors of a day: the errors of their actions reach the report."""

import asyncio

import pytest

from tests.soak.measurements import Measurements
from tests.soak.visitors import GaveUp, Visitors

TIMEOUT_S = 5


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (GaveUp("read scores: 404 no such page"), "read scores: 404 no such page"),
        (KeyError("rows"), "read: KeyError('rows')"),
    ],
)
async def test_an_error_of_an_action_is_recorded_and_the_next_action_begins(
    error: Exception, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    measurements, has_begun_again, begun = Measurements(), asyncio.Event(), 0

    async def fail() -> None:
        nonlocal begun
        begun += 1
        if begun == 2:
            has_begun_again.set()
        raise error

    visitors = Visitors("http://127.0.0.1:1", [], [], measurements, seed=1)
    monkeypatch.setattr(visitors, "read", fail)
    acting = asyncio.create_task(visitors.act("read", rate=1_000))
    await asyncio.wait_for(has_begun_again.wait(), TIMEOUT_S)
    acting.cancel()
    await visitors.finish()
    assert (len(measurements.errors), set(measurements.errors)) == (begun, {line})
