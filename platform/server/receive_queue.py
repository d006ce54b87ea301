"""What a connection has said and its application has not taken: what Daphne needs of `asyncio.Queue`."""

from typing import Any

from sync.connection.wake_event import Bell


class Inbox:
    """0.3 kB instead of 2.6 for each connection. The application is the only one who takes."""

    __slots__ = ("_bell", "_messages")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._bell = Bell()

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        self._bell.ring()

    async def get(self) -> Any:
        """The oldest message, once there is one."""
        while not self._messages:
            await self._bell.heard()
        return self._messages.pop(0)
