"""The installation of the day: Caddy, two web processes, a worker, PostgreSQL, Redis, and fakes of external services."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from tests.support.fakes.page_speed import KEY, running_page_speed
from tests.support.fakes.push_service import PushService, running_push_service
from tests.support.fakes.sandbox import running_sandbox
from tests.support.servers.caddy import Caddy, caddy
from tests.support.servers.crash_harness import Place
from tests.support.servers.deployment import WEB, WORKER, UnitProcess
from tests.support.servers.distributed import own_keys
from tests.support.servers.operator_process import OperatorProcess
from tests.support.servers.postgresql_and_redis import PostgreSQL, Redis, back_up, put_back
from tests.support.servers.server import Server, free_port

DURABLE = ("max_connections=100",)  # no setting turns durability off, so commits reach the disk as at a provider
PAUSE_S = 20  # between two processes of a rolling restart, as in deploy/docs/update.md


class Installation:
    """The processes of the installation. Each gets `settings`; the end of `running` kills them."""

    def __init__(self, folder: Path, settings: dict[str, Any], running: ExitStack) -> None:
        self.postgresql, self.redis = PostgreSQL(DURABLE), Redis()
        running.callback(self.postgresql.kill)
        running.callback(self.redis.kill)
        shared = {"DATABASE_URL": self.postgresql.address, "REDIS_URL": self.redis.address}
        settings = {**shared, **own_keys(folder), **settings}
        self.place = Place(folder / "data", {}, settings)
        self.web = [UnitProcess(self.place.data_dir, WEB, **settings) for _ in range(2)]
        self.worker = UnitProcess(self.place.data_dir, WORKER, **settings)
        for process in (*self.web, self.worker):
            running.callback(process.kill)
        self.operator = OperatorProcess(self.place)
        self._copy = folder / "copy"
        self.proxy: Caddy

    @property
    def pids(self) -> dict[str, Callable[[], int | None]]:
        """For each process by name, a function that returns its process id, or None while it does not run."""

        def pid_of(process: Server) -> Callable[[], int | None]:
            return lambda: process.pid if process.is_running else None

        servers = {"web 1": self.web[0], "web 2": self.web[1], "worker": self.worker, "proxy": self.proxy}
        redis = {"redis": lambda: self.redis.process.pid}
        return {name: pid_of(process) for name, process in servers.items()} | redis

    async def start(self) -> None:
        """Start the processes that do not run; the first web process migrates the database."""
        for process in self.web:
            if not process.is_running:
                await asyncio.to_thread(process.start)
        if not self.worker.is_running:
            self.worker.launch()

    async def rolling_restart(self, pause_s: float = PAUSE_S) -> None:
        """Restart one process after the other, as in deploy/docs/update.md."""
        for process in (*self.web, self.worker):
            await asyncio.to_thread(process.stop)
            if process is self.worker:
                process.launch()  # it has no port to wait for
            else:
                await asyncio.to_thread(process.start)
            await asyncio.sleep(pause_s)

    async def back_up(self) -> None:
        """Copy the database while the processes run."""
        self._copy.unlink(missing_ok=True)
        await asyncio.to_thread(back_up, self.postgresql.address, self._copy)

    async def restore(self) -> None:
        """Stop every process, restore the copy, rotate the epoch, and start again."""
        for process in (*self.web, self.worker):
            await asyncio.to_thread(process.stop)
        await self.operator.kill()
        await asyncio.to_thread(put_back, self._copy, self.postgresql.address)
        await asyncio.to_thread(self.web[0].manage, "rotate_epoch", "--yes")
        await self.start()


@asynccontextmanager
async def installed(folder: Path) -> AsyncIterator[tuple[Installation, PushService]]:
    """A running installation in `folder`, whose language model, PageSpeed and push service are fakes."""
    with ExitStack() as running:
        model = running.enter_context(running_sandbox(folder / "model", "", free_port()))
        speed, pushes = running.enter_context(running_page_speed()), running.enter_context(running_push_service())
        settings = {
            "OPENAI_BASE_URL": model.url,
            "OPENAI_API_KEY": "soak",
            "CHAT_PER_MINUTE": "1000",
            "PAGESPEED_API": speed.url,
            "PAGESPEED_KEY": KEY,
            "PUSH_PRIVATE": "127.0.0.0/8",
            "SOCKETS_PER_USER": "1000",
        }
        installation = Installation(folder, settings, running)
        await installation.start()
        installation.proxy = running.enter_context(caddy(folder / "proxy", [web.port for web in installation.web]))
        try:
            yield installation, pushes
        finally:
            await installation.operator.kill()
