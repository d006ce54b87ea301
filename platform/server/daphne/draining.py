"""Ends the HTTP connections of a stopping process without losing a request that a proxy has sent or is about to send.

Daphne cancels running requests when it stops (django/daphne#177).
"""

import asyncio
import time
from typing import Any
from weakref import WeakSet

POLL_EVERY_S = 0.05
# A proxy that keeps connections open sends requests over them until it notices that the port is closed: Caddy by its
# health check, every 2 s. A request that meets a closing connection is lost, because a proxy must not repeat it.
IDLE_S = 3.0
IN_FLIGHT_MAX_S = 8.0  # less than the time that systemd and compose give a process to end


class Connections:
    """The open HTTP connections of a process. While `are_ending`, a connection closes after its next response."""

    def __init__(self) -> None:
        self.are_ending = False
        self._channels: WeakSet[Any] = WeakSet()

    def add(self, channel: Any) -> None:
        self._channels.add(channel)

    async def end(self, *, others_serve: bool) -> None:
        """Wait until every request has its response.

        If `others_serve` (the proxy has other processes), also wait until the proxy no longer uses idle connections.
        """
        self.are_ending = True
        start = time.monotonic()
        while (waited := time.monotonic() - start) < IN_FLIGHT_MAX_S:
            channels = self._open()
            is_idle = not any(channel.requests for channel in channels)
            if is_idle and (not channels or not others_serve or waited >= IDLE_S):
                return
            await asyncio.sleep(POLL_EVERY_S)

    def _open(self) -> list[Any]:
        """The channels whose connection is open. An upgraded connection belongs to a WebSocket, no longer to its channel."""
        return [
            channel
            for channel in self._channels
            if channel.transport is not None and channel.transport.connected and channel.transport.protocol is channel
        ]
