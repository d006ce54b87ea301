"""The outbox of a simulated device: it sends entries again with the same ids until it gets a response."""

import asyncio
import random
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.ids import uuid7
from tests.nemesis.connections import HttpConnection, Json, NoResponse
from tests.nemesis.journal import DeviceOwner

BACKOFF_S = (0.1, 1.0)  # a real device: 1 s to 5 minutes
ACCEPTED, TAKEN_BACK, RETRIED = {200, 201}, {200, 202}, {401, 408, 425, 429}
SEND, TAKE_BACK, READ, RESOLVE = "messages.send", "messages.take_back", "threads.read", "threads.resolve"
TAKE_BACK_PROBABILITY = 0.12
RECENT = 5  # a user undoes only one of the last accepted messages


@dataclass
class Entry:
    """One write of the device. `tries` counts attempts, `status` is the final HTTP status.

    An edit has in `former` the message that must be taken back before it is sent.
    """

    kind: str
    body: Json
    tries: int = 0
    status: int = 0
    settled_at: float = 0.0
    may_be_lost: bool = False  # a restore of an older copy may have removed it
    is_taken_back: bool = False  # undone, discarded or replaced
    former: "Entry | None" = None


class Outbox:
    """The outbox of device `number`; `connect` opens a connection, `renew` replaces a rejected token."""

    def __init__(
        self,
        number: int,
        owner: DeviceOwner,
        rng: random.Random,
        connect: Callable[[], HttpConnection],
        renew: Callable[[DeviceOwner, str], Any],
    ) -> None:
        self.settled: list[Entry] = []
        self.dropped: list[Entry] = []  # discarded or replaced; their requests may still be running
        self.sent: Counter[str] = Counter()
        self.without_response = 0
        self._number, self._owner, self._rng, self._connect, self._renew = number, owner, rng, connect, renew
        self._partitions: dict[str, deque[Entry]] = {}
        self._written = 0
        self._was_written = asyncio.Event()

    @property
    def waiting(self) -> int:
        """The number of queued entries."""
        return sum(map(len, self._partitions.values()))

    def write(self, thread: str, canary: str, last: str | None, *, is_admin: bool) -> None:
        """Queue an entry: usually a message, else a marker for the message `last`, or the take-back of a message.

        An admin's marker says that the thread is read, or that it needs no answer.
        """
        self._was_written.set()
        partition = self._partitions.setdefault(thread, deque())
        if self._rng.random() < TAKE_BACK_PROBABILITY:
            self._rng.choice([self._undo, self._discard, self._edit])(thread, canary)
            return
        if last and self._rng.random() < 0.2:
            partition.append(Entry(READ, {"id": thread, "read_to": last}))
            return
        if last and is_admin and self._rng.random() < 0.2:
            is_resolved = self._rng.random() < 0.7
            partition.append(Entry(RESOLVE, {"id": thread, "resolved_to": last, "is_resolved": is_resolved}))
            return
        self._written += 1
        text = f"{self._number}.{self._written} {canary} " + "word " * self._rng.choice([1, 5, 40])
        partition.append(_message(thread, text))

    # Take-backs, discards and edits (MU10).

    def _undo(self, thread: str, canary: str) -> None:
        """Take back one of the last accepted messages."""
        of_thread = [one for one in self.settled if one.kind == SEND and one.body["client_id"] == thread]
        recent = [one for one in of_thread[-RECENT:] if one.status in ACCEPTED and not one.is_taken_back]
        if recent:
            self.sent["undone"] += 1
            self._take_back(self._rng.choice(recent))

    def _discard(self, thread: str, canary: str) -> None:
        """Drop a queued message; if it was tried, it may have arrived, so it is also taken back."""
        queued = self._queued(thread)
        if queued:
            entry = self._rng.choice(queued)
            self._partitions[thread].remove(entry)
            self.dropped.append(entry)
            self.sent["discarded"] += 1
            self._take_back(entry)

    def _edit(self, thread: str, canary: str) -> None:
        """Replace the text of a queued message. If it was tried, take it back first and send the text with a new id."""
        queued, partition = self._queued(thread), self._partitions[thread]
        if not queued:
            return
        entry = self._rng.choice(queued)
        self.sent["edited"] += 1
        number = entry.body["content"].split(" ", 1)[0]
        text = f"{number} edited-{self.sent['edited']} {canary} again"
        if not entry.tries:
            entry.body = {**entry.body, "content": text}
            return
        entry.is_taken_back = True
        self.dropped.append(entry)
        new = _message(thread, text)
        new.former = entry
        index = partition.index(entry)
        partition[index] = new
        partition.insert(index, _take_back(entry))

    def _queued(self, thread: str) -> list[Entry]:
        """The queued messages without a response, except edits whose former message is not taken back yet."""
        return [one for one in self._partitions[thread] if one.kind == SEND and not one.status and one.former is None]

    def _take_back(self, entry: Entry) -> None:
        entry.is_taken_back = True
        if entry.tries:
            self._partitions.setdefault(f"take-back:{entry.body['client_id']}", deque()).append(_take_back(entry))

    def forget_since(self, timestamp: float) -> None:
        """The database is restored to this monotonic time, so entries accepted later may be lost."""
        for entry in self.settled:
            entry.may_be_lost = entry.may_be_lost or entry.settled_at >= timestamp

    async def send(self) -> None:
        """Send the entries until this task is cancelled."""
        connection: HttpConnection | None = None
        while True:
            partitions = [thread for thread, partition in self._partitions.items() if partition]
            if not partitions:
                self._was_written.clear()
                await self._was_written.wait()
                continue
            connection = connection or self._connect()
            partition = self._partitions[self._rng.choice(partitions)]
            entry, token = partition[0], self._owner.token
            statuses = await self._attempt(connection, entry, token)
            if partition and partition[0].status:
                self._settle(partition)
            if entry.status:
                continue
            if 401 in statuses:
                await self._renew(self._owner, token)
            connection.close()
            connection = None
            await asyncio.sleep(self._rng.uniform(*BACKOFF_S))

    def _settle(self, partition: deque[Entry]) -> None:
        """Move the first entry, which has its final status, from the queue to `settled`."""
        entry = partition.popleft()
        self.sent[entry.kind] += 1
        self.settled.append(entry)
        if entry.kind != TAKE_BACK or not partition or partition[0].former is None:
            return
        if partition[0].former.body["id"] == entry.body["id"]:
            partition[0].former = None
            if entry.status not in TAKEN_BACK:  # the former text stays, so the new one is not sent (MU9)
                self.dropped.append(partition.popleft())

    async def _attempt(self, connection: HttpConnection, entry: Entry, token: str) -> list[int]:
        """Send an entry, set its final status if there is one, and return the HTTP statuses of all responses."""
        requests = [connection.request(*_request(entry, token))]
        second = self._connect() if self._rng.random() < 0.05 else None
        if second is not None:  # another tab or the service worker sends the same entry concurrently
            requests.append(second.request(*_request(entry, token)))
        entry.tries += len(requests)
        responses = await asyncio.gather(*requests, return_exceptions=True)
        if second is not None:
            second.close()
        statuses = []
        for response in responses:
            if isinstance(response, BaseException):
                if not isinstance(response, NoResponse):
                    raise response
                self.without_response += 1
                continue
            status, _ = response
            statuses.append(status)
            if status < 500 and status not in RETRIED and entry.status not in ACCEPTED:
                entry.status, entry.settled_at = status, time.monotonic()
        return statuses


def _request(entry: Entry, token: str) -> tuple[str, str, str, Json | None]:
    """The method, path, token and body of the request that sends an entry."""
    if entry.kind == SEND:
        return "POST", "/rest/v1/messages", token, entry.body
    if entry.kind == READ:
        return "PUT", "/rest/v1/threads", token, entry.body
    if entry.kind == RESOLVE:
        return "PUT", "/rest/v1/thread_resolutions", token, entry.body
    return "DELETE", f"/rest/v1/messages/{entry.body['id']}?client_id={entry.body['client_id']}", token, None


def _message(thread: str, text: str) -> Entry:
    return Entry(SEND, {"id": str(uuid7()), "client_id": thread, "content": text})


def _take_back(entry: Entry) -> Entry:
    return Entry(TAKE_BACK, {"id": entry.body["id"], "client_id": entry.body["client_id"]})
