"""Carries hints between processes over a channel layer: heads, never rows. A lost hint costs a second."""

import asyncio
import secrets
import threading
from collections.abc import Callable
from functools import cache

from channels.layers import BaseChannelLayer, get_channel_layer

from core import spans
from sync.hub.outage import OUTAGE
from sync.log.hints import Committed

GROUP = "sync.proc"
SEND_TIMEOUT_S = 2
AGAIN_AFTER_S = 1
PROCESS = secrets.token_hex(6)

Heads = dict[str, int]


class HintSender:
    """A thread with its own event loop, so that a commit never waits for the layer; newer heads replace older ones."""

    def __init__(self, layer: BaseChannelLayer) -> None:
        self._layer = layer
        self._heads: Heads = {}
        self._position: str | None = None  # the span of the newest commit
        self._lock = threading.Lock()
        self._loop = asyncio.new_event_loop()
        self._wake_up = asyncio.Event()
        threading.Thread(target=self._run, name="sync-hints", daemon=True).start()

    def send(self, committed: Committed) -> None:
        with self._lock:
            for stream, changes in committed.items():  # a second writer thread may report an older head later
                self._heads[stream] = max(changes[-1].seq, self._heads.get(stream, 0))
            self._position = spans.position()
        self._loop.call_soon_threadsafe(self._wake_up.set)

    def _run(self) -> None:
        self._loop.run_until_complete(self._send())

    async def _send(self) -> None:
        while True:
            await self._wake_up.wait()
            self._wake_up.clear()
            with self._lock:
                heads, self._heads = self._heads, {}
                span = {"span": self._position} if self._position is not None else {}
            try:
                async with asyncio.timeout(SEND_TIMEOUT_S):
                    await self._layer.group_send(GROUP, {"type": "sync.hint", "h": heads, "by": PROCESS, **span})
            except Exception as error:
                OUTAGE.report_failure(error)
            else:
                OUTAGE.report_success()


async def listen(on_heads: Callable[[Heads], None]) -> None:
    """Call `on_heads` with the heads that other processes commit, forever. Without a channel layer, returns at once."""
    layer = get_channel_layer()
    if layer is None:
        return
    while True:
        try:
            channel = await layer.new_channel()
            await layer.group_add(GROUP, channel)
            while True:
                message = await layer.receive(channel)
                OUTAGE.report_success()
                if message["by"] != PROCESS:
                    with spans.inside(message.get("span")):
                        on_heads(message["h"])
        except Exception as error:
            OUTAGE.report_failure(error)
            await asyncio.sleep(AGAIN_AFTER_S)


@cache
def _sender() -> HintSender | None:
    layer = get_channel_layer()
    return HintSender(layer) if layer is not None else None


def send(committed: Committed) -> None:
    """Send the heads that this process committed to the others, if there is a channel layer."""
    sender = _sender()
    if sender is not None:
        sender.send(committed)
