"""A device without a replica: follows its streams, acknowledges every frame, and counts holes (PROTOCOL.md)."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from tests.bench.harness.users import Position, User
from tests.bench.harness.wire import WebSocket

BUILD = "2026.11.1"
PATH = "/realtime/v1"
AT_ONCE = 50  # connections that are opened at the same time
DISCONNECT_TIMEOUT_S = 30
CACHE_SIZE = 256
BACK_OFF_S, BACK_OFF_MAX_S = 0.5, 30.0


@dataclass(frozen=True, slots=True)
class Frame:
    """A decoded frame. A frame of changes also has its range, its acknowledgement and the ids of its messages."""

    kind: str
    fields: dict[str, Any]
    start: int = 0
    end: int = 0
    ack: bytes = b""
    messages: tuple[str, ...] = ()
    items: int = 0


# Devices of one stream get the same bytes. Decoding them once keeps the load cheap, as if each device had a core.
_decoded: dict[bytes, Frame] = {}


def decode(payload: bytes) -> Frame:
    cached = _decoded.get(payload)
    if cached is not None:
        return cached
    fields = json.loads(payload)
    if fields["t"] != "ch":
        return Frame(fields["t"], fields)
    ack = json.dumps({"t": "ack", "c": {fields["s"]: fields["to"]}}).encode()
    messages = tuple(item["id"] for item in fields["d"] if item["tbl"] == "messages")
    if len(_decoded) >= CACHE_SIZE:
        _decoded.clear()
    frame = Frame("ch", fields, fields["from"], fields["to"], ack, messages, len(fields["d"]))
    _decoded[payload] = frame
    return frame


class RetryLater(ConnectionResetError):
    """The server answered with `bye`; `after` is the range of the delay in ms until the next attempt."""

    def __init__(self, after: Sequence[int]) -> None:
        super().__init__(f"the server asks to reconnect after {after} ms")
        self.after = after


class Device(WebSocket):
    """Calls `on_changes` for each frame of changes, and sets `live` when every offered stream has caught up.

    `holes` counts the frames that do not follow the stream's last frame. `missed` has the streams whose head was beyond
    the cursor that this connection offered.
    """

    def __init__(self, user: User, positions: Sequence[Position], on_changes: Callable[[Frame], None]) -> None:
        super().__init__()
        self.user = user
        self.holes = 0
        self.frames = 0
        self.missed: set[str] = set()
        self.cursors = {p.s: p.c for p in positions}
        self.change_ids = {p.s: p.at for p in positions}
        self.epochs = {p.s: p.e for p in positions}
        self.live: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._on_changes = on_changes
        self._catching_up = set(self.cursors)
        self._ids = {"dev": str(uuid4()), "tab": str(uuid4())}

    def hello_frame(self) -> bytes:
        """The device's first frame, `hello`."""
        subs = [{"s": s, "e": self.epochs[s], "c": c, "at": self.change_ids[s]} for s, c in self.cursors.items()]
        hello = {"t": "hello", "p": 1, "build": BUILD, **self._ids, "token": self.user.token, "vis": True}
        return json.dumps(hello | {"subs": subs}).encode()

    def text(self, payload: bytes) -> None:
        frame = decode(payload)
        if frame.kind == "ch":
            stream = frame.fields["s"]
            self.holes += frame.start != self.cursors[stream] + 1
            self.cursors[stream] = frame.end
            self.change_ids[stream] = frame.fields["at"]
            self.frames += 1
            self.send(frame.ack)
            self._on_changes(frame)
        elif frame.kind == "live":
            self._catching_up.discard(frame.fields["s"])
            if not self._catching_up and not self.live.done():
                self.live.set_result(None)
        elif frame.kind == "bye" and not self.live.done():
            self.live.set_exception(RetryLater(frame.fields["after"]))
        elif frame.kind == "ok":
            not_resumed = [sub for sub in frame.fields["subs"] if sub["mode"] != "resume"]
            assert not not_resumed, f"not resumed: {not_resumed}"
            self.missed = {sub["s"] for sub in frame.fields["subs"] if sub["head"] > self.cursors[sub["s"]]}

    def closed(self, code: int | None) -> None:
        if not self.live.done():
            self.live.set_exception(ConnectionResetError(f"closed with {code} before it was live"))
            self.live.exception()  # avoids asyncio's warning if nobody awaits `live`

    def for_reconnect(self) -> "Device":
        """A device for the next connection, with this device's user and cursors."""
        return Device(self.user, self.positions(), self._on_changes)

    def positions(self) -> list[Position]:
        """The device's position in each of its streams."""
        return [Position(s, self.epochs[s], c, self.change_ids[s]) for s, c in self.cursors.items()]

    async def connect(self, port: int) -> None:
        """Open, send `hello`, and wait until the device is live. Raises OSError."""
        await self.open(port, PATH)
        self.send(self.hello_frame())
        await self.live


async def connect_all(devices: Sequence[Device], port: int, at_once: int = AT_ONCE) -> None:
    """Connect every device, at most `at_once` at a time."""
    slots = asyncio.Semaphore(at_once)

    async def connect(device: Device) -> None:
        async with slots:
            await device.connect(port)

    await asyncio.gather(*(connect(device) for device in devices))


async def reconnect(former: Device, port: int, *, skip_first_wait: bool = False) -> tuple[Device, int]:
    """Reconnect with the waits of CL7 until the device is live; `skip_first_wait` leaves out the first wait.

    Returns the live device, and how often the server answered with `bye`.
    """
    lost_at, wait, deferrals = time.monotonic(), (0.0, 0.0 if skip_first_wait else BACK_OFF_S), 0
    while True:
        await asyncio.sleep(random.uniform(*wait))
        device = former.for_reconnect()
        try:
            await device.connect(port)
        except RetryLater as error:
            wait = (error.after[0] / 1000, error.after[1] / 1000)
            deferrals += 1
        except OSError:
            wait = (0.0, min(max((time.monotonic() - lost_at) / 2, BACK_OFF_S), BACK_OFF_MAX_S))
        else:
            return device, deferrals


async def disconnect_all(devices: Sequence[WebSocket]) -> None:
    """Abort every connection, and wait until it has ended. Raises TimeoutError."""
    for device in devices:
        device.transport.abort()
    async with asyncio.timeout(DISCONNECT_TIMEOUT_S):
        for device in devices:
            await device.ended.wait()
