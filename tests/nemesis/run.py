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
from tests.nemesis.faults import Nemesis
from tests.nemesis.installation import Installation, installed
from tests.nemesis.oracle import Oracle
from tests.nemesis.plan import Plan, Report
from tests.nemesis.simulated_device import Phone
from tests.nemesis.store_reader import SHOWN
from tests.nemesis.users import Users

# Limits of the quiet phase after the last fault (invariant 17): the longest time without progress, which is more than
# the lease of a killed sender, and the longest total time.
STANDS_STILL_S = 150.0
MOVES_FOR_S = 900.0
POLL_S = 0.5
BACK_UP_TRIES = 240  # half a second apart
BY_THE_SCRIPT, IN_QUIET, WITHOUT_ROTATION = "restore", "restore of a copy made in quiet", "restore without rotate_epoch"
RESTORES = (BY_THE_SCRIPT, IN_QUIET, WITHOUT_ROTATION)
FULL = 32  # a device with this many entries in its outbox writes no more


async def run(plan: Plan, folder: Path) -> Report:
    """Run the plan in `folder`; returns the report. The run stops after the first round with a breach."""
    began = time.monotonic()
    async with installed(folder, plan.store, plan.processes, plan.seed) as installation:
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
        self._chance, self._order = random.Random(plan.seed), random.Random(plan.seed)
        self._deck: list[str] = []
        self.phones = [
            Phone(n, owner, plan.seed * 1000 + n, port=lambda: installation.port, renew=users.renew)
            for n, owner in enumerate([*users.owners, *users.owners])
        ]
        self._apps = Apps(installation, users.clients[: plan.apps], plan.seed, folder)
        self._dumps: list[Json] = []
        self._archive = Archive(installation.place)
        self._oracle = Oracle(installation.place, self._archive)
        self._nemesis = Nemesis(installation, users, self.phones, self._chance)
        self.report = Report()
        self._copied_at = self._copied_at_ms = 0.0

    async def rounds(self) -> None:
        await self._apps.begin()
        for phone in self.phones:
            phone.start()
        for number in range(self._plan.rounds):
            is_last = number == self._plan.rounds - 1
            await self._disturbed(back_up=not is_last)
            await self._quiet()
            if self.report.breaches:
                return
            if not is_last:
                await self._restore(RESTORES[(number + self._plan.seed) % len(RESTORES)])

    async def _disturbed(self, *, back_up: bool) -> None:
        """One round: all devices write under faults; with `back_up` the database is copied in the middle."""
        await self._apps.call("mood", **{"is": "die"})
        tasks = [asyncio.create_task(step()) for step in (self._write, self._harass, self._poll)]
        end = time.monotonic() + self._plan.round_s
        try:
            # After this time no app is killed, because the entries of a killed app wait for its lease.
            calm_at = end - self._plan.round_s / 2
            copied_at = calm_at if back_up else float("inf")
            while time.monotonic() < end:
                await asyncio.sleep(0.1)
                for task in tasks:
                    if task.done():
                        task.result()
                if time.monotonic() >= copied_at:
                    copied_at = float("inf")
                    await self._back_up()
                if time.monotonic() >= calm_at:
                    calm_at = float("inf")
                    await self._apps.call("mood", **{"is": "act"})
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _back_up(self) -> None:
        for _ in range(BACK_UP_TRIES):
            began, at = time.monotonic(), time.time()
            try:
                await self._installation.back_up()
            except Exception:  # the store is down just now
                await asyncio.sleep(0.5)
            else:
                self._copied_at, self._copied_at_ms = began, at * 1000
                return
        raise RuntimeError("no copy of the store could be made")

    async def _write(self) -> None:
        threads = self._users.threads
        while True:
            for phone in self.phones:
                if phone.role and phone.outbox.waiting < FULL:
                    phone.write(threads)
            await asyncio.sleep(0.02)

    async def _harass(self) -> None:
        """Start faults one after the other, also while earlier ones last; at the end wait until all have ended."""
        under_way: dict[str, asyncio.Task[None]] = {}
        try:
            while True:
                await asyncio.sleep(self._chance.uniform(0.3, 1.7) * self._plan.fault_every_s)
                name = self._next_fault()
                if name not in under_way or under_way[name].done():
                    under_way[name] = asyncio.create_task(self._nemesis.faults[name]())
                    self.report.faults[name] += 1
        finally:
            ended = await asyncio.gather(*under_way.values(), return_exceptions=True)
            self.report.breaches += [f"a fault failed: {error!r}" for error in ended if isinstance(error, Exception)]

    def _next_fault(self) -> str:
        """The next fault of a shuffled list; no fault repeats before all others have been used."""
        self._deck = self._deck or self._order.sample(list(self._nemesis.faults), len(self._nemesis.faults))
        return self._deck.pop()

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            self._installation.restart_what_ended()
            with suppress(OSError, *self._archive.unavailable):
                self._archive.poll()

    async def _quiet(self) -> None:
        """Wait until everything is sent and received after the last fault, then check every invariant.

        The duration depends on the machine, but STANDS_STILL_S without progress is a breach of invariant 17.
        """
        await self._installation.heal()
        await self._apps.call("mood", **{"is": "finish"})
        began = moved_at = time.monotonic()
        following = await self._users.following()
        rows, unfinished = None, [""]
        while rows is None:
            self._archive.poll()
            for phone in self.phones:
                phone.check_alive()
            before, unfinished = (
                unfinished,
                [*self._unfinished(following), *await self._apps.unfinished(self._heads(following))],
            )
            if unfinished != before:
                moved_at = time.monotonic()
            if time.monotonic() > min(moved_at + STANDS_STILL_S, began + MOVES_FOR_S):
                self.report.breaches += [f"17: {line}" for line in unfinished or ["rows are written without an end"]]
                return
            # Nothing may run between the read of the database and the checks, or devices receive later changes.
            self._dumps = [] if unfinished else await self._apps.dump(list(SHOWN))
            rows = None if unfinished or self._unfinished(following) else self._oracle.stored()
            if rows is None:
                await asyncio.sleep(0.1)
        self.report.quiet_s.append(time.monotonic() - began)
        others = app_oracle.others(self._apps.owners, self._dumps)
        self.report.breaches += self._oracle.breaches(self.phones, following, rows, others)
        self.report.breaches += app_oracle.breaches(self._apps.owners, self._dumps, following, rows)
        await self._apps.call("confirm", at=time.time() * 1000)
        for phone in self.phones:
            phone.begin_anew()

    def _heads(self, following: dict[str, list[str]]) -> dict[str, dict[str, int]]:
        return {user: {stream: self._archive.head(stream) for stream in streams} for user, streams in following.items()}

    def _unfinished(self, following: dict[str, list[str]]) -> list[str]:
        problems = []
        for phone in self.phones:
            has = {stream: cursor.c for stream, cursor in phone.replica.cursors.items()}
            heads = {stream: self._archive.head(stream) for stream in following.get(phone.owner.user, ())}
            if phone.outbox.waiting:
                problems.append(f"{phone.owner.email} has {phone.outbox.waiting} entries unsent")
            if set(has) != set(heads) or any(has[stream] < head for stream, head in heads.items()):
                problems.append(f"{phone.owner.email} has {has}, and there is {heads}")
        return problems

    async def _restore(self, how: str) -> None:
        """Restore the copy of this round; writes that were accepted since then may be lost."""
        if how == IN_QUIET:  # the devices' cursors match the copy, so only CL14 helps
            await self._back_up()
            self.report.counts["rows of answers alone, at a restore"] += sum(await self._apps.call("lastWords"))
        await self._apps.call("line", **{"is": "cut"})
        await self._apps.call("forget", moment=self._copied_at_ms)
        for phone in self.phones:
            phone.forget_since(self._copied_at)
        self._users.expect_old_roles()
        await self._installation.restore(rotate_epoch=how == BY_THE_SCRIPT)
        self._archive.forget()
        self.report.faults[how] += 1
        await self._users.following()
        await self._apps.call("line", **{"is": "good"})

    async def end(self) -> None:
        await self._apps.end()
        for phone in self.phones:
            await phone.crash()
        for phone in self.phones:
            self.report.counts += phone.counts
            self.report.counts["requests without an answer"] += phone.outbox.unanswered
            self.report.operations["messages"] += phone.outbox.sent["messages.send"]
            self.report.operations["read markers"] += phone.outbox.sent["threads.read"]
            for what in ("undone", "edited", "discarded", "messages.take_back"):
                self.report.operations[what] += phone.outbox.sent[what]
            self.report.operations["hellos"] += phone.counts["hellos"]
            self.report.operations["first loads"] += phone.counts["first loads"]
        self.report.operations += sums(self._dumps, "done")
        self.report.counts += sums(self._dumps, "counts")
        self.report.operations["faults"] = sum(self.report.faults.values())
        self.report.polls = self._archive.polls
