"""Holds up whoever writes an answer piece by piece for as long as its connection takes no more.

Daphne's `send` never waits (187 MB to a reader who never reads: the longest took 0.2 ms, and the process grew by as much).
"""

import asyncio
from typing import Any

from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

PATIENCE_S = 60.0  # with one who takes nothing at all


@implementer(IPushProducer)
class Pace:
    """What Twisted tells when a connection's buffer is full (64 KB), and when it has left."""

    def __init__(self, request: Any) -> None:
        self._request = request
        self._free = asyncio.Event()
        self._free.set()
        request.registerProducer(self, True)

    def pauseProducing(self) -> None:
        self._free.clear()

    def resumeProducing(self) -> None:
        self._free.set()

    def stopProducing(self) -> None:
        """The connection is gone."""
        self._free.set()

    async def keep(self) -> None:
        """Wait until there is room; who takes nothing for a minute is cut off."""
        try:
            await asyncio.wait_for(self._free.wait(), PATIENCE_S)
        except TimeoutError:
            self._request.channel.forceAbortClient()
