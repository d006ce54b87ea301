"""An installation under test: web processes behind proxies, workers, an operator process, and the database."""

import asyncio
import os
import random
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from server.worker.jobs import WORKERS as HUEY_THREADS
from tests.nemesis.email_server import HoldingEmailServer
from tests.nemesis.plan import Plan
from tests.support.fakes.page_speed import KEY, FakePageSpeed, running_page_speed
from tests.support.servers.backup_scripts import without_question
from tests.support.servers.caddy import Caddy
from tests.support.servers.crash_harness import Place
from tests.support.servers.deployment import WEB, WORKER, UnitProcess
from tests.support.servers.distributed import own_keys
from tests.support.servers.faulty_proxy import NO_FAULTS, Proxy
from tests.support.servers.operator_process import OperatorProcess
from tests.support.servers.postgresql_and_redis import PostgreSQL, Redis, back_up, put_back
from tests.support.servers.server import ROOT, SHIPPED, Server

SHORT_LEASES = {"DJANGO_SETTINGS_MODULE": "tests.support.servers.settings.short_leases", "PYTHONPATH": str(ROOT)}
READY_LIMIT_S = SCRIPT_LIMIT_S = 240  # on a busy machine


class WorkerProcess(UnitProcess):
    """A worker that reports at its port whether it is ready, and runs all jobs except scans."""

    jobs = "other"

    def arguments(self) -> list[str]:
        return ["--health-port", str(self.port), "--jobs", self.jobs]


class ScanWorkerProcess(WorkerProcess):
    """A worker that runs scans alone."""

    jobs = "scans"


class Installation:
    """The servers, proxies, email server, Redis and PostgreSQL of one run, shared with no other run.

    `page_speed` measures websites. Devices reach a web process through one of `proxies`, the last of which leads to
    `caddy` in front of all web processes, and each other one to one web process.
    """

    def __init__(self, folder: Path, plan: Plan, page_speed: FakePageSpeed) -> None:
        self.rng, self.page_speed = random.Random(plan.seed), page_speed
        self.postgresql = PostgreSQL() if plan.store == "postgresql" else None
        self.redis = Redis() if plan.store == "postgresql" else None
        self.email_server = HoldingEmailServer()
        settings: dict[str, str] = {}
        if self.postgresql and self.redis:
            folder.mkdir(parents=True, exist_ok=True)
            shared = {"DATABASE_URL": self.postgresql.address, "REDIS_URL": self.redis.address}
            settings = {**shared, **own_keys(folder)}
        self.place = Place(folder / "data", {}, settings)
        # The next email of a user needs no pause, so that many are on their way when a process is killed.
        own_settings = {**settings, "AUTH_MAIL_COOLDOWN_S": "0", **(SHORT_LEASES if plan.has_short_leases else {})}
        own_settings |= {"PAGESPEED_API": page_speed.url, "PAGESPEED_KEY": KEY, "SCAN_RUNS": "1"}

        def process(kind: type[UnitProcess], unit: str, name: str) -> UnitProcess:
            address = self.email_server.address_for(name)
            return kind(self.place.data_dir, unit, **own_settings, EMAIL_URL=address)

        web = {f"web-{n}": process(UnitProcess, WEB, f"web-{n}") for n in range(plan.processes)}
        workers = {f"worker-{n}": process(WorkerProcess, WORKER, f"worker-{n}") for n in range(plan.workers)}
        self.servers = list(web.values())
        # The processes that run effects, by the name under which the email server knows them.
        self.job_processes = workers if self.postgresql else web
        # A process sends one email at a time in its thread of effects. A worker also does so in each of Huey's threads.
        self.emails_at_once = 1 + HUEY_THREADS if self.postgresql else 1
        self.scan_worker = process(ScanWorkerProcess, WORKER, "scans") if self.postgresql and workers else None
        self.caddy = Caddy(folder / "caddy", [server.port for server in self.servers])
        others = (self.scan_worker, self.caddy) if self.scan_worker else (self.caddy,)
        self._processes: list[Server] = list(dict.fromkeys([*self.servers, *self.job_processes.values(), *others]))
        self.proxies = [Proxy(server.port, self.rng) for server in (*self.servers, self.caddy)]
        self.operator = OperatorProcess(self.place)
        self._copy = folder / "copy"

    @property
    def port(self) -> int:
        """The port of a random proxy, because every process serves every device."""
        return self.rng.choice(self.proxies).port

    @property
    def port_without_caddy(self) -> int:
        """The port of a random proxy that leads to one web process. Caddy repeats a GET whose process has died."""
        return self.rng.choice(self.proxies[:-1]).port

    async def begin(self) -> None:
        await self.email_server.open()
        for proxy in self.proxies:
            await proxy.open()
        await self.start()

    async def start(self) -> None:
        """Start the servers and workers that are not running, and wait until all are ready."""
        self.restart_ended_processes()
        await asyncio.gather(*(self.ready(process) for process in self._processes))

    def restart_ended_processes(self) -> None:
        """Start the servers and workers that have ended, as systemd does (Restart=always)."""
        for server in self._processes:
            if not server.is_running:
                server.launch()

    async def ready(self, server: Server) -> None:
        async with asyncio.timeout(READY_LIMIT_S):
            while not await asyncio.to_thread(server.is_ready):
                if not server.is_running:
                    raise RuntimeError(f"a server ended by itself:\n{server.log_tail()}")
                await asyncio.sleep(0.1)

    async def heal(self) -> None:
        """End all network faults and start all servers and workers."""
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
        for process in self._processes:
            process.kill()
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
        self.email_server.forget()
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
        for process in self._processes:
            process.kill()
        self.email_server.close()
        for service in (self.postgresql, self.redis):
            if service:
                service.kill()


@asynccontextmanager
async def running_installation(folder: Path, plan: Plan) -> AsyncIterator[Installation]:
    """A running installation, which is ended after the block."""
    with running_page_speed() as page_speed:
        installation = Installation(folder, plan, page_speed)
        try:
            await installation.begin()
            yield installation
        finally:
            await installation.close()
