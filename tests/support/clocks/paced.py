"""A steady pace for writes that run beside a test."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

Item = TypeVar("Item")


async def paced(items: Iterable[Item], *, every_s: float) -> AsyncIterator[Item]:
    """Yields each item, and pauses for `every_s` seconds after it."""
    for item in items:
        yield item
        await asyncio.sleep(every_s)
