"""The faults: signals, network faults, stopped servers, and actions of users. Each fault ends by itself."""

import asyncio
import os
import random
import signal
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import psycopg

from tests.bench.harness.wire import until
from tests.nemesis.email_server import POINTS, REACHED_WITHIN_S, Point
from tests.nemesis.installation import Installation
from tests.nemesis.requests import EmailRequests, Requests, ScanRequests
from tests.nemesis.simulated_device import SimulatedDevice
from tests.nemesis.users import Users
from tests.support.servers.faulty_proxy import NO_FAULTS, NetworkFaults, Proxy
from tests.support.servers.server import Server

Fault = Callable[[], Coroutine[Any, Any, None]]
KILL_SENDERS = "kill -9 of processes that send emails"
KILLS_OF_SENDERS = len(POINTS) + 1  # by one such fault
KILL_SCAN_WORKER, KILLS_OF_SCAN_WORKER = "kill -9 of the scan worker", 3
SCAN_S = 0.5  # on an idle machine, a scan ends within this time after the start of its measurement
KILL_CADDY = "kill -9 of Caddy"
# Faults that may interrupt the emails that one process is sending, or those of all processes.
FAULTS_OF_ONE_PROCESS = ("kill -9 of a web process", "SIGTERM of a web process")
FAULTS_OF_ALL_PROCESSES = ("pg_terminate_backend", "crash of PostgreSQL")
OTHER_BACKENDS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


class Nemesis:
    """The faults by name. A seed gives the same faults in the same order, at times that depend on the machine."""

    def __init__(
        self,
        installation: Installation,
        users: Users,
        devices: list[SimulatedDevice],
        requests: Requests,
        rng: random.Random,
    ) -> None:
        self._installation, self._users, self._devices, self._rng = installation, users, devices, rng
        self._requests = requests
        self.kills = Counter[str]()  # of processes, by what they did
        self.faults: dict[str, Fault] = {
            "kill -9 of a web process": lambda: self._kill(self._any_server()),
            "SIGSTOP of a web process": self._stop_server,
            "SIGTERM of a web process": self._terminate_server,
            KILL_CADDY: self._kill_caddy,
            "cut": self._cut_connections,
            "half-open": self._leave_half_open,
            "delay": lambda: self._disturb_network(NetworkFaults(delay_s=0.2)),
            "dribble": lambda: self._disturb_network(NetworkFaults(dribbles=True)),
            "blackhole": lambda: self._disturb_network(NetworkFaults(loses_requests=True)),
            "responses lost after the commit": lambda: self._disturb_network(NetworkFaults(loses_responses=True)),
            "crash of devices": self._crash_devices,
            "end of sessions": self._end_sessions,
            "flip of a role": self._flip_role,
            "kill -9 of a writer beside the servers": self._kill_operator,
            "rollbacks and savepoints beside the servers": self._write_beside_servers,
            "pruning": self._prune,
        }
        if installation.job_processes:
            self.faults[KILL_SENDERS] = self._kill_senders
        if installation.scan_worker:
            self.faults[KILL_SCAN_WORKER] = self._kill_scan_worker
        if installation.postgresql:
            self.faults |= {
                "pg_terminate_backend": self._terminate_backends,
                "crash of PostgreSQL": self._crash_postgresql,
                "SIGSTOP of Redis": self._stop_redis,
                "kill -9 of Redis": self._kill_redis,
            }
        else:
            self.faults["the write lock held"] = self._hold_the_lock

    def interrupted_emails(self, faults: Counter[str]) -> int:
        """The most emails that kills, faults and restores can have interrupted. On PostgreSQL, web processes send none."""
        of_all = sum(faults[name] for name in faults if name in FAULTS_OF_ALL_PROCESSES or name.startswith("restore"))
        of_one = sum(times for kill, times in self.kills.items() if kill.startswith(f"{KILL_SENDERS}: "))
        of_one += 0 if self._installation.postgresql else sum(faults[name] for name in FAULTS_OF_ONE_PROCESS)
        return (of_one + of_all * len(self._installation.job_processes)) * self._installation.emails_at_once

    def _pause(self, least: float = 0.3, most: float = 2.0) -> Awaitable[None]:
        return asyncio.sleep(self._rng.uniform(least, most))

    def _any_server(self) -> Server:
        return self._rng.choice(self._installation.servers)

    def _any_proxy(self) -> Proxy:
        return self._rng.choice(self._installation.proxies)

    async def _kill(self, server: Server) -> None:
        server.kill()
        await self._pause()
        self._restart(server)

    async def _kill_senders(self) -> None:
        """Kill a process at each point of a delivery, in random order, then one a random time after a point."""
        async with self._sending(self._requests.emails):
            for point in self._rng.sample(POINTS, len(POINTS)):
                await self._kill_sender(point)
            await self._kill_sender(self._rng.choice(POINTS), later_s=self._rng.uniform(0.0, 0.3))

    @asynccontextmanager
    async def _sending(self, requests: EmailRequests | ScanRequests) -> AsyncIterator[None]:
        """Send these requests during the block, which may last longer than the round's writes."""
        sending = asyncio.create_task(requests.send())
        try:
            yield
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _kill_sender(self, point: Point, later_s: float | None = None) -> None:
        """Kill a process while the email server holds its delivery, or `later_s` after the server has continued."""
        with suppress(TimeoutError):  # no process could send an email, because of another fault
            async with self._installation.email_server.held_at(point) as name:
                process = self._installation.job_processes[name]
                self.kills[f"{KILL_SENDERS}: {point if later_s is None else 'later'}"] += 1
                if later_s is None:
                    process.kill()
            if later_s is not None:
                await asyncio.sleep(later_s)
                process.kill()
            await self._pause()
            self._restart(process)

    async def _kill_scan_worker(self) -> None:
        """Kill the worker a random time after a measurement begins: while it measures, compares or stores."""
        worker = self._installation.scan_worker
        assert worker is not None
        async with self._sending(self._requests.scans):
            for _ in range(KILLS_OF_SCAN_WORKER):
                if not await self._measurement_begins():
                    return  # another fault prevents the measurements
                await asyncio.sleep(self._rng.uniform(0.0, SCAN_S))
                worker.kill()
                self.kills[f"{KILL_SCAN_WORKER} in a scan"] += 1
                with suppress(RuntimeError):  # the command may fail too, because of another fault
                    await self._installation.operator.do("end_leases_of_scans")
                await self._pause()
                self._restart(worker)

    async def _measurement_begins(self) -> bool:
        """Wait for the next measurement; False if none begins in time."""
        measured = self._installation.page_speed.calls
        before = measured.total()
        return await until(lambda: measured.total() > before, within_s=REACHED_WITHIN_S)

    async def _kill_caddy(self) -> None:
        """End the connections of about a fourth of the devices, with the requests on their way."""
        self.kills["connections of a killed Caddy"] += len(self._installation.proxies[-1].lines)
        await self._kill(self._installation.caddy)

    async def _terminate_server(self) -> None:
        server = self._any_server()
        await asyncio.to_thread(server.stop)
        self._restart(server)

    def _restart(self, server: Server) -> None:
        if not server.is_running:
            server.launch()

    async def _stop_server(self) -> None:
        server = self._any_server()
        if server.is_running:
            os.kill(server.pid, signal.SIGSTOP)
            try:
                await self._pause(0.5, 5.0)
            finally:
                with suppress(ProcessLookupError):
                    os.kill(server.pid, signal.SIGCONT)

    async def _cut_connections(self) -> None:
        self._any_proxy().cut(self._rng.choice([0.2, 1.0]))

    async def _leave_half_open(self) -> None:
        self._any_proxy().half_open(self._rng.choice([0.2, 1.0]))

    async def _disturb_network(self, faults: NetworkFaults) -> None:
        proxy = self._any_proxy()
        proxy.faults = faults
        await self._pause(0.5, 3.0)
        proxy.faults = NO_FAULTS

    async def _crash_devices(self) -> None:
        for device in self._rng.sample(self._devices, max(1, len(self._devices) // 5)):
            device.check_alive()
            await device.crash()
            device.start()

    async def _end_sessions(self) -> None:
        await self._users.end_sessions(self._rng.choice(self._users.owners))

    async def _flip_role(self) -> None:
        await self._users.flip_role(self._rng.choice(self._users.with_changing_roles))

    async def _kill_operator(self) -> None:
        writes = asyncio.create_task(self._write_beside_servers())
        await self._pause(0.1, 1.0)
        await self._installation.operator.kill()
        await writes

    async def _write_beside_servers(self) -> None:
        with suppress(RuntimeError):
            await self._installation.operator.do("run_rollbacks", seed=self._rng.randrange(10**9))

    async def _prune(self) -> None:
        with suppress(RuntimeError):
            await self._installation.operator.do("prune", keep=1000)

    async def _terminate_backends(self) -> None:
        with suppress(psycopg.OperationalError), self._installation.place.store() as store:
            store.execute(OTHER_BACKENDS)

    async def _crash_postgresql(self) -> None:
        server = self._installation.postgresql
        assert server is not None
        await asyncio.to_thread(server.kill)
        await self._pause()
        await asyncio.to_thread(server.start)

    async def _stop_redis(self) -> None:
        redis = self._installation.redis
        assert redis is not None
        with redis.paused():
            await self._pause(0.5, 4.0)

    async def _kill_redis(self) -> None:
        redis = self._installation.redis
        assert redis is not None
        redis.kill()
        await self._pause(0.5, 4.0)
        await asyncio.to_thread(redis.start)

    async def _hold_the_lock(self) -> None:
        with self._installation.place.store() as store:
            store.execute("PRAGMA busy_timeout = 0")
            while not store.in_transaction:
                with suppress(sqlite3.OperationalError):
                    store.execute("BEGIN IMMEDIATE")
                await asyncio.sleep(0.005)
            await self._pause(0.3, 1.5)
            store.rollback()
