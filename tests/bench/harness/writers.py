"""Posts messages over HTTP, in a closed loop or at fixed times, and times the responses."""

import asyncio
import itertools
import time
from collections.abc import Sequence

from core.ids import uuid7
from tests.bench.harness.tally import Latencies, Tally
from tests.bench.harness.users import User
from tests.bench.harness.wire import HttpConnection

CONNECTIONS = 32
TEXT = "The crew left at four; the filters are new and the invoice follows by Friday. " * 3


class Writers:
    """Posts messages of each of `users` in turn to that user's own thread. `writes` has the times of the responses."""

    def __init__(self, port: int, users: Sequence[User], tally: Tally) -> None:
        self._users = itertools.cycle(users)
        self._tally = tally
        self._connections = [HttpConnection(port) for _ in range(CONNECTIONS)]
        self.writes = Latencies()

    async def closed_loop(self, writers: int, seconds: float) -> float:
        """Each writer writes again as soon as it gets its response; returns writes per second."""
        started, before = time.perf_counter(), len(self.writes)

        async def write_until_end(connection: HttpConnection) -> None:
            while time.perf_counter() < started + seconds:
                await self._write(connection)

        await asyncio.gather(*(write_until_end(connection) for connection in self._connections[:writers]))
        return (len(self.writes) - before) / (time.perf_counter() - started)

    async def open_loop(self, rate: float, seconds: float) -> float:
        """Writes at fixed times without tasks for earlier responses; returns writes per second."""
        free, started = list(self._connections), time.perf_counter()
        tasks: list[asyncio.Task[None]] = []

        async def write_and_release(connection: HttpConnection) -> None:
            await self._write(connection)
            free.append(connection)

        for number in range(int(rate * seconds)):
            await asyncio.sleep(max(0.0, started + number / rate - time.perf_counter()))
            if not free:
                break  # the server cannot keep up; the returned rate shows it
            tasks.append(asyncio.create_task(write_and_release(free.pop())))
        await asyncio.gather(*tasks)
        return len(tasks) / (time.perf_counter() - started)

    async def _write(self, connection: HttpConnection) -> None:
        user, message_id = next(self._users), str(uuid7())
        body: dict[str, object] = {"id": message_id, "client_id": user.client_id, "content": TEXT}
        self._tally.record_sent(message_id)
        started = time.perf_counter()
        status, response = await connection.post("/rest/v1/messages", user.token, body)
        assert status == 201, response
        self.writes.add(time.perf_counter() - started)

    def close(self) -> None:
        for connection in self._connections:
            connection.close()
