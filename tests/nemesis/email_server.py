"""An email server that holds a delivery at a chosen point, so that the nemesis can kill the sending process there."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes
from functools import partial
from typing import Any, Literal, get_args

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.support.servers.server import free_port

HOST = "127.0.0.1"
REACHED_WITHIN_S = 300.0  # a process that starts needs up to a minute, and without Redis it polls every 10 s
# Points of a delivery: the server has the sender, the recipient, or the content; or it has accepted the email.
Point = Literal["MAIL", "RCPT", "content", "accepted"]
POINTS: tuple[Point, ...] = get_args(Point)


class Connection(SMTP):
    """A connection of one process."""

    process = ""


class HoldingEmailServer:
    """Has a port for each process. `received` counts the accepted emails by id, since the last restore."""

    def __init__(self) -> None:
        self._ports: defaultdict[str, int] = defaultdict(free_port)
        self._listeners: list[asyncio.Server] = []
        self.received: Counter[str] = Counter()
        self.received_before_restore: set[str] = set()
        self._point: Point | None = None
        self._sender: asyncio.Future[str] | None = None
        self._released = asyncio.Event()

    def address_for(self, process: str) -> str:
        """The EMAIL_URL of a process. Call it before `open`."""
        return f"smtp://{HOST}:{self._ports[process]}"

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        for process, port in self._ports.items():
            self._listeners.append(await loop.create_server(partial(self._connection, process), HOST, port))

    def close(self) -> None:
        for listener in self._listeners:
            listener.close()

    def forget(self) -> None:
        """Begin to count anew, because a restored store sends the emails again that wait in it."""
        self.received_before_restore |= self.received.keys()
        self.received = Counter()

    @asynccontextmanager
    async def held_at(self, point: Point) -> AsyncIterator[str]:
        """Hold the next delivery that reaches `point` during the block; yields the name of the sending process.

        Raises TimeoutError if none reaches it.
        """
        self._point, self._sender = point, asyncio.get_running_loop().create_future()
        self._released.clear()
        try:
            async with asyncio.timeout(REACHED_WITHIN_S):
                sender = await self._sender
            yield sender
        finally:
            self._point = None
            self._released.set()

    async def handle_MAIL(
        self, server: Connection, session: Session, envelope: Envelope, sender: str, options: Any
    ) -> str:
        envelope.mail_from = sender
        await self._reach("MAIL", server)
        return "250 OK"

    async def handle_RCPT(self, server: Connection, session: Session, envelope: Envelope, to: str, options: Any) -> str:
        envelope.rcpt_tos.append(to)
        await self._reach("RCPT", server)
        return "250 OK"

    async def handle_DATA(self, server: Connection, session: Session, envelope: Envelope) -> str:
        await self._reach("content", server)
        assert isinstance(envelope.content, bytes)
        self.received[message_from_bytes(envelope.content)["Message-ID"].strip("<>").partition("@")[0]] += 1
        await self._reach("accepted", server)
        return "250 OK"

    def _connection(self, process: str) -> Connection:
        connection = Connection(self, hostname="localhost")
        connection.process = process
        return connection

    async def _reach(self, point: Point, connection: Connection) -> None:
        if point == self._point and self._sender is not None and not self._sender.done():
            self._sender.set_result(connection.process)
            await self._released.wait()
