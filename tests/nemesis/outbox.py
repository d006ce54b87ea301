"""What a simulated device has written and not heard of: sent again, by the same ids, until there is an answer."""

import asyncio
import random
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.ids import uuid7
from tests.nemesis.journal import Person
from tests.nemesis.wires import Door, Json, NoAnswer

BATCH = 20
BACK_OFF_S = (0.1, 1.0)  # the device's own: 1 s to 5 minutes
DONE, LATER = {200, 201}, {401, 408, 425, 429}


@dataclass
class Entry:
    """Something written on the device. `tries` counts attempts, `status` is the final answer."""

    kind: str
    body: Json
    tries: int = 0
    status: int = 0
    answered_at: float = 0.0
    may_be_gone: bool = False  # with a copy of the store that was older


class Outbox:
    """Of device `number`; `door` gives another connection, `renew` a working token."""

    def __init__(
        self,
        number: int,
        who: Person,
        chance: random.Random,
        door: Callable[[], Door],
        renew: Callable[[Person, str], Any],
    ) -> None:
        self.settled: list[Entry] = []
        self.sent: Counter[str] = Counter()
        self.unanswered = 0
        self._number, self._who, self._chance, self._door, self._renew = number, who, chance, door, renew
        self._lanes: dict[str, deque[Entry]] = {}
        self._written = 0

    @property
    def waiting(self) -> int:
        """How many entries wait."""
        return sum(map(len, self._lanes.values()))

    def write(self, thread: str, canary: str, last: str | None) -> None:
        """Add one more thing: a message mostly, else that everything up to the `last` message was read."""
        lane = self._lanes.setdefault(thread, deque())
        if last and self._chance.random() < 0.2:
            lane.append(Entry("threads.read", {"id": thread, "read_to": last}))
            return
        self._written += 1
        words = f"{self._number}.{self._written} {canary} " + "word " * self._chance.choice([1, 5, 40])
        lane.append(Entry("messages.send", {"id": str(uuid7()), "client_id": thread, "content": words}))

    def forget_since(self, moment: float) -> None:
        """The store goes back to what it was then: later answers may be void."""
        for entry in self.settled:
            entry.may_be_gone = entry.may_be_gone or entry.answered_at >= moment

    async def send(self) -> None:
        """Send for ever; it may be cancelled at any moment."""
        door: Door | None = None
        while True:
            lanes = [thread for thread, lane in self._lanes.items() if lane]
            if not lanes:
                await asyncio.sleep(0.05)
                continue
            door = door or self._door()
            lane = self._lanes[self._chance.choice(lanes)]
            part = [lane[n] for n in range(min(len(lane), self._chance.randint(1, BATCH)))]
            token = self._who.token
            status = await self._attempt(door, part, token)
            while lane and lane[0].status:
                self.sent[lane[0].kind] += 1
                self.settled.append(lane.popleft())
            if status == 401:
                await self._renew(self._who, token)
            if status != 200:
                door.close()
                door = None
                await asyncio.sleep(self._chance.uniform(*BACK_OFF_S))

    async def _attempt(self, door: Door, part: list[Entry], token: str) -> int:
        """One attempt of these entries of a lane, in order; the HTTP status, 0 without an answer."""
        body = {"entries": [{"kind": entry.kind, "body": entry.body} for entry in part]}
        asks = [door.ask("POST", "/rest/v1/batch", token, body)]
        second = self._door() if self._chance.random() < 0.05 else None
        if second is not None:  # another tab, or the service worker, sends the same at the same time
            asks.append(second.ask("POST", "/rest/v1/batch", token, body))
        for entry in part:
            entry.tries += len(asks)
        answers = await asyncio.gather(*asks, return_exceptions=True)
        if second is not None:
            second.close()
        for answer in answers:
            if isinstance(answer, BaseException):
                if not isinstance(answer, NoAnswer):
                    raise answer
                self.unanswered += 1
                continue
            if answer[0] == 200:
                self._answered(part, answer[1]["results"])
        found = [answer[0] for answer in answers if not isinstance(answer, BaseException)]
        return 200 if 200 in found else next(iter(found), 0)

    def _answered(self, part: list[Entry], results: list[Json]) -> None:
        for entry, result in zip(part, results, strict=True):
            status = result["status"]
            if status < 500 and status not in LATER and entry.status not in DONE:
                entry.status, entry.answered_at = status, time.monotonic()
