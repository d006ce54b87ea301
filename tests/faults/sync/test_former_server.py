"""The former version's server is replaced by this version's under connected devices, on the same store."""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from itertools import cycle
from pathlib import Path

import pytest

from tests.bench.harness.wire import until
from tests.nemesis.journal import DeviceOwner
from tests.nemesis.simulated_device import SimulatedDevice
from tests.soak.checks import Stored, accepted, problems, read_stored
from tests.soak.day import end
from tests.support.clocks.paced import paced
from tests.support.database.stores import STORE
from tests.support.migrations import released
from tests.support.servers.caddy import caddy
from tests.support.servers.crash_harness import Json, Place, sign_up
from tests.support.servers.operator_process import LIMIT
from tests.support.servers.server import FOR_TESTS, ROOT, START_S, Server

pytestmark = pytest.mark.thorough

FROZEN = ROOT / "tests/frozen"
NODE = [str(ROOT / ".venv/bin/node"), "--import", str(FROZEN / "from_pwa.mjs"), str(FROZEN / "device.mjs")]
PROCESSES = {"sqlite": 1, "postgresql": 2}[STORE]
DEVICES_EACH = 3
MESSAGES = 10  # before, while and after the server is replaced; a first load has 200 messages of a thread
WRITE_EVERY_S = 0.5  # on a fake IndexedDB the app stores a few messages a second on a busy machine
MAX_WAITING = 4  # unsent entries of a device that writes
ERRORS = {"outdated", "locked", "signed-out"}  # states of the link that a screen shows as an error
MIGRATIONS = "SELECT COUNT(*) FROM django_migrations"


class FormerApp:
    """Maya's device with the former version's client, in a Node process. `links` are the states of its link so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.links: list[str] = []
        self.written: list[str] = []
        self._state: Json = {}
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def begin(cls, place: Place, url: str) -> "FormerApp":
        maya = place.accounts["maya"]
        step = {"base": url, "client": str(FROZEN / f"client-{released.VERSION}.mjs"), "build": released.VERSION}
        request = json.dumps({"user": maya.user_id, "token": maya.token, "steps": [step]})
        pipe = subprocess.PIPE
        start = asyncio.create_subprocess_exec
        return cls(await start(*NODE, request, cwd=ROOT / "pwa", limit=LIMIT, stdin=pipe, stdout=pipe))

    def write(self, message: Json) -> None:
        self.written.append(message["content"])
        self._send(message)

    async def end(self, messages: int) -> Json:
        """What the device holds once it has this many messages and nothing unsent, or after a minute."""
        self._send(messages)
        await self._reading
        return self._state

    def kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()

    def _send(self, line: Json | int) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line).encode() + b"\n")

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            if line.startswith(b"["):
                [self._state] = json.loads(line)
            else:
                self.links.append(line.decode().strip())


class FormerDevice(SimulatedDevice):
    """A device that writes only what the former version knows: no marks of threads that need no answer."""

    def write(self, threads: dict[str, str]) -> None:
        [(thread, canary)] = threads.items()
        last = self.replica.rows.get(("threads", thread), {}).get("last_message_id")
        self.outbox.write(thread, canary, last, is_admin=False)


class Users:
    """The devices of maya and ana, at the port of the proxy, and what they write."""

    def __init__(self, place: Place, port: int, app: FormerApp) -> None:
        self._place, self._app = place, app
        self.thread = str(place.accounts["maya"].client_id)
        self.devices = [
            FormerDevice(number, self._owner(name), number, port=lambda: port, renew=self._renew)
            for number, name in enumerate(["maya", "ana"] * DEVICES_EACH)
        ]

    def _owner(self, name: str) -> DeviceOwner:
        account = self._place.accounts[name]
        return DeviceOwner(account.user_id, account.client_id or "", name, "", account.token)

    async def _renew(self, owner: DeviceOwner, token: str) -> None:
        raise AssertionError(f"{owner.email} is signed out")

    async def write(self) -> None:
        """Write on one device after the other, and in the app, until this task is cancelled."""
        async for device in paced(cycle(self.devices), every_s=WRITE_EVERY_S):
            device.check_alive()
            if device.role and device.outbox.waiting < MAX_WAITING:
                device.write({self.thread: "hello"})
            self._app.write(self._place.message(f"of the former app {len(self._app.written)}"))

    async def send_more(self) -> None:
        """Wait until MESSAGES more messages are accepted."""
        before = len(accepted(self.devices))
        assert await until(lambda: len(accepted(self.devices)) >= before + MESSAGES, within_s=START_S)

    async def connect(self, times: int) -> None:
        """Wait until the server has accepted every device this many times in all."""
        assert await until(lambda: all(one.counts["hellos"] >= times for one in self.devices), within_s=START_S)

    async def finish(self) -> Stored:
        """Wait until everything that was written is stored, and every device has all changes; returns what is stored."""

        assert await until(lambda: not self._unfinished(), within_s=START_S), self._unfinished()
        return read_stored(self._place)

    def _unfinished(self) -> list[str]:
        """What is not stored, or not on a device yet, as sentences."""
        stored = {text for _, text, _ in read_stored(self._place).messages.values()}
        problems = [f"{text!r} is not stored" for text in self._app.written if text not in stored]
        heads = dict(self._place.rows("SELECT id, head FROM sync_stream"))
        for device, cursors in zip(self.devices, self.cursors(), strict=True):
            device.check_alive()
            if device.outbox.waiting or not cursors.items() <= heads.items():
                waiting = device.outbox.waiting
                problems.append(
                    f"{device.number} has {waiting} unsent entries and {cursors}, and the heads are {heads}"
                )
        return problems

    def cursors(self) -> list[dict[str, int]]:
        """The number of the last change of each device, for each stream."""
        return [{s: cursor.c for s, cursor in one.replica.cursors.items()} for one in self.devices]


@asynccontextmanager
async def connected(place: Place, port: int) -> AsyncIterator[tuple[Users, FormerApp]]:
    """The devices, which write during the block until `finish` is called."""
    app = await FormerApp.begin(place, f"http://localhost:{port}")
    users = Users(place, port, app)
    for device in users.devices:
        device.start()
    try:
        yield users, app
    finally:
        app.kill()
        await asyncio.gather(*(device.crash() for device in users.devices))


async def replace(server: Server) -> None:
    """End the former version's process, and start this version's at the same port, as an upgrade does."""
    await asyncio.to_thread(server.stop)
    server.root = ROOT
    await asyncio.to_thread(server.start)


@pytest.mark.timeout(10 * START_S)
async def test_devices_continue_when_the_former_server_is_replaced(tmp_path: Path) -> None:
    """On PostgreSQL one of two processes is replaced after the other, so that both versions run on one store meanwhile.

    No device shows an error or loads again, and each message is stored once.
    """
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    place, root = Place(data_dir, {}, released.installation(data_dir)), released.server_code(tmp_path / "former")
    settings = {**FOR_TESTS, **place.settings}
    servers = [Server(data_dir, root, **settings) for _ in range(PROCESSES)]
    with ExitStack() as running:
        for server in servers:
            running.callback(server.stop)
            server.start()
        sign_up(place, servers[0])
        migrations = place.rows(MIGRATIONS)
        proxy = running.enter_context(caddy(tmp_path / "caddy", [server.port for server in servers]))
        async with connected(place, proxy.port) as (users, app):
            writing = asyncio.create_task(users.write())
            await users.connect(1)
            assert await until(lambda: "live" in app.links, within_s=START_S)
            await users.send_more()
            before, loads = users.cursors(), [device.counts["first loads"] for device in users.devices]
            for server in servers:
                await replace(server)
            await users.connect(2)
            await users.send_more()
            assert await end([writing]) == []
            stored = await users.finish()
            texts = sorted(text for client, text, _ in stored.messages.values() if client == users.thread)
            state = await app.end(len(texts))
        assert place.rows(MIGRATIONS) > migrations
    assert problems(users.devices, stored) == []
    assert (state["link"], state["unsent"], sorted(state["messages"])) == ("live", 0, texts)
    assert ERRORS & set(app.links) == set()
    for device, old, new in zip(users.devices, before, users.cursors(), strict=True):
        stream = f"c:{users.thread}" if device.role == "client" else "w"
        assert new[stream] > old[stream]
    assert [device.counts["first loads"] for device in users.devices] == loads
    ends = {count for device in users.devices for count in device.counts if count.startswith("closed with")}
    assert ends <= {"closed with None", "closed with 1012"}
