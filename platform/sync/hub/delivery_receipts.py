"""Collects what devices have stored, and lets the app that owns the rows record the deliveries, later and in batches.

If each delivery were recorded at once, each message would cost one more write and two more changes. Most messages are
read within seconds, and then the read marker makes the record superfluous.
"""

import asyncio
import logging
from collections.abc import Callable

from sync import ports
from sync.log import streams
from sync.ports import Delivery
from sync.writes.db_executor import read, write

RECORD_AFTER_S = 3.0  # long enough for a read marker to make the record superfluous
EVERY_S, RETRY_AFTER_S = 0.5, 5.0
BATCH_SIZE = 10  # rows in one transaction: other writers wait for 10 ms at most
RECHECKED_CHANGES = 500  # changes checked again after a start, because the former process may not have recorded them
READ_SIZE = 500  # changes in one read, however many a device has acknowledged at once
STREAMS_MAX = 20_000

log = logging.getLogger(__name__)


class Deliveries:
    """The delivery receipts of one process; its event loop owns all state, and `clock` is that loop's."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._upto: dict[str, int] = {}  # by stream: the newest stored change, until it is checked
        self._due: dict[str, float] = {}
        self._done: dict[str, int] = {}
        self._rows: dict[tuple[object, str], Delivery] = {}
        self._task = asyncio.get_running_loop().create_task(self._work())

    def note(self, stream: str, seq: int) -> None:
        """Note that a device has stored `stream` up to `seq`."""
        if seq <= self._upto.get(stream, 0) or seq <= self._done.get(stream, 0) or streams.kind_of(stream) == "u":
            return
        self._upto[stream] = seq
        self._due.setdefault(stream, self._clock() + RECORD_AFTER_S)

    def start_again(self) -> None:
        """Forget all acknowledgements, because the log may have lost changes, and uses their numbers again (CU8)."""
        self._task.cancel()  # it may be checking changes up to a number of the former log
        self._upto.clear()
        self._due.clear()
        self._done.clear()
        self._rows.clear()
        self._task = asyncio.get_running_loop().create_task(self._work())

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await self._collect()
                await self._record()
            except Exception:
                log.exception("delivery receipts could not be recorded; trying again")
                await asyncio.sleep(RETRY_AFTER_S)

    async def _collect(self) -> None:
        time = self._clock()
        for stream in [stream for stream, at in self._due.items() if at <= time][:BATCH_SIZE]:
            upto = self._upto[stream]
            after = self._done.get(stream, max(0, upto - RECHECKED_CHANGES))
            for start in range(after, upto, READ_SIZE):
                for delivery in await read(ports.delivered.call, stream, start, min(upto, start + READ_SIZE)):
                    self._add(delivery)
            self._mark_checked(stream, upto)

    def _add(self, delivery: Delivery) -> None:
        """Keep the newest delivery of each row: a later change may concern an older message, such as a deletion."""
        key = delivery.row, delivery.side
        self._rows[key] = max(self._rows.get(key, delivery), delivery, key=lambda one: one.upto)

    async def _record(self) -> None:
        part = dict(list(self._rows.items())[:BATCH_SIZE])
        if part:
            await write(ports.mark_delivered.call, deliveries=list(part.values()))
        for key in part:
            del self._rows[key]

    def _mark_checked(self, stream: str, upto: int) -> None:
        self._done.pop(stream, None)  # so that the newest entry is the last
        self._done[stream] = upto
        if self._upto[stream] == upto:
            del self._upto[stream], self._due[stream]
        else:  # a device has stored more meanwhile
            self._due[stream] = self._clock() + RECORD_AFTER_S
        while len(self._done) > STREAMS_MAX:
            del self._done[next(iter(self._done))]
