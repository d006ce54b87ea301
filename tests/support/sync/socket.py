"""A device's socket on the ASGI application: sends frames, and records every frame received."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings

from sync.hub import hub, log_follower
from sync.writes import db_executor

Json = dict[str, Any]
WITHIN_S = 10.0


class Socket:
    """A WebSocket without a network; `frames` has all received frames, `closed` the close code."""

    def __init__(self, token: str = "", *, dev: str = "", tab: str = "", query: str = "") -> None:
        self.token, self.dev, self.tab = token, dev or str(uuid4()), tab or str(uuid4())
        self.frames: list[Json] = []
        self.texts: list[str] = []
        self.accepted = False
        self.closed: int | None = None
        self._query = query
        self._inbox: asyncio.Queue[Json] = asyncio.Queue()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self, *headers: tuple[bytes, bytes]) -> bool:
        """Connect; returns whether the application accepted."""
        from config.asgi import application

        scope = {
            "type": "websocket",
            "path": "/realtime/v1",
            "query_string": self._query.encode(),
            "headers": [(b"host", b"portal.test"), *headers],
            "subprotocols": [],
        }
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.get_running_loop().create_task(application(scope, self._inbox.get, self._receive))
        self._task.add_done_callback(lambda _: self._changed.set())
        await self.until(lambda: self.accepted or self.closed is not None)
        return self.accepted

    async def _receive(self, message: Json) -> None:
        match message["type"]:
            case "websocket.accept":
                self.accepted = True
            case "websocket.send":
                self.texts.append(message["text"])
                self.frames.append(json.loads(message["text"]))
            case "websocket.close" if self.closed is None:
                self.closed = message.get("code", 1000)
                self._inbox.put_nowait({"type": "websocket.disconnect", "code": self.closed})
        self._changed.set()

    def send(self, t: str, **fields: object) -> None:
        """Send one frame."""
        self.raw(json.dumps({"t": t, **fields}))

    def raw(self, text: str | None = None, data: bytes | None = None) -> None:
        """Send a text or binary message unchanged."""
        self._inbox.put_nowait({"type": "websocket.receive", "text": text, "bytes": data})

    async def hello(self, *subs: Json, **changed: object) -> Json:
        """Connect if necessary, send `hello`, and return the `ok`."""
        if not self.accepted:
            await self.open()
        self.send("hello", **(self.greeting(*subs) | changed))
        return await self.frame("ok")

    def greeting(self, *subs: Json) -> Json:
        """The fields of a `hello` of this device."""
        ids = {"dev": self.dev, "tab": self.tab, "token": self.token}
        return {"p": 1, "build": settings.BUILD, **ids, "vis": True, "subs": list(subs)}

    async def frame(self, t: str, **fields: object) -> Json:
        """The first frame of this kind; waits for it if necessary."""
        await self.until(lambda: bool(self.all(t, **fields)) or self.closed is not None)
        matches = self.all(t, **fields)
        assert matches, f"closed with {self.closed} instead of {t} {fields}; received {self.texts}"
        return matches[0]

    def all(self, t: str, **fields: object) -> list[Json]:
        """Every frame of this kind so far."""
        return [f for f in self.frames if f["t"] == t and all(f.get(name) == value for name, value in fields.items())]

    async def nth(self, n: int) -> Json:
        """The received frame with index `n`; waits up to an hour for it."""
        await self.until(lambda: len(self.frames) > n, within=3600)
        return self.frames[n]

    async def changes(self, stream: str, upto: int) -> list[Json]:
        """All `ch` frames of a stream; waits until the change with number `upto` has arrived."""
        await self.until(lambda: any(frame["to"] >= upto for frame in self.all("ch", s=stream)))
        return self.all("ch", s=stream)

    async def until(self, condition: Callable[[], bool], within: float = WITHIN_S) -> None:
        """Wait for a condition that received frames make true. Raises AssertionError after `within` seconds."""
        try:
            async with asyncio.timeout(within):
                while not condition():
                    if self._task is not None and self._task.done():
                        self._task.result()
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"not within {within} s; closed: {self.closed}, received: {self.texts}") from None

    async def close_code(self) -> int:
        """Wait for the server to close the socket; returns the close code."""
        await self.until(lambda: self.closed is not None)
        assert self.closed is not None
        return self.closed

    async def drain(self, n: int = 1) -> None:
        """Wait until the server has processed all frames sent so far: send a ping, and wait for its pong."""
        self.send("ping", n=n)
        await self.frame("pong", n=n)

    async def disconnect(self) -> None:
        """Disconnect, and wait until the application has ended."""
        if self._task is not None:
            if self.closed is None:
                self.closed = 1001
                self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
            await asyncio.wait_for(self._task, WITHIN_S)


Opener = Callable[..., Socket]


@pytest.fixture
async def sockets() -> AsyncIterator[Opener]:
    """Creates sockets. Afterwards it disconnects them all, stops the hub and closes the database connections."""
    opened: list[Socket] = []

    def opener(token: str = "", **options: str) -> Socket:
        opened.append(Socket(token, **options))
        return opened[-1]

    yield opener
    await disconnect_all(opened)


async def disconnect_all(sockets: Iterable[Socket]) -> None:
    for socket in sockets:
        await socket.disconnect()
    await hub.stop_running()
    db_executor.close_connections()


def cursor_at(sub: Json, at: str = "", **changed: object) -> Json:
    """The cursor at the head of the stream in an entry of `ok.subs`; `at` is the id of the change there."""
    return {"s": sub["s"], "e": sub["e"], "c": sub["head"], "at": at} | changed


def modes(answer: Json) -> dict[str, str]:
    """`{stream: mode}` of an `ok` or `subs`, with the reason of a reset: `reset future`."""
    return {sub["s"]: " ".join(filter(None, (sub["mode"], sub.get("why")))) for sub in answer["subs"]}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the hub check deadlines and the commits of other processes every 5 ms."""
    monkeypatch.setattr(hub, "TICK_S", 0.005)
    monkeypatch.setattr(log_follower, "HEADS_EVERY_S", 0.005)
    monkeypatch.setattr(log_follower, "POLL_EVERY_S", 0.005)
