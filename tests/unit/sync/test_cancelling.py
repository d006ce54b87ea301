"""`task_cancellation.end` ends tasks, even those that swallow a cancellation."""

import asyncio
import contextlib

from sync import task_cancellation


async def test_a_task_that_swallows_cancellations_still_ends() -> None:
    swallowed = 0

    async def stubborn() -> None:
        nonlocal swallowed
        while swallowed < 3:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            swallowed += 1

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    await asyncio.wait_for(task_cancellation.end([task]), 5)
    assert (task.done(), swallowed) == (True, 3)


async def test_a_failed_task_does_not_prevent_cancelling() -> None:
    async def failing() -> None:
        raise RuntimeError

    task = asyncio.create_task(failing())
    await asyncio.wait({task})
    await task_cancellation.end([task])
    assert isinstance(task.exception(), RuntimeError)
