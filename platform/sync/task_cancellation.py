"""Ends tasks, those too that call a library which swallows a cancellation."""

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_AFTER_S = 0.1


async def end(tasks: Iterable["asyncio.Task[Any]"]) -> None:
    """Cancel until each is done: the Redis client loses a cancellation that meets it while it connects."""
    waiting = set(tasks)
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=AGAIN_AFTER_S)
