"""Posts messages over HTTP, in a closed loop or at fixed times, and times the responses."""

import asyncio
import itertools
import time
from collections.abc import Sequence

from core.ids import uuid7
from tests.bench.harness.tally import Latencies, Tally
from tests.bench.harness.users import Person
from tests.bench.harness.wire import Door

DOORS = 32
TEXT = "The crew left at four; the filters are new and the invoice follows by Friday. " * 3


class Writers:
    """Posts messages, each as the next of `people`, in that user's own thread."""

    def __init__(self, port: int, people: Sequence[Person], tally: Tally) -> None:
        self._people = itertools.cycle(people)
        self._tally = tally
        self._doors = [Door(port) for _ in range(DOORS)]
        self.writes = Latencies()

    async def closed_loop(self, writers: int, seconds: float) -> float:
        """Each writer writes again as soon as it gets its response; returns writes per second."""
        started, before = time.perf_counter(), len(self.writes)

        async def one(door: Door) -> None:
            while time.perf_counter() < started + seconds:
                await self._write(door)

        await asyncio.gather(*(one(door) for door in self._doors[:writers]))
        return (len(self.writes) - before) / (time.perf_counter() - started)

    async def open_loop(self, rate: float, seconds: float) -> float:
        """Writes at fixed times without waiting for earlier responses; returns writes per second."""
        free, started = list(self._doors), time.perf_counter()
        waiting: list[asyncio.Task[None]] = []

        async def one(door: Door) -> None:
            await self._write(door)
            free.append(door)

        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, started + number / rate - time.perf_counter()))
            if not free:
                break  # the server cannot keep up; the returned rate shows it
            waiting.append(asyncio.create_task(one(free.pop())))
        await asyncio.gather(*waiting)
        return len(waiting) / (time.perf_counter() - started)

    async def _write(self, door: Door) -> None:
        person, message_id = next(self._people), str(uuid7())
        body: dict[str, object] = {"id": message_id, "client_id": person.client_id, "content": TEXT}
        self._tally.sends(message_id)
        started = time.perf_counter()
        status, answer = await door.post("/rest/v1/messages", person.token, body)
        assert status == 201, answer
        self.writes.add(time.perf_counter() - started)

    def close(self) -> None:
        for door in self._doors:
            door.close()
