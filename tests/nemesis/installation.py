"""An installation under test: web processes as their unit starts them, each behind a proxy, a hand, and the store."""

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.servers.crash_harness import Place
from tests.support.servers.deployment import WEB, UnitProcess
from tests.support.servers.distributed import own_keys
from tests.support.servers.faulty_proxy import CLEAR, Proxy
from tests.support.servers.postgresql_and_redis import PostgreSQL, Redis, back_up, put_back
from tests.support.servers.server import ROOT, SHIPPED

READY_S = 240  # on a machine that has much else to do
HAND_S = 240
LIMIT = 64 * 1024 * 1024  # bytes of one answer of the hand


class Hand:
    """The process of tests.nemesis.operators; it can be killed at any moment, and another is started when it is needed."""

    def __init__(self, place: Place) -> None:
        self._env = os.environ | SHIPPED | {"DATA_DIR": str(place.data_dir), "DEMO": "0"} | place.settings
        self._env["PYTHONPATH"] = f"{ROOT / 'platform'}{os.pathsep}{ROOT}"
        self._process: asyncio.subprocess.Process | None = None
        self._one_at_a_time = asyncio.Lock()

    async def do(self, deed: str, **asked: object) -> Any:
        """Have it done, and what it says. Raises RuntimeError if it says no, or dies."""
        async with self._one_at_a_time:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            line = b""
            with suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(HAND_S):
                    process.stdin.write(json.dumps({"do": deed, **asked}).encode() + b"\n")
                    await process.stdin.drain()
                    line = await process.stdout.readline()
            if not line.endswith(b"\n"):  # it died; or it is late, and must not answer the next one with this
                await self.kill()
                raise RuntimeError(f"no answer to {deed}")
            said = json.loads(line)
            if "failed" in said:
                raise RuntimeError(said["failed"])
            return said["is"]

    async def surely(self, deed: str, **asked: object) -> Any:
        """Have something done that may be done twice, however often it is disturbed."""
        for _ in range(10):
            with suppress(RuntimeError):
                return await self.do(deed, **asked)
        return await self.do(deed, **asked)

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            command = [sys.executable, "-m", "tests.nemesis.operators"]
            self._process = await asyncio.create_subprocess_exec(
                *command,
                cwd=ROOT,
                env=self._env,
                limit=LIMIT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._process

    async def kill(self) -> None:
        """End it as a crash does (-9), whatever it is doing."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


class Installation:
    """Servers, proxies, Redis and PostgreSQL of one run, all its own."""

    def __init__(self, folder: Path, store: str, processes: int, chance: random.Random) -> None:
        self.chance = chance
        self.postgresql = PostgreSQL() if store == "postgresql" else None
        self.redis = Redis() if store == "postgresql" else None
        settings: dict[str, str] = {}
        if self.postgresql and self.redis:
            folder.mkdir(parents=True, exist_ok=True)
            shared = {"DATABASE_URL": self.postgresql.address, "REDIS_URL": self.redis.address}
            settings = {**shared, **own_keys(folder)}
        self.place = Place(folder / "data", {}, settings)
        self.servers = [UnitProcess(self.place.data_dir, WEB, **settings) for _ in range(processes)]
        self.proxies = [Proxy(server.port, chance) for server in self.servers]
        self.hand = Hand(self.place)
        self._copy = folder / "copy"

    @property
    def port(self) -> int:
        """Where a device knocks next: any process serves anybody."""
        return self.chance.choice(self.proxies).port

    async def begin(self) -> None:
        for proxy in self.proxies:
            await proxy.open()
        await self.start()

    async def start(self) -> None:
        """Start whatever does not run, and wait until all are ready."""
        self.restart_what_ended()
        await asyncio.gather(*(self.ready(server) for server in self.servers))

    def restart_what_ended(self) -> None:
        """As the unit has it: Restart=always."""
        for server in self.servers:
            if not server.is_running:
                server.launch()

    async def ready(self, server: UnitProcess) -> None:
        async with asyncio.timeout(READY_S):
            while not await asyncio.to_thread(server.is_ready):
                if not server.is_running:
                    raise RuntimeError(f"a server ended by itself:\n{server.said()}")
                await asyncio.sleep(0.1)

    async def heal(self) -> None:
        """Everything works again; faults that end by themselves have ended."""
        for proxy in self.proxies:
            proxy.weather = CLEAR
        await self.start()

    async def back_up(self) -> None:
        """A copy of the store as it is now, while everything goes on; by the script of deploy/ where it has one."""
        self._copy.unlink(missing_ok=True)
        if self.postgresql:
            await asyncio.to_thread(back_up, self.postgresql.address, self._copy)
        else:
            await self._script("backup")

    async def restore(self, *, as_told: bool) -> None:
        """Put the copy back as deploy/README.md has it; else without what rotates the epoch."""
        for server in self.servers:
            server.kill()
        await self.hand.kill()
        if self.postgresql:
            await asyncio.to_thread(put_back, self._copy, self.postgresql.address)
            if as_told:
                await asyncio.to_thread(self.servers[0].manage, "rotate_epoch")
        elif as_told:
            await self._script("restore")
        else:
            for file in self.place.data_dir.glob("pulseboard.sqlite3*"):
                file.unlink()
            (self.place.data_dir / "pulseboard.sqlite3").write_bytes(self._copy.read_bytes())
        await self.start()

    async def _script(self, name: str) -> None:
        env = os.environ | SHIPPED | {"DATA_DIR": str(self.place.data_dir)}
        command = [ROOT / "deploy" / name, self._copy]
        await asyncio.to_thread(
            subprocess.run, command, cwd=ROOT, env=env, check=True, capture_output=True, timeout=HAND_S
        )

    async def close(self) -> None:
        await self.hand.kill()
        for proxy in self.proxies:
            await proxy.close()
        for server in self.servers:
            server.kill()
        for real in (self.postgresql, self.redis):
            if real:
                real.kill()


@asynccontextmanager
async def installed(folder: Path, store: str, processes: int, seed: int) -> AsyncIterator[Installation]:
    """Started and ready; ended at the end, whatever state it is in."""
    made = Installation(folder, store, processes, random.Random(seed))
    try:
        await made.begin()
        yield made
    finally:
        await made.close()
