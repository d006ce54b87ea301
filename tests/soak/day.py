"""Runs the day: users work while all connections break twice, during an upgrade and a restore; then the checks run."""

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.nemesis.users import Users
from tests.soak.checks import Stored, problems, read_stored
from tests.soak.devices import DayDevice
from tests.soak.installation import Installation, installed
from tests.soak.measurements import Measurements, memory_mb
from tests.soak.visitors import Visitors
from tests.support.fakes.push_service import PushService

MESSAGES_PER_S = 4.0
# The rate of each other action per second.
RATES = {"read": 3.0, "page": 1.5, "file": 0.2, "scan": 0.05, "chat": 0.2}
FIRST_STORM, UPGRADE, SECOND_STORM, RESTORE = 0.2, 0.4, 0.6, 0.75  # parts of the day
SAMPLES = 120
ADMIN_SHARE = 0.4  # of the messages
MAX_WAITING = 32  # entries in a device's outbox; a device with more does not write
START_WITHIN_S = 30.0
OFFLINE_WRITERS = 100
STALL_S, QUIET_S = 150.0, 900.0  # the longest wait after the last write: without progress, and in all


@dataclass
class Result:
    """The result of a day; `breaches` are the lines of `checks.problems`, and the devices that did not finish."""

    measurements: Measurements
    stored: Stored
    pushes: int
    breaches: list[str]


async def run(folder: Path, *, seconds: float, clients: int, admins: int, seed: int) -> Result:
    """Run a day of `seconds` seconds. Its processes store their data in `folder`."""
    async with installed(folder) as (installation, pushes):
        users = Users(installation.operator)
        await users.begin(clients, admins)
        return await Day(installation, users, pushes, seconds, seed).run()


class Day:
    """One day: a device for each user, and the visitors."""

    def __init__(
        self, installation: Installation, users: Users, pushes: PushService, seconds: float, seed: int
    ) -> None:
        self._installation, self._users, self._pushes = installation, users, pushes
        self._seconds, self._rng = seconds, random.Random(seed)
        port = installation.proxy.port
        self._devices = [
            DayDevice(number, owner, seed * 1000 + number, port=lambda: port, renew=users.renew)
            for number, owner in enumerate(users.owners)
        ]
        admins = [owner for owner in users.owners if not owner.client]
        self._measurements = Measurements()
        for device in self._devices:
            device.measurements = self._measurements
        url = f"http://127.0.0.1:{port}"
        self._visitors = Visitors(url, users.clients, admins, self._measurements, seed)

    async def run(self) -> Result:
        await self._visitors.begin(self._pushes)
        self._measurements.began = time.monotonic()
        self._measurements.event(f"{len(self._devices)} devices begin to connect")
        starting = asyncio.create_task(self._start_all())
        tasks = [starting, asyncio.create_task(self._sample())]
        try:
            await self._work()
            await self._visitors.finish()
            unfinished = await self._wait_until_quiet()
        finally:
            failed = await end(tasks)
            await asyncio.gather(*(device.crash() for device in self._devices))
        if failed:
            raise failed[0]
        rows = read_stored(self._installation.place)
        taken = await asyncio.to_thread(self._pushes.taken)
        return Result(self._measurements, rows, len(taken), unfinished + problems(self._devices, rows))

    async def _work(self) -> None:
        actions = [asyncio.create_task(self._visitors.act(kind, rate)) for kind, rate in RATES.items()]
        actions.append(asyncio.create_task(self._write()))
        try:
            await self._wait_until(FIRST_STORM)
            self._cut_all()
            await self._wait_until(UPGRADE)
            self._measurements.event("rolling upgrade begins")
            await self._installation.rolling_restart(min(20.0, self._seconds / 60))
            self._measurements.event("rolling upgrade has ended")
            await self._wait_until(SECOND_STORM)
            self._cut_all()
            await self._wait_until(RESTORE)
            await self._restore()
            await self._wait_until(1.0)
        finally:
            failed = await end(actions)
        if failed:
            raise failed[0]

    async def _start_all(self) -> None:
        """Start the devices one after another, spread over up to 30 s as the waits of CL7 spread them after an outage."""
        pause = min(START_WITHIN_S, self._seconds / 10) / len(self._devices)
        for device in self._rng.sample(self._devices, len(self._devices)):
            device.start()
            await asyncio.sleep(pause)

    async def _wait_until(self, part: float) -> None:
        """Wait until this part of the day, 0 to 1, is over. Raises the error of a device whose task has failed."""
        await asyncio.sleep(max(0.0, part * self._seconds - self._measurements.now()))
        for device in self._devices:
            device.check_alive()

    async def _write(self) -> None:
        """Users write at random times. While the installation is restored their devices are offline."""
        while True:
            await asyncio.sleep(self._rng.expovariate(MESSAGES_PER_S))
            if self._visitors.online.is_set():
                self._write_one(self._rng.random() < ADMIN_SHARE)

    def _write_one(self, is_admin: bool) -> None:
        role = "admin" if is_admin else "client"
        ready = [one for one in self._devices if one.role == role and one.outbox.waiting < MAX_WAITING]
        if ready:
            self._rng.choice(ready).write(self._users.threads)

    def _cut_all(self) -> None:
        self._measurements.event(f"{len(self._devices)} connections break")
        for device in self._devices:
            device.cut()

    async def _restore(self) -> None:
        """Take the devices offline, copy the database and replace it by the copy; devices queue what users write meanwhile."""
        self._visitors.online.clear()
        await asyncio.gather(*(device.crash() for device in self._devices))
        self._measurements.event("backup; devices are offline and write")
        await self._installation.back_up()
        connected = [device for device in self._devices if device.role]
        for device in self._rng.sample(connected, min(OFFLINE_WRITERS, len(connected))):
            device.write(self._users.threads)
        await self._installation.restore()
        self._measurements.event("restored; devices connect and load again")
        await self._start_all()
        self._visitors.online.set()

    async def _sample(self) -> None:
        while True:
            await asyncio.sleep(self._seconds / SAMPLES)
            with suppress(OSError):
                self._measurements.sample(memory_mb(self._installation.pids))

    async def _wait_until_quiet(self) -> list[str]:
        """Wait until every device has sent and stored everything.

        Returns no lines, or a line for each unfinished device after STALL_S without progress or QUIET_S in all.
        """
        self._measurements.event("nobody writes any more")
        began = progress_at = time.monotonic()
        before: list[str] = []
        while unfinished := self._unfinished():
            if unfinished != before:
                before, progress_at = unfinished, time.monotonic()
            if time.monotonic() > min(progress_at + STALL_S, began + QUIET_S):
                return [f"unfinished: {line}" for line in unfinished]
            await asyncio.sleep(0.5)
        self._measurements.event("everything has arrived")
        return []

    def _unfinished(self) -> list[str]:
        """A line for each device that has unsent entries or lacks changes."""
        heads = dict(self._installation.place.rows("SELECT id, head FROM sync_stream"))
        lines = []
        for device in self._devices:
            cursors = device.replica.cursors
            missing = {s: heads.get(s, 0) - cursor.c for s, cursor in cursors.items() if cursor.c < heads.get(s, 0)}
            if device.outbox.waiting or missing or not cursors:
                lines.append(f"{device.owner.email}: {device.outbox.waiting} unsent, lacks {missing}, {device.counts}")
        return lines


async def end(tasks: Sequence[asyncio.Task[Any]]) -> list[Exception]:
    """Cancel the tasks and wait for them; returns the errors of those that had failed."""
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    return [error for error in ended if isinstance(error, Exception)]
