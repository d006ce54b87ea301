"""Typing, presence and unfinished bot replies: sent at once to the devices that show them, and never stored.

Other processes get them through the channel layer. A process's last announcement of presence holds for 75 s, so that
the presence of a process that dies expires.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from sync import metrics
from sync.hub.ephemeral_queue import PRESENCE, REPLY, TYPING, Item
from sync.log import streams
from sync.protocol.frames import Look, Typing

LEAVES_AFTER_S = 5.0  # so that a reload or a change of networks does not count as absence
BEAT_S, LEASE_S = 30.0, 75.0
ALLOWED, WITHIN_S = 20, 5.0  # frames of one connection
AT_A_TIME = 1_000  # threads in one message to other processes

Message = dict[str, object]


@dataclass(frozen=True, slots=True)
class Speaker:
    """The user of a connection."""

    user: UUID
    role: str
    name: str


class Connection(Protocol):
    """What `Ephemeral` needs of a connection."""

    @property
    def speaker(self) -> Speaker | None: ...
    def follows(self, stream: str) -> bool: ...
    def whisper(self, item: Item) -> None: ...


class Ephemeral:
    """The ephemeral state of one process.

    `watchers` gives the connections that follow a stream; `tell` sends a message to the other processes.
    """

    def __init__(
        self,
        watchers: Callable[[str], Iterable[Connection]],
        tell: Callable[[Message], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._watchers, self._tell, self._clock = watchers, tell, clock
        self._looks: dict[UUID, dict[Connection, None]] = {}  # by thread
        self._looking: dict[Connection, tuple[UUID, ...]] = {}
        self._here: set[UUID] = set()
        self._leaving: dict[UUID, float] = {}
        self._elsewhere: dict[str, dict[UUID, float]] = {}  # by process: until when each is there
        self._spoken: dict[Connection, tuple[float, int]] = {}
        self._beat_at = 0.0

    # Frames of devices.

    def said(self, connection: Connection, frame: Typing | Look) -> None:
        """Handle an `eph` frame; ignore it if there are too many, or if this user may not send it (EP2, EP4, EP6)."""
        if connection.speaker is None or not self._is_heard(connection):
            return
        if isinstance(frame, Look):
            self._look(connection, tuple(thread for thread in frame.threads if _may_see(connection, thread)))
        elif _may_see(connection, frame.thread):
            by = connection.speaker
            item: Item = {
                "k": TYPING,
                "thread": str(frame.thread),
                "by": str(by.user),
                "name": by.name,
                "role": by.role,
                "on": frame.on,
            }
            self._pass_on(frame.thread, item)
            self._tell({"typing": item})

    def _look(self, connection: Connection, threads: tuple[UUID, ...]) -> None:
        self._look_away(connection)
        if not threads:
            return
        self._looking[connection] = threads
        for thread in threads:
            self._looks.setdefault(thread, {})[connection] = None
            connection.whisper(_presence(thread, self.is_present(thread)))

    def _look_away(self, connection: Connection) -> None:
        for thread in self._looking.pop(connection, ()):
            lookers = self._looks[thread]
            lookers.pop(connection, None)
            if not lookers:
                del self._looks[thread]

    def _is_heard(self, connection: Connection) -> bool:
        moment = self._clock()
        since, count = self._spoken.get(connection, (moment, 0))
        if moment - since >= WITHIN_S:
            since, count = moment, 0
        self._spoken[connection] = (since, count + 1)
        return count < ALLOWED

    # Unfinished replies of bots.

    def reply(self, *, user: UUID, thread: UUID, question: UUID, text: str, on: bool) -> None:
        """Send the text so far of the reply to a question to `user`; `on` is false when its row is stored (EP9)."""
        item: Item = {"k": REPLY, "thread": str(thread), "id": str(question), "text": text, "on": on}
        self._tell_person(user, item)
        self._tell({"reply": item, "to": str(user)})

    def _tell_person(self, user: UUID, item: Item) -> None:
        for connection in self._watchers(streams.person(user)):
            connection.whisper(item)

    # Events of the hub.

    def gone(self, connection: Connection) -> None:
        """Forget the screen of a connection that has ended, or that may no longer see every thread."""
        self._look_away(connection)
        self._spoken.pop(connection, None)

    def came(self, stream: str) -> None:
        """The first connection of this process follows `stream`."""
        if streams.kind_of(stream) != "c":
            return
        thread = streams.subject_of(stream)
        if self._leaving.pop(thread, None) is None:
            self._change([thread], True)

    def went(self, stream: str) -> None:
        """The last connection of this process stopped following `stream`."""
        if streams.kind_of(stream) == "c":
            self._leaving[streams.subject_of(stream)] = self._clock() + LEAVES_AFTER_S

    def tick(self) -> None:
        """End presence after its grace time, drop expired leases, announce presence. Called about once a second."""
        moment = self._clock()
        left = [thread for thread, at in self._leaving.items() if at <= moment]
        for thread in left:
            del self._leaving[thread]
        if left:
            self._change(left, False)
        if moment >= self._beat_at:
            self._beat_at = moment + BEAT_S
            self._announce(self._here, True)
            for process in list(self._elsewhere):
                self._expire(process, moment)

    # Messages of other processes.

    def heard(self, process: str, message: Message) -> None:
        """Handle a message of another process."""
        match message:
            case {"typing": dict(item)}:
                self._pass_on(UUID(item["thread"]), item)
            case {"reply": dict(item), "to": str(user)}:
                self._tell_person(UUID(user), item)
            case {"present": list(names), "on": bool(on)}:
                self._heard_presence(process, [UUID(name) for name in names], on)

    def _heard_presence(self, process: str, threads: list[UUID], on: bool) -> None:
        known = self._elsewhere.setdefault(process, {})
        changed = [thread for thread in threads if self.is_present(thread) != on]
        for thread in threads:
            if on:
                known[thread] = self._clock() + LEASE_S
            else:
                known.pop(thread, None)
        if not known:
            del self._elsewhere[process]
        self._show(thread for thread in changed if self.is_present(thread) == on)

    def _expire(self, process: str, moment: float) -> None:
        known = self._elsewhere[process]
        lapsed = [thread for thread, until in known.items() if until <= moment]
        for thread in lapsed:
            del known[thread]
        if not known:
            del self._elsewhere[process]
        self._show(thread for thread in lapsed if not self.is_present(thread))

    def is_present(self, thread: UUID) -> bool:
        """Whether a user of this client is connected, to any process."""
        moment = self._clock()
        return thread in self._here or any(known.get(thread, 0) > moment for known in self._elsewhere.values())

    def _change(self, threads: list[UUID], on: bool) -> None:
        before = {thread: self.is_present(thread) for thread in threads}
        (self._here.update if on else self._here.difference_update)(threads)
        self._announce(threads, on)
        self._show(thread for thread in threads if before[thread] != self.is_present(thread))

    def _announce(self, threads: Iterable[UUID], on: bool) -> None:
        names = [str(thread) for thread in threads]
        for start in range(0, len(names), AT_A_TIME):
            self._tell({"present": names[start : start + AT_A_TIME], "on": on})

    def _show(self, threads: Iterable[UUID]) -> None:
        for thread in threads:
            for connection in list(self._looks.get(thread, ())):
                connection.whisper(_presence(thread, self.is_present(thread)))

    def _pass_on(self, thread: UUID, item: Item) -> None:
        """Send typing to the client's users and to admins who show the thread, but not to the user who types."""
        for connection in dict.fromkeys((*self._watchers(streams.client(thread)), *self._looks.get(thread, ()))):
            if connection.speaker is not None and str(connection.speaker.user) != item["by"]:
                connection.whisper(item)
                metrics.TYPING.inc()


def _may_see(connection: Connection, thread: UUID) -> bool:
    return connection.follows(streams.ADMINS) or connection.follows(streams.client(thread))


def _presence(thread: UUID, on: bool) -> Item:
    return {"k": PRESENCE, "thread": str(thread), "on": on}
