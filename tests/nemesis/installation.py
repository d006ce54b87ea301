"""An installation under test: web processes behind proxies, an operator process, and the database."""

import asyncio
import os
import random
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.servers.backup_scripts import without_question
from tests.support.servers.crash_harness import Place
from tests.support.servers.deployment import WEB, UnitProcess
from tests.support.servers.distributed import own_keys
from tests.support.servers.faulty_proxy import NO_FAULTS, Proxy
from tests.support.servers.operator_process import OperatorProcess
from tests.support.servers.postgresql_and_redis import PostgreSQL, Redis, back_up, put_back
from tests.support.servers.server import ROOT, SHIPPED

READY_LIMIT_S = SCRIPT_LIMIT_S = 240  # on a busy machine


class Installation:
    """The servers, proxies, Redis and PostgreSQL of one run, shared with no other run."""

    def __init__(self, folder: Path, store: str, processes: int, rng: random.Random) -> None:
        self.rng = rng
        self.postgresql = PostgreSQL() if store == "postgresql" else None
        self.redis = Redis() if store == "postgresql" else None
        settings: dict[str, str] = {}
        if self.postgresql and self.redis:
            folder.mkdir(parents=True, exist_ok=True)
            shared = {"DATABASE_URL": self.postgresql.address, "REDIS_URL": self.redis.address}
            settings = {**shared, **own_keys(folder)}
        self.place = Place(folder / "data", {}, settings)
        self.servers = [UnitProcess(self.place.data_dir, WEB, **settings) for _ in range(processes)]
        self.proxies = [Proxy(server.port, rng) for server in self.servers]
        self.operator = OperatorProcess(self.place)
        self._copy = folder / "copy"

    @property
    def port(self) -> int:
        """The port of a random proxy, because every process serves every device."""
        return self.rng.choice(self.proxies).port

    async def begin(self) -> None:
        for proxy in self.proxies:
            await proxy.open()
        await self.start()

    async def start(self) -> None:
        """Start the servers that are not running, and wait until all are ready."""
        self.restart_ended_servers()
        await asyncio.gather(*(self.ready(server) for server in self.servers))

    def restart_ended_servers(self) -> None:
        """Start the servers that have ended, as systemd does (Restart=always)."""
        for server in self.servers:
            if not server.is_running:
                server.launch()

    async def ready(self, server: UnitProcess) -> None:
        async with asyncio.timeout(READY_LIMIT_S):
            while not await asyncio.to_thread(server.is_ready):
                if not server.is_running:
                    raise RuntimeError(f"a server ended by itself:\n{server.log_tail()}")
                await asyncio.sleep(0.1)

    async def heal(self) -> None:
        """End all network faults and start all servers."""
        for proxy in self.proxies:
            proxy.faults = NO_FAULTS
        await self.start()

    async def back_up(self) -> None:
        """Copy the database while it is in use, on SQLite with the script in deploy/."""
        self._copy.unlink(missing_ok=True)
        if self.postgresql:
            await asyncio.to_thread(back_up, self.postgresql.address, self._copy)
        else:
            await self._script("backup")

    async def restore(self, *, rotate_epoch: bool) -> None:
        """Restore the copy as in deploy/docs/backup.md, but without a new epoch if `rotate_epoch` is false."""
        for server in self.servers:
            server.kill()
        await self.operator.kill()
        if self.postgresql:
            await asyncio.to_thread(put_back, self._copy, self.postgresql.address)
            if rotate_epoch:
                await asyncio.to_thread(self.servers[0].manage, "rotate_epoch", "--yes")
        elif rotate_epoch:
            await self._script("restore")
        else:
            for file in self.place.data_dir.glob("pulseboard.sqlite3*"):
                file.unlink()
            (self.place.data_dir / "pulseboard.sqlite3").write_bytes(self._copy.read_bytes())
        await self.start()

    async def _script(self, name: str) -> None:
        env = os.environ | SHIPPED | {"DATA_DIR": str(self.place.data_dir)}
        command: list[str | Path] = [ROOT / "deploy" / name, *without_question(name), self._copy]
        await asyncio.to_thread(
            subprocess.run, command, cwd=ROOT, env=env, check=True, capture_output=True, timeout=SCRIPT_LIMIT_S
        )

    async def close(self) -> None:
        await self.operator.kill()
        for proxy in self.proxies:
            await proxy.close()
        for server in self.servers:
            server.kill()
        for service in (self.postgresql, self.redis):
            if service:
                service.kill()


@asynccontextmanager
async def running_installation(folder: Path, store: str, processes: int, seed: int) -> AsyncIterator[Installation]:
    """A running installation, which is ended after the block."""
    installation = Installation(folder, store, processes, random.Random(seed))
    try:
        await installation.begin()
        yield installation
    finally:
        await installation.close()
