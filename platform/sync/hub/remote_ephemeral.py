"""Carries ephemeral messages between processes over the channel layer; messages that fail are dropped."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable

from channels.layers import BaseChannelLayer, get_channel_layer

from sync import task_cancellation
from sync.hub.ephemeral import Message
from sync.hub.outage import OUTAGE

GROUP = "sync.eph"
SEND_TIMEOUT_S = 2.0
AGAIN_AFTER_S = 1.0
WAITING = 1_000  # messages; if more wait, the oldest is dropped


class Carrier:
    """The carrier of one process, on its event loop. `receive` gets the name of the sending process and its message."""

    def __init__(self, receive: Callable[[str, Message], None]) -> None:
        self._receive = receive
        self._process = secrets.token_hex(6)
        self._waiting: deque[Message] = deque(maxlen=WAITING)
        self._wake_up = asyncio.Event()
        layer = get_channel_layer()
        steps = (self._send(layer), self._listen(layer)) if layer is not None else ()
        self._tasks = [asyncio.get_running_loop().create_task(step) for step in steps]

    def send(self, message: Message) -> None:
        """Queue `message` for the other processes, if there is a channel layer; never waits."""
        if self._tasks:
            self._waiting.append(message)
            self._wake_up.set()

    async def stop(self) -> None:
        await task_cancellation.end(self._tasks)

    async def _send(self, layer: BaseChannelLayer) -> None:
        while True:
            await self._wake_up.wait()
            self._wake_up.clear()
            while self._waiting:
                message = {"type": "sync.eph", "by": self._process, "m": self._waiting.popleft()}
                try:
                    async with asyncio.timeout(SEND_TIMEOUT_S):
                        await layer.group_send(GROUP, message)
                except Exception as error:
                    OUTAGE.report_failure(error)
                    self._waiting.clear()
                else:
                    OUTAGE.report_success()

    async def _listen(self, layer: BaseChannelLayer) -> None:
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while True:
                    message = await layer.receive(channel)
                    OUTAGE.report_success()
                    if message["by"] != self._process:
                        self._receive(message["by"], message["m"])
            except Exception as error:
                OUTAGE.report_failure(error)
                await asyncio.sleep(AGAIN_AFTER_S)
