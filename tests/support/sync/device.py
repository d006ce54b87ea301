"""A device of one user: a socket that it follows, a replica, and first loads over HTTP."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable
from itertools import count
from typing import Any
from uuid import uuid4

import httpx

from core.actor import Actor
from sync import ports, queries
from sync.models import Stream
from sync.writes.db_executor import read
from tests.support.portal.agency import SignedInUser, http_client
from tests.support.sync.replica import Cursor, Replica
from tests.support.sync.socket import WITHIN_S, Socket

Json = dict[str, Any]


class StreamLost(Exception):
    """The user lost the stream after its first load began; the server also sends `revoke`."""


class Device:
    """Connects, loads missing streams and applies changes; it can be cut off and reconnected at any time."""

    def __init__(self, user: SignedInUser) -> None:
        self.user, self.replica = user, Replica()
        self.dev = str(uuid4())
        self.http = http_client(user.token)
        self._former_texts: list[str] = []
        self._socket: Socket | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    @property
    def is_connected(self) -> bool:
        return self._socket is not None

    async def connect(self) -> None:
        """Open a new socket and offer the cursors; closes the previous socket."""
        await self.cut()
        self._socket = Socket(self.user.token, dev=self.dev, tab=self.dev)
        await self._socket.hello(*self.replica.subs())
        self._task = asyncio.get_running_loop().create_task(self._follow(self._socket))

    async def load_without_http(self) -> None:
        """Load every stream of this user on a device that has loaded nothing. Only the positions use HTTP."""
        cursors = {}
        for stream in await self.streams():  # BO1: the position is read before the rows
            position = body_of(await self.http.post("/realtime/v1/bootstrap", json={"s": stream}))
            cursors[stream] = Cursor(position["e"], position["c"], position["at"])
        self.replica = await self.fresh()
        self.replica.cursors, self.replica.loads = cursors, len(cursors)

    async def cut(self) -> None:
        """Lose the connection, together with the frames that were received but not applied yet."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._socket is not None:
            await self._socket.disconnect()
            self._former_texts += self._socket.texts
        self._socket = self._task = None

    async def _follow(self, socket: Socket) -> None:
        for number in count():
            frame = await socket.nth(number)
            match frame["t"]:
                case "ok" | "subs":
                    await self._load_missing(socket, frame["subs"])
                case "ch":
                    if frame["s"] in self.replica.cursors:
                        self.replica.check_and_apply(frame)
                        socket.send("ack", c={frame["s"]: frame["to"]})
                case "revoke":
                    self.replica.drop(frame["s"])
            self._changed.set()

    async def _load_missing(self, socket: Socket, subs: Iterable[Json]) -> None:
        for sub in subs:
            if sub["mode"] == "resume":
                continue
            self.replica.drop(sub["s"])
            try:
                await self.load(sub["s"], self.replica)
            except StreamLost:
                self.replica.drop(sub["s"])
                continue
            [offer] = [own for own in self.replica.subs() if own["s"] == sub["s"]]
            socket.send("sub", subs=[offer])

    async def request(self, *streams: str) -> None:
        """Offer cursors of streams that the user may not follow, and wait for the `revoke` of each."""
        assert self._socket is not None
        self._socket.send("sub", subs=[{"s": stream, "e": "", "c": 0, "at": ""} for stream in streams])
        for stream in streams:
            await self._socket.frame("revoke", s=stream)

    async def load(self, stream: str, replica: Replica, limit: int = 500) -> None:
        """Make a first load over HTTP: the position, then every page of every table (BO1)."""
        position = body_of(await self.http.post("/realtime/v1/bootstrap", json={"s": stream}))
        replica.loads += 1
        for tbl in position["tables"]:
            async for row in pages(self.http, stream, tbl, limit):
                replica.put(stream, tbl, row)
        if stream == "w":
            await self._open_threads(replica)
        replica.cursors[stream] = Cursor(position["e"], position["c"], position["at"])

    async def _open_threads(self, replica: Replica) -> None:
        """An admin's device holds the messages of threads it has opened (BO4); this one opens them all."""
        for tbl, client_id in list(replica.rows):
            if tbl == "threads":
                page = await self.http.get("/rest/v1/messages", params={"client_id": client_id})
                for row in body_of(page)["rows"]:
                    replica.put("w", "messages", row)

    async def streams(self) -> tuple[str, ...]:
        """The streams that this user may follow now."""
        following = await read(lambda: ports.following_of.call(actor_of(self.user)))
        return following.streams if following else ()

    async def caught_up(self) -> None:
        """Wait until this device has every committed change of every stream it may follow."""
        try:
            async with asyncio.timeout(WITHIN_S):
                while not await self._is_caught_up():
                    if self._task is not None and self._task.done():
                        self._task.result()
                    self._changed.clear()
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._changed.wait(), 0.02)
        except TimeoutError:
            raise AssertionError(
                f"{self.user.email} is not caught up within {WITHIN_S} s: {self.replica.cursors}"
            ) from None

    async def _is_caught_up(self) -> bool:
        heads = dict(await read(lambda: list(Stream.objects.values_list("id", "head"))))
        streams = await self.streams()
        cursors = {stream: cursor.c for stream, cursor in self.replica.cursors.items()}
        return set(cursors) == set(streams) and all(cursors[stream] >= heads.get(stream, 0) for stream in streams)

    async def fresh(self) -> Replica:
        """A replica with the rows that a new device of this user loads now, and no cursors.

        Reads them without HTTP, because a first load is up to 40 requests of 5 ms.
        """
        replica = Replica()
        for stream in await self.streams():
            tables = await read(queries.first_pages, actor=actor_of(self.user), stream=stream)
            for tbl, (rows, following) in tables.items():
                assert following is None, f"{tbl} has more than one page"
                for row in rows:
                    replica.put(stream, tbl, json.loads(row))
            if stream == "w":
                await self._open_threads(replica)
        return replica

    def received(self) -> list[str]:
        """Every text that the server sent to this device, on all its sockets so far."""
        return [*self._former_texts, *(self._socket.texts if self._socket else [])]

    async def stop(self) -> None:
        await self.cut()
        await self.http.aclose()


def actor_of(user: SignedInUser) -> Actor:
    """The `actor` argument of a service for this user."""
    return Actor(user.id, user.session_id, user.email, 0)


def body_of(reply: httpx.Response) -> Json:
    """The body of a 200 response. Raises StreamLost for a 404."""
    if reply.status_code == 404:
        raise StreamLost
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def pages(http: httpx.AsyncClient, stream: str, tbl: str, limit: int = 500) -> AsyncIterator[Json]:
    """The rows of a table's first load, page after page."""
    after: str | None = ""
    while after is not None:
        params: dict[str, str | int] = {"s": stream, "tbl": tbl, "limit": limit}
        reply = await http.get("/realtime/v1/rows", params=params | ({"after": after} if after else {}))
        page = body_of(reply)
        for row in page["rows"]:
            yield row
        after = page["next"]
