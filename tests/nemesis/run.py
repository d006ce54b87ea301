"""One run: rounds of writing under faults, each followed by quiet and by every question that the oracle has."""

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
from tests.nemesis.users import People

STANDS_STILL_S = 150.0  # more than the lease of a sender that was killed; after the last fault: so long nothing is sent and nothing received (invariant 17)
MOVES_FOR_S = 900.0  # the same: so long things move, and come to no end
LOOK_S = 0.5
BACK_UP_TRIES = 240  # half a second apart
AS_TOLD, IN_QUIET, UNTOLD = "restore", "restore of a copy made in quiet", "restore without rotate_epoch"
RESTORES = (AS_TOLD, IN_QUIET, UNTOLD)
FULL = 32  # entries in an outbox: whoever has so many waits


async def run(plan: Plan, folder: Path) -> Report:
    """Ends early with the first breach."""
    began = time.monotonic()
    async with installed(folder, plan.store, plan.processes, plan.seed) as installation:
        people = People(installation.hand)
        await people.begin(plan.clients, plan.admins)
        running = Run(plan, installation, people, folder)
        try:
            await running.rounds()
        except AssertionError as breach:
            running.report.breaches.append(f"1, 2: {breach}")
        finally:
            await running.end()
    running.report.seconds = time.monotonic() - began
    return running.report


class Run:
    """Two devices for each person, and whoever disturbs them."""

    def __init__(self, plan: Plan, installation: Installation, people: People, folder: Path) -> None:
        self._plan, self._installation, self._people = plan, installation, people
        self._chance, self._order = random.Random(plan.seed), random.Random(plan.seed)
        self._deck: list[str] = []
        self.phones = [
            Phone(n, who, plan.seed * 1000 + n, port=lambda: installation.port, renew=people.renew)
            for n, who in enumerate([*people.everybody, *people.everybody])
        ]
        self._apps = Apps(installation, people.clients[: plan.apps], plan.seed, folder)
        self._dumps: list[Json] = []
        self._archive = Archive(installation.place)
        self._oracle = Oracle(installation.place, self._archive)
        self._nemesis = Nemesis(installation, people, self.phones, self._chance)
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
        """A round: everybody writes while faults happen, and half-way a copy of the store is made."""
        await self._apps.ask("mood", **{"is": "die"})
        tasks = [asyncio.create_task(step()) for step in (self._write, self._harass, self._look)]
        end = time.monotonic() + self._plan.round_s
        try:
            calm_at = end - self._plan.round_s / 2  # what a killed app was sending waits for its lease
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
                    await self._apps.ask("mood", **{"is": "act"})
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
        threads = self._people.threads
        while True:
            for phone in self.phones:
                if phone.role and phone.outbox.waiting < FULL:
                    phone.write(threads)
            await asyncio.sleep(0.02)

    async def _harass(self) -> None:
        """One fault after the other begins, whether the former has ended or not; each ends before the round does."""
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
        """Each comes before one comes again."""
        self._deck = self._deck or self._order.sample(list(self._nemesis.faults), len(self._nemesis.faults))
        return self._deck.pop()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self._installation.restart_what_ended()
            with suppress(OSError, *self._archive.unavailable):
                self._archive.look()

    async def _quiet(self) -> None:
        """The last fault is over: all is sent and received, and then every invariant is asked about.

        How long that takes is the machine's; but for a minute nothing may stand still that is not finished.
        """
        await self._installation.heal()
        await self._apps.ask("mood", **{"is": "finish"})
        began = moved_at = time.monotonic()
        following = await self._people.following()
        rows, unfinished = None, [""]
        while rows is None:
            self._archive.look()
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
            # Nothing may run between the look at the store and the questions: devices would hear of what came after it.
            self._dumps = [] if unfinished else await self._apps.dump(list(SHOWN))
            rows = None if unfinished or self._unfinished(following) else self._oracle.stored()
            if rows is None:
                await asyncio.sleep(0.1)
        self.report.quiet_s.append(time.monotonic() - began)
        others = app_oracle.others(self._apps.people, self._dumps)
        self.report.breaches += self._oracle.breaches(self.phones, following, rows, others)
        self.report.breaches += app_oracle.breaches(self._apps.people, self._dumps, following, rows)
        await self._apps.ask("confirm", at=time.time() * 1000)
        for phone in self.phones:
            phone.begin_anew()

    def _heads(self, following: dict[str, list[str]]) -> dict[str, dict[str, int]]:
        return {user: {stream: self._archive.head(stream) for stream in streams} for user, streams in following.items()}

    def _unfinished(self, following: dict[str, list[str]]) -> list[str]:
        found = []
        for phone in self.phones:
            has = {stream: cursor.c for stream, cursor in phone.replica.cursors.items()}
            heads = {stream: self._archive.head(stream) for stream in following.get(phone.who.user, ())}
            if phone.outbox.waiting:
                found.append(f"{phone.who.email} has {phone.outbox.waiting} entries unsent")
            if set(has) != set(heads) or any(has[stream] < head for stream, head in heads.items()):
                found.append(f"{phone.who.email} has {has}, and there is {heads}")
        return found

    async def _restore(self, how: str) -> None:
        """The store goes back to the copy of this round; what was answered since then may be gone."""
        if how == IN_QUIET:  # the cursors fit it: nothing but rules of the device help (CL14)
            await self._back_up()
            self.report.counts["rows of answers alone, at a restore"] += sum(await self._apps.ask("lastWords"))
        await self._apps.ask("line", **{"is": "cut"})
        await self._apps.ask("forget", moment=self._copied_at_ms)
        for phone in self.phones:
            phone.forget_since(self._copied_at)
        self._people.look_again()
        await self._installation.restore(as_told=how == AS_TOLD)
        self._archive.forget()
        self.report.faults[how] += 1
        await self._people.following()
        await self._apps.ask("line", **{"is": "good"})

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
        self.report.looks = self._archive.looks
