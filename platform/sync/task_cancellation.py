"""Ends asyncio tasks, also those in a library that swallows a cancellation."""

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_AFTER_S = 0.1


async def end(tasks: Iterable["asyncio.Task[Any]"]) -> None:
    """Cancel each task until it is done, because the Redis client loses a cancellation that comes while it connects."""
    waiting = set(tasks)
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=AGAIN_AFTER_S)
