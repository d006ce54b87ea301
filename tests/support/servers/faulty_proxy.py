"""A TCP proxy with faults: cut and half-open connections, delay, dribble, lost requests and lost responses."""

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass

HOST = "127.0.0.1"
PIECE_BYTES, DRIBBLE_BYTES = 65_536, 7  # the largest pieces that the proxy forwards at a time


@dataclass(frozen=True, slots=True)
class NetworkFaults:
    """The faults of all connections: `delay_s` for each piece, delivery in drops of 7 bytes, or loss per direction."""

    delay_s: float = 0.0
    dribbles: bool = False
    loses_requests: bool = False
    loses_responses: bool = False


NO_FAULTS = NetworkFaults()


class Line:
    """One connection through the proxy. Once it is half open, the proxy forwards nothing in either direction."""

    def __init__(self, writers: list[asyncio.StreamWriter]) -> None:
        self.writers = writers
        self.is_half_open = False

    def cut(self) -> None:
        """Reset the connection to both ends."""
        for writer in self.writers:
            writer.transport.abort()


class Proxy:
    """Listens on its own port and forwards to the port `target`."""

    def __init__(self, target: int, chance: random.Random) -> None:
        self.faults = NO_FAULTS
        self.port = 0
        self._target, self._chance = target, chance
        self.lines: dict[Line, None] = {}  # the open connections
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._accept, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        self._server.close()
        self.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self, share: float = 1.0) -> None:
        """Reset this share of the connections."""
        for line in self._choose(share):
            line.cut()

    def half_open(self, share: float = 1.0) -> None:
        """Make this share of the connections half open: open, without any data."""
        for line in self._choose(share):
            line.is_half_open = True

    def _choose(self, share: float) -> list[Line]:
        return [line for line in self.lines if self._chance.random() < share]

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = Line([writer])
        self.lines[line] = None
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            target_reader, target_writer = await asyncio.open_connection(HOST, self._target)
            line.writers.append(target_writer)
            await asyncio.gather(
                self._forward(line, reader, target_writer, is_response=False),
                self._forward(line, target_reader, writer, is_response=True),
            )
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            line.cut()
            self.lines.pop(line, None)
            self._tasks.discard(task)

    async def _forward(
        self, line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_response: bool
    ) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(PIECE_BYTES):
                faults = self.faults
                if line.is_half_open or (faults.loses_responses if is_response else faults.loses_requests):
                    line.is_half_open = True  # after a lost byte, TCP delivers no later one
                    continue
                if faults.delay_s:
                    await asyncio.sleep(faults.delay_s * self._chance.uniform(0.5, 1.5))
                for start in range(0, len(data), DRIBBLE_BYTES if faults.dribbles else PIECE_BYTES):
                    writer.write(data[start : start + (DRIBBLE_BYTES if faults.dribbles else PIECE_BYTES)])
                    await writer.drain()
                    if faults.dribbles and self.faults.dribbles:
                        await asyncio.sleep(0.001)
        if not line.is_half_open:
            line.cut()
