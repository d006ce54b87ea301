"""One run: rounds of writes under faults, each followed by a quiet phase and the checks of the oracle."""

import asyncio
import random
import time
from contextlib import suppress
from pathlib import Path

from tests.nemesis import app_oracle
from tests.nemesis.apps import Apps, sums
from tests.nemesis.archive import Archive
from tests.nemesis.connections import Json
from tests.nemesis.effect_oracle import EffectOracle
from tests.nemesis.faults import Nemesis
from tests.nemesis.installation import Installation, running_installation
from tests.nemesis.oracle import Oracle
from tests.nemesis.plan import Plan, Report
from tests.nemesis.requests import Requests
from tests.nemesis.simulated_device import SimulatedDevice
from tests.nemesis.store_reader import SHOWN
from tests.nemesis.users import Users

# Limits of the quiet phase after the last fault (invariant 17): the longest time without progress, which exceeds the
# lease of a killed sender, and the longest total time.
STALL_LIMIT_S = 150.0
QUIET_LIMIT_S = 900.0
POLL_S = 0.5
BACKUP_ATTEMPTS = 240  # half a second apart
WITH_SCRIPT, WITHOUT_ROTATION = "restore", "restore without rotate_epoch"
WHEN_QUIET = "restore of a copy made when quiet"
RESTORES = (WITH_SCRIPT, WHEN_QUIET, WITHOUT_ROTATION)
MAX_WAITING = 32  # entries in the outbox of a device that writes


async def run(plan: Plan, folder: Path) -> Report:
    """Run the plan in `folder`; returns the report. The run stops after the first round with a breach."""
    began = time.monotonic()
    async with running_installation(folder, plan) as installation:
        users = Users(installation.operator)
        await users.begin(plan.clients, plan.admins)
        running = Run(plan, installation, users, folder)
        try:
            await running.rounds()
        except AssertionError as breach:
            running.report.breaches.append(f"1, 2: {breach}")
        finally:
            await running.end()
    running.report.seconds = time.monotonic() - began
    return running.report


class Run:
    """One run: two devices for each user, the apps, the faults and the oracle."""

    def __init__(self, plan: Plan, installation: Installation, users: Users, folder: Path) -> None:
        self._plan, self._installation, self._users = plan, installation, users
        self._rng, self._fault_rng = random.Random(plan.seed), random.Random(plan.seed)
        self._fault_queue: list[str] = []
        self.devices = [
            SimulatedDevice(n, owner, plan.seed * 1000 + n, port=lambda: installation.port, renew=users.renew)
            for n, owner in enumerate([*users.owners, *users.owners])
        ]
        self._apps = Apps(installation, users.clients[: plan.apps], plan.seed, folder)
        self._dumps: list[Json] = []
        self._archive = Archive(installation.place)
        self._oracle = Oracle(installation.place, self._archive)
        self._requests = Requests(installation, users, plan.seed)
        self._effect_oracle = EffectOracle(installation, plan.store, self._requests)
        self._nemesis = Nemesis(installation, users, self.devices, self._requests, self._rng)
        self.report = Report()
        self._copied_at = self._copied_at_ms = 0.0

    async def rounds(self) -> None:
        await self._apps.begin()
        for device in self.devices:
            device.start()
        for number in range(self._plan.rounds):
            is_last = number == self._plan.rounds - 1
            await self._round_with_faults(back_up=not is_last)
            await self._check_when_quiet()
            if self.report.breaches:
                return
            if not is_last:
                await self._restore(RESTORES[(number + self._plan.seed) % len(RESTORES)])

    async def _round_with_faults(self, *, back_up: bool) -> None:
        """One round: all devices write under faults; with `back_up` the database is copied in the middle."""
        await self._apps.call("set_mode", mode="kill")
        steps = (self._write, self._inject_faults, self._poll, self._requests.send)
        tasks = [asyncio.create_task(step()) for step in steps]
        end = time.monotonic() + self._plan.round_s
        try:
            # After this time no app is killed, because the entries of a killed app wait for its lease.
            kills_end_at = end - self._plan.round_s / 2
            copied_at = kills_end_at if back_up else float("inf")
            while time.monotonic() < end:
                await asyncio.sleep(0.1)
                for task in tasks:
                    if task.done():
                        task.result()
                if time.monotonic() >= copied_at:
                    copied_at = float("inf")
                    await self._back_up()
                if time.monotonic() >= kills_end_at:
                    kills_end_at = float("inf")
                    await self._apps.call("set_mode", mode="act")
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _back_up(self) -> None:
        for _ in range(BACKUP_ATTEMPTS):
            began, began_ms = time.monotonic(), time.time() * 1000
            try:
                await self._installation.back_up()
            except Exception:  # the database is down
                await asyncio.sleep(0.5)
            else:
                self._copied_at, self._copied_at_ms = began, began_ms
                return
        raise RuntimeError("the database could not be copied")

    async def _write(self) -> None:
        threads = self._users.threads
        while True:
            for device in self.devices:
                if device.role and device.outbox.waiting < MAX_WAITING:
                    device.write(threads)
            await asyncio.sleep(0.02)

    async def _inject_faults(self) -> None:
        """Start faults one after the other, also while earlier ones last; at the end wait until all have ended."""
        running_faults: dict[str, asyncio.Task[None]] = {}
        try:
            while True:
                await asyncio.sleep(self._rng.uniform(0.3, 1.7) * self._plan.fault_every_s)
                name = self._next_fault()
                if name not in running_faults or running_faults[name].done():
                    running_faults[name] = asyncio.create_task(self._nemesis.faults[name]())
                    self.report.faults[name] += 1
        finally:
            ended = await asyncio.gather(*running_faults.values(), return_exceptions=True)
            self.report.breaches += [f"a fault failed: {error!r}" for error in ended if isinstance(error, Exception)]

    def _next_fault(self) -> str:
        """The next fault of a shuffled list; no fault repeats before all others have been used."""
        if not self._fault_queue:
            names = self._plan.faults or tuple(self._nemesis.faults)
            self._fault_queue = self._fault_rng.sample(names, len(names))
        return self._fault_queue.pop()

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            self._installation.restart_ended_processes()
            with suppress(OSError, *self._archive.unavailable):
                self._archive.poll()

    async def _check_when_quiet(self) -> None:
        """Wait until everything is sent and received after the last fault, then check every invariant.

        The duration depends on the machine, but STALL_LIMIT_S without progress is a breach of invariant 17.
        """
        await self._installation.heal()
        self.report.breaches += self._effect_oracle.late_retries()
        for command in ("retry_effects", "end_leases_of_scans"):  # the test cannot wait for an hour
            await self._installation.operator.do_with_retries(command)
        await self._apps.call("set_mode", mode="finish")
        began = progress_at = time.monotonic()
        allowed_streams = await self._users.allowed_streams()
        rows, unfinished = None, ["not checked yet"]
        while rows is None:
            self._archive.poll()
            for device in self.devices:
                device.check_alive()
            before, unfinished = unfinished, [*self._unfinished(allowed_streams), *self._effect_oracle.unfinished()]
            unfinished += await self._apps.unfinished(self._heads(allowed_streams))
            if unfinished != before:
                progress_at = time.monotonic()
            if time.monotonic() > min(progress_at + STALL_LIMIT_S, began + QUIET_LIMIT_S):
                self.report.breaches += [f"17: {line}" for line in unfinished or ["rows are written without end"]]
                return
            # Nothing may run between the read of the database and the checks, or devices would receive later changes.
            self._dumps = [] if unfinished else await self._apps.dump(list(SHOWN))
            rows = None if unfinished or self._unfinished(allowed_streams) else self._oracle.read_rows()
            if rows is None:
                await asyncio.sleep(0.1)
        self.report.quiet_s.append(time.monotonic() - began)
        app_writes = app_oracle.app_writes(self._apps.owners, self._dumps)
        self.report.breaches += self._oracle.breaches(self.devices, allowed_streams, rows, app_writes)
        self.report.breaches += app_oracle.breaches(self._apps.owners, self._dumps, allowed_streams, rows)
        interrupted = self._nemesis.interrupted_emails(self.report.faults)
        self.report.breaches += self._effect_oracle.breaches(self._users.owners, interrupted)
        await self._apps.call("confirm", at=time.time() * 1000)
        for device in self.devices:
            device.begin_anew()

    def _heads(self, allowed_streams: dict[str, list[str]]) -> dict[str, dict[str, int]]:
        head = self._archive.head
        return {user: {stream: head(stream) for stream in streams} for user, streams in allowed_streams.items()}

    def _unfinished(self, allowed_streams: dict[str, list[str]]) -> list[str]:
        problems = []
        for device in self.devices:
            cursors = {stream: cursor.c for stream, cursor in device.replica.cursors.items()}
            heads = {stream: self._archive.head(stream) for stream in allowed_streams.get(device.owner.user, ())}
            if device.outbox.waiting:
                problems.append(f"{device.owner.email} has {device.outbox.waiting} unsent entries")
            if set(cursors) != set(heads) or any(cursors[stream] < head for stream, head in heads.items()):
                problems.append(f"{device.owner.email} has the cursors {cursors}, and the heads are {heads}")
        return problems

    async def _restore(self, kind: str) -> None:
        """Restore the copy of this round; writes that were accepted since then may be lost."""
        if kind == WHEN_QUIET:  # the devices' cursors match the copy, so only CL14 helps
            await self._back_up()
            self.report.counts["provisional rows at a restore"] += sum(await self._apps.call("send_before_restore"))
        await self._apps.call("set_network", state="offline")
        await self._apps.call("forget", since=self._copied_at_ms)
        for device in self.devices:
            device.forget_since(self._copied_at)
        self._requests.forget_since(self._copied_at)
        self._users.expect_old_roles()
        await self._installation.restore(rotate_epoch=kind == WITH_SCRIPT)
        self._archive.forget()
        self.report.faults[kind] += 1
        await self._users.allowed_streams()
        await self._apps.call("set_network", state="online")

    async def end(self) -> None:
        await self._apps.end()
        for device in self.devices:
            await device.crash()
        for device in self.devices:
            self.report.counts += device.counts
            self.report.counts["requests without a response"] += device.outbox.without_response
            self.report.operations["messages"] += device.outbox.sent["messages.send"]
            self.report.operations["read markers"] += device.outbox.sent["threads.read"]
            self.report.operations["marks of no answer"] += device.outbox.sent["threads.resolve"]
            for name in ("undone", "edited", "discarded", "messages.take_back"):
                self.report.operations[name] += device.outbox.sent[name]
            self.report.operations["hellos"] += device.counts["hellos"]
            self.report.operations["first loads"] += device.counts["first loads"]
        self.report.operations += sums(self._dumps, "operations")
        self.report.counts += sums(self._dumps, "counts") + self._effect_oracle.counts + self._nemesis.kills
        self.report.operations["requested emails"] = self._requests.emails.attempts.total()
        self.report.operations["requested scans"] = self._requests.scans.attempts
        self.report.operations["faults"] = sum(self.report.faults.values())
        self.report.polls = self._archive.polls
