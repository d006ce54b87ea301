"""A simulated device, whose replica, outbox and journal survive every disconnect and crash."""

import asyncio
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from tests.nemesis.connections import HttpConnection, Json, NoResponse, Socket
from tests.nemesis.journal import Applied, DeviceOwner, Grant, Journal, LateNotice, decode
from tests.nemesis.outbox import Outbox
from tests.support.sync.replica import Cursor, Replica

CANARY = re.compile(rb"canary-\d{3}")
BUILD = "2099.1.1"
BACKOFF_S = (0.1, 1.0)  # a real device: 0.5 s to 30 s
MAX_SPREAD_S = 1.0  # the longest delay of a reconnect, even if the server requests more


class SimulatedDevice:
    """One device of one user. `port` returns the port of a server, `renew` replaces the user's rejected token."""

    ping_s, pong_limit_s = 2.0, 3.0  # a real device: 25 s and 10 s

    def __init__(
        self,
        number: int,
        owner: DeviceOwner,
        seed: int,
        *,
        port: Callable[[], int],
        renew: Callable[[DeviceOwner, str], Any],
    ) -> None:
        self.number, self.owner = number, owner
        self.replica = Replica()
        self.journals: dict[str, Journal] = {}
        self.grants: list[Grant] = []
        self.counts: Counter[str] = Counter()
        self.leaks: list[str] = []
        self.late_notices: list[LateNotice] = []
        self.role = ""
        self._rng = random.Random(seed)
        self._port, self._renew = port, renew
        self._dev = str(uuid4())
        self.outbox = Outbox(number, owner, self._rng, self._connect, renew)
        self._granted: dict[str, Grant] = {}
        self._socket: Socket | None = None
        self._tasks: list[asyncio.Task[None]] = []

    # Start, crash and writes.

    def start(self) -> None:
        self._tasks = [asyncio.create_task(step()) for step in (self._stay_connected, self.outbox.send)]

    async def crash(self) -> None:
        """End all tasks of the device; the stored state is still there at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._hang_up()

    def check_alive(self) -> None:
        """Raise the exception that ended a task: a frame that breaks the protocol, or a defect of this model."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    def write(self, threads: dict[str, str]) -> None:
        """Queue a write in a thread where this user may write. `threads` has the canary of each thread."""
        thread = self.owner.client if self.role == "client" else self._rng.choice(list(threads))
        last = self.replica.rows.get(("threads", thread), {}).get("last_message_id")
        self.outbox.write(thread, threads[thread], last, is_admin=self.role == "admin")

    def begin_anew(self) -> None:
        """Start new journals, because the oracle has checked everything up to the current cursors."""
        cursors = self.replica.cursors
        self.journals = {stream: Journal(cursors[stream].c, cursors[stream].at) for stream in self.journals}
        self.grants = list(self._granted.values())
        self.late_notices = []

    def forget_since(self, timestamp: float) -> None:
        """The database is restored to this monotonic time: numbers get new meanings, and later writes may be lost."""
        self.grants, self.late_notices = [], []
        self.outbox.forget_since(timestamp)

    # The connection.

    async def _stay_connected(self) -> None:
        wait = 0.0
        while True:
            await asyncio.sleep(wait)
            wait = self._rng.uniform(*BACKOFF_S)
            token = self.owner.token
            socket = self._socket = Socket()
            try:
                await socket.connect(self._port())
                code = await self._follow(socket, token)
            except (OSError, TimeoutError, EOFError):
                self.counts["connections that failed"] += 1
            except NoResponse:
                self.counts["first loads that failed"] += 1
            else:
                self.counts[f"closed with {code}"] += 1
                if code == 4401:
                    await self._renew(self.owner, token)
            finally:
                self._hang_up()

    def _hang_up(self) -> None:
        if self._socket is not None:
            self._socket.abort()
            while not self._socket.inbox.empty():
                payload = self._socket.inbox.get_nowait()
                if not isinstance(payload, bytes) or b'"subs":' in payload[:2000]:
                    break  # later frames may be of streams that this frame grants
                self._check(payload)
        self._socket = None
        self._granted = {}

    async def _follow(self, socket: Socket, token: str) -> int | None:
        tab = {"dev": self._dev, "tab": self._dev, "subs": self.replica.subs()}
        socket.send_frame("hello", p=1, build=BUILD, token=token, vis=True, **tab)
        is_pinged = False
        while True:
            try:
                async with asyncio.timeout(self.pong_limit_s if is_pinged else self.ping_s):
                    payload = await socket.inbox.get()
            except TimeoutError:
                if is_pinged:
                    raise
                is_pinged = True
                socket.send_frame("ping", n=1)
                continue
            is_pinged = False
            if not isinstance(payload, bytes):
                return payload
            self._check(payload)
            await self._handle(socket, *decode(payload), token)

    async def _handle(self, socket: Socket, frame: Json, applied: Applied | None, token: str) -> None:
        match frame["t"]:
            case "ok":
                self.counts["hellos"] += 1
                self.role = frame["role"]
                for stream in self.replica.streams - {sub["s"] for sub in frame["subs"]}:
                    self._drop(stream)  # before any load, because its rows may be of an earlier state
                await self._on_subscriptions(socket, frame["subs"], token)
            case "subs":
                await self._on_subscriptions(socket, frame["subs"], token)
            case "ch" if frame["s"] not in self._granted:
                self.leaks.append(f"{self.owner.email} received {frame} of a stream that it does not follow")
            case "ch" if applied is not None and frame["s"] in self.replica.cursors:
                self._store(frame, applied)
                socket.send_frame("ack", c={frame["s"]: frame["to"]})
            case "revoke":
                self.counts["revocations"] += 1
                self._granted.pop(frame["s"], None)
                self._drop(frame["s"])
                if frame["s"] == "w" or frame["s"].startswith("c:"):
                    self.role = "client" if frame["s"] == "w" else "admin"
            case "bye":
                await asyncio.sleep(self._rng.uniform(0, min(frame["after"][1] / 1000, MAX_SPREAD_S)))

    async def _on_subscriptions(self, socket: Socket, subs: list[Json], token: str) -> None:
        for sub in subs:
            self._granted[sub["s"]] = Grant(sub["s"], sub["head"])
            self.grants.append(self._granted[sub["s"]])
        for sub in subs:
            if sub["mode"] == "resume":
                continue
            if sub["mode"] == "reset":
                self.counts[f"resets: {sub['why']}"] += 1
            self._drop(sub["s"])
            if await self._load(sub["s"], token):
                cursor = self.replica.cursors[sub["s"]]
                self.journals[sub["s"]] = Journal(cursor.c, cursor.at)
                socket.send_frame("sub", subs=[offer for offer in self.replica.subs() if offer["s"] == sub["s"]])

    def _store(self, frame: Json, applied: Applied) -> None:
        self.replica.apply(frame)
        self.journals[frame["s"]].frames.append(applied)
        self._granted[frame["s"]].upto = applied.end
        self.counts["changes delivered"] += len(applied.items)

    def _drop(self, stream: str) -> None:
        self.replica.drop(stream)
        self.journals.pop(stream, None)

    async def _load(self, stream: str, token: str) -> bool:
        """Make a first load (BO1); returns False if the user has lost the stream. Raises NoResponse."""
        connection = self._connect()
        try:
            start = self._ok(await connection.request("POST", "/realtime/v1/bootstrap", token, {"s": stream}))
            for tbl in start["tables"]:
                after: str | None = ""
                while after is not None:
                    path = f"/realtime/v1/rows?s={stream}&tbl={tbl}" + (f"&after={after}" if after else "")
                    page = self._ok(await connection.request("GET", path, token))
                    for row in page["rows"]:
                        self.replica.put(stream, tbl, row)
                    after = page["next"]
        except LookupError:
            self._drop(stream)
            return False
        finally:
            connection.close()
        self.replica.cursors[stream] = Cursor(start["e"], start["c"], start["at"])
        self.counts["first loads"] += 1
        return True

    def _ok(self, response: tuple[int, Any]) -> Any:
        status, body = response
        if status != 200:
            raise LookupError if status in {401, 404} else NoResponse
        return body

    # Searches everything that the device receives for data of other clients.

    def _connect(self) -> HttpConnection:
        return HttpConnection(self._port(), self._on_response)

    def _on_response(self, response: bytes) -> None:
        if time.monotonic() > self.owner.admin_until:
            self._check_for_leaks(response)

    def _check(self, payload: bytes) -> None:
        self.counts["frames"] += 1
        if "w" not in self._granted:
            self._check_for_leaks(payload)

    def _check_for_leaks(self, payload: bytes) -> None:
        foreign = self._foreign(payload)
        frame: Json = decode(payload)[0] if foreign and payload.startswith(b'{"t":"ch"') else {}
        if frame.get("s") == f"u:{self.owner.user}":
            # Notices that were sent to the user as an admin may arrive late, in stream order; the oracle then expects
            # their removal.
            for item in frame["d"]:
                text = json.dumps(item)
                if self._foreign(text.encode()):
                    self.late_notices.append(LateNotice(frame["s"], item["seq"], item["id"], text))
        elif foreign:
            self.leaks.append(f"{self.owner.canary or self.owner.email} received data of {foreign}: {payload[:300]!r}")

    def _foreign(self, payload: bytes) -> set[str]:
        """The canaries of other clients in a payload."""
        return {match.decode() for match in CANARY.findall(payload)} - {self.owner.canary}
