"""What a simulated device has written and not heard of: sent again, by the same ids, until there is an answer."""

import asyncio
import random
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.ids import uuid7
from tests.nemesis.connections import Door, Json, NoAnswer
from tests.nemesis.journal import Person

BATCH = 20
BACK_OFF_S = (0.1, 1.0)  # the device's own: 1 s to 5 minutes
DONE, TAKEN_BACK, LATER = {200, 201}, {200, 202}, {401, 408, 425, 429}
SEND, TAKE_BACK, READ = "messages.send", "messages.take_back", "threads.read"
CHANGES_MIND = 0.12
RECENT = 5  # messages that arrived of which one may be undone


@dataclass
class Entry:
    """Something written on the device. `tries` counts attempts, `status` is the final answer.

    `former` is the take-back that has to be answered first, of an edit.
    """

    kind: str
    body: Json
    tries: int = 0
    status: int = 0
    answered_at: float = 0.0
    may_be_gone: bool = False  # with a copy of the store that was older
    is_unwanted: bool = False  # undone, discarded or replaced
    former: "Entry | None" = None


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
        self.dropped: list[Entry] = []  # discarded or replaced; requests of them may be under way
        self.sent: Counter[str] = Counter()
        self.unanswered = 0
        self._at_once = BATCH  # fewer after an attempt without an answer: on a busy machine many are too much for one
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
        if self._chance.random() < CHANGES_MIND:
            self._chance.choice([self._undo, self._discard, self._edit])(thread, canary)
            return
        if last and self._chance.random() < 0.2:
            lane.append(Entry(READ, {"id": thread, "read_to": last}))
            return
        self._written += 1
        words = f"{self._number}.{self._written} {canary} " + "word " * self._chance.choice([1, 5, 40])
        lane.append(_message(thread, words))

    # What a person does who changes their mind (MU10).

    def _undo(self, thread: str, canary: str) -> None:
        """Take back one of the messages that have arrived."""
        of_thread = [one for one in self.settled if one.kind == SEND and one.body["client_id"] == thread]
        recent = [one for one in of_thread[-RECENT:] if one.status in DONE and not one.is_unwanted]
        if recent:
            self.sent["undone"] += 1
            self._take_back(self._chance.choice(recent))

    def _discard(self, thread: str, canary: str) -> None:
        """Drop a message that waits; if it was tried, it may have arrived."""
        waiting = self._waiting(thread)
        if waiting:
            entry = self._chance.choice(waiting)
            self._lanes[thread].remove(entry)
            self.dropped.append(entry)
            self.sent["discarded"] += 1
            self._take_back(entry)

    def _edit(self, thread: str, canary: str) -> None:
        """Write a message that waits anew; if it was tried, under another id, and the former one is taken back before."""
        waiting, lane = self._waiting(thread), self._lanes[thread]
        tried = [n for n, one in enumerate(lane) if one.tries]
        # A device tries one at a time: nothing of later must have been tried.
        waiting = [one for one in waiting if not tried or lane.index(one) >= tried[-1]]
        if not waiting:
            return
        entry = self._chance.choice(waiting)
        self.sent["edited"] += 1
        match = entry.body["content"].split(" ", 1)[0]
        words = f"{match} edited-{self.sent['edited']} {canary} again"
        if not entry.tries:
            entry.body = {**entry.body, "content": words}
            return
        entry.is_unwanted = True
        self.dropped.append(entry)
        new = _message(thread, words)
        new.former = entry
        place = lane.index(entry)
        lane[place] = new
        lane.insert(place, _take_back(entry))

    def _waiting(self, thread: str) -> list[Entry]:
        """Messages that wait and were not answered, but for edits of which the former message is not taken back yet."""
        return [one for one in self._lanes[thread] if one.kind == SEND and not one.status and one.former is None]

    def _take_back(self, entry: Entry) -> None:
        entry.is_unwanted = True
        if entry.tries:
            self._lanes.setdefault(f"take-back:{entry.body['client_id']}", deque()).append(_take_back(entry))

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
            part = self._part(lane)
            token = self._who.token
            status = await self._attempt(door, part, token)
            self._at_once = min(BATCH, 2 * self._at_once) if status else max(1, self._at_once // 2)
            while lane and lane[0].status:
                self._settle(lane)
            if status == 401:
                await self._renew(self._who, token)
            if status != 200:
                door.close()
                door = None
                await asyncio.sleep(self._chance.uniform(*BACK_OFF_S))

    def _part(self, lane: deque[Entry]) -> list[Entry]:
        """What is sent at once: the new text of an edit never with the take-back of the former one (MU10)."""
        part = [lane[n] for n in range(min(len(lane), self._chance.randint(1, self._at_once)))]
        ends = (n for n, entry in enumerate(part) if n and entry.former is not None)
        return part[: next(ends, len(part))]

    def _settle(self, lane: deque[Entry]) -> None:
        entry = lane.popleft()
        self.sent[entry.kind] += 1
        self.settled.append(entry)
        if entry.kind != TAKE_BACK or not lane or lane[0].former is None:
            return
        if lane[0].former.body["id"] == entry.body["id"]:
            lane[0].former = None
            if entry.status not in TAKEN_BACK:  # the former text stays, and nobody sends the new one (MU9)
                self.dropped.append(lane.popleft())

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


def _message(thread: str, words: str) -> Entry:
    return Entry(SEND, {"id": str(uuid7()), "client_id": thread, "content": words})


def _take_back(entry: Entry) -> Entry:
    return Entry(TAKE_BACK, {"id": entry.body["id"], "client_id": entry.body["client_id"]})
