"""The queue of messages that a connection has received: the part of `asyncio.Queue` that Daphne uses.

No upstream issue: Daphne creates its queue itself, and 2.6 kB matter only with many idle connections.
"""

from typing import Any

from sync.connection.wake_event import WakeEvent


class ReceiveQueue:
    """A queue that takes 0.3 kB per connection instead of 2.6. Supports a single consumer, the application."""

    __slots__ = ("_messages", "_wake_event")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._wake_event = WakeEvent()

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        self._wake_event.notify()

    async def get(self) -> Any:
        """The oldest message, once there is one."""
        while not self._messages:
            await self._wake_event.wait()
        return self._messages.pop(0)
