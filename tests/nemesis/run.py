"""One run: rounds of writing under faults, each followed by quiet and by every question that the oracle has."""

import asyncio
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.nemesis.archive import Archive
from tests.nemesis.faults import Nemesis
from tests.nemesis.installation import Installation, installed
from tests.nemesis.oracle import Oracle
from tests.nemesis.people import People
from tests.nemesis.phone import Phone

STANDS_STILL_S = 60.0  # after the last fault: so long nothing is sent and nothing received (invariant 17)
MOVES_FOR_S = 900.0  # the same: so long things move, and come to no end
LOOK_S = 0.5
BACK_UP_TRIES = 240  # half a second apart
FULL = 32  # entries in an outbox: whoever has so many waits


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run consists of."""

    seed: int
    store: str
    clients: int = 14
    admins: int = 3
    processes: int = 3
    rounds: int = 3
    round_s: float = 10.0
    fault_every_s: float = 0.7


@dataclass
class Report:
    """What a run did. `breaches` is empty if every invariant held."""

    operations: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    quiet_s: list[float] = field(default_factory=list)
    breaches: list[str] = field(default_factory=list)
    looks: int = 0
    seconds: float = 0.0

    @property
    def total(self) -> int:
        return sum(self.operations.values())


async def run(plan: Plan, folder: Path) -> Report:
    """Ends early with the first breach."""
    began = time.monotonic()
    async with installed(folder, plan.store, plan.processes, plan.seed) as installation:
        people = People(installation.hand)
        await people.begin(plan.clients, plan.admins)
        running = Run(plan, installation, people)
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

    def __init__(self, plan: Plan, installation: Installation, people: People) -> None:
        self._plan, self._installation, self._people = plan, installation, people
        self._chance, self._order = random.Random(plan.seed), random.Random(plan.seed)
        self._deck: list[str] = []
        self.phones = [
            Phone(n, who, plan.seed * 1000 + n, port=lambda: installation.port, renew=people.renew)
            for n, who in enumerate([*people.everybody, *people.everybody])
        ]
        self._archive = Archive(installation.place)
        self._oracle = Oracle(installation.place, self._archive)
        self._nemesis = Nemesis(installation, people, self.phones, self._chance)
        self.report = Report()
        self._copied_at = 0.0

    async def rounds(self) -> None:
        for phone in self.phones:
            phone.start()
        for number in range(self._plan.rounds):
            is_last = number == self._plan.rounds - 1
            await self._disturbed(back_up=not is_last)
            await self._quiet()
            if self.report.breaches:
                return
            if not is_last:
                await self._restore(as_told=(number + self._plan.seed) % 2 == 1)

    async def _disturbed(self, *, back_up: bool) -> None:
        """A round: everybody writes while faults happen, and half-way a copy of the store is made."""
        tasks = [asyncio.create_task(step()) for step in (self._write, self._harass, self._look)]
        end = time.monotonic() + self._plan.round_s
        try:
            copied_at = end - self._plan.round_s / 2 if back_up else float("inf")
            while time.monotonic() < end:
                await asyncio.sleep(0.1)
                for task in tasks:
                    if task.done():
                        task.result()
                if time.monotonic() >= copied_at:
                    copied_at = float("inf")
                    await self._back_up()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _back_up(self) -> None:
        for _ in range(BACK_UP_TRIES):
            began = time.monotonic()
            try:
                await self._installation.back_up()
            except Exception:  # the store is down just now
                await asyncio.sleep(0.5)
            else:
                self._copied_at = began
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
        began = moved_at = time.monotonic()
        following = await self._people.following()
        rows, unfinished = None, [""]
        while rows is None:
            self._archive.look()
            for phone in self.phones:
                phone.check_alive()
            before, unfinished = unfinished, self._unfinished(following)
            if unfinished != before:
                moved_at = time.monotonic()
            if time.monotonic() > min(moved_at + STANDS_STILL_S, began + MOVES_FOR_S):
                self.report.breaches += [f"17: {line}" for line in unfinished or ["rows are written without an end"]]
                return
            # Nothing may run between the look at the store and the questions: devices would hear of what came after it.
            rows = None if unfinished else self._oracle.stored()
            if rows is None:
                await asyncio.sleep(0.1)
        self.report.quiet_s.append(time.monotonic() - began)
        self.report.breaches += self._oracle.breaches(self.phones, following, rows)
        for phone in self.phones:
            phone.begin_anew()

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

    async def _restore(self, *, as_told: bool) -> None:
        """The store goes back to the copy of this round; what was answered since then may be gone."""
        for phone in self.phones:
            phone.forget_since(self._copied_at)
        self._people.look_again()
        await self._installation.restore(as_told=as_told)
        self._archive.forget()
        self.report.faults["restore" if as_told else "restore without rotate_epoch"] += 1
        await self._people.following()

    async def end(self) -> None:
        for phone in self.phones:
            await phone.crash()
        for phone in self.phones:
            self.report.counts += phone.counts
            self.report.counts["requests without an answer"] += phone.outbox.unanswered
            self.report.operations["messages"] += phone.outbox.sent["messages.send"]
            self.report.operations["read markers"] += phone.outbox.sent["threads.read"]
            self.report.operations["hellos"] += phone.counts["hellos"]
            self.report.operations["first loads"] += phone.counts["first loads"]
        self.report.operations["faults"] = sum(self.report.faults.values())
        self.report.looks = self._archive.looks
