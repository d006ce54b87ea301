"""Typing, presence and unfinished bot replies: sent at once to the devices that show them, and never stored.

Other processes get them through the channel layer. An announcement of presence is valid for 75 s, so that it expires if
its process dies.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from sync import metrics
from sync.hub.ephemeral_queue import PRESENCE, REPLY, TYPING, Item
from sync.log import streams
from sync.protocol.frames import Typing, ViewedThreads

LEAVES_AFTER_S = 5.0  # so that a reload or a change of networks does not count as absence
BEAT_S, LEASE_S = 30.0, 75.0
MAX_FRAMES, WINDOW_S = 20, 5.0  # a connection may send MAX_FRAMES in WINDOW_S
BATCH_SIZE = 1_000  # threads in one message to other processes

Message = dict[str, object]


@dataclass(frozen=True, slots=True)
class Participant:
    """The user of a connection, as ephemeral messages name them."""

    user: UUID
    role: str
    name: str


class Connection(Protocol):
    """The part of a connection that `Ephemeral` uses."""

    @property
    def participant(self) -> Participant | None: ...
    def follows(self, stream: str) -> bool: ...
    def send_ephemeral(self, item: Item) -> None: ...


class Ephemeral:
    """The ephemeral state of one process.

    `subscribers` gives the connections that follow a stream; `send` sends a message to the other processes.
    """

    def __init__(
        self,
        subscribers: Callable[[str], Iterable[Connection]],
        send: Callable[[Message], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._subscribers, self._send, self._clock = subscribers, send, clock
        self._viewers: dict[UUID, dict[Connection, None]] = {}  # by thread
        self._viewed: dict[Connection, tuple[UUID, ...]] = {}
        self._local: set[UUID] = set()  # clients that are present because of this process
        self._absent_at: dict[UUID, float] = {}  # by client without a connection: when its presence here ends
        self._remote_leases: dict[str, dict[UUID, float]] = {}  # by process and thread: when its presence expires
        self._frame_counts: dict[Connection, tuple[float, int]] = {}
        self._beat_at = 0.0

    # Frames of devices.

    def handle_frame(self, connection: Connection, frame: Typing | ViewedThreads) -> None:
        """Handle an `eph` frame; ignore it if there are too many, or if this user may not send it (EP2, EP4, EP6)."""
        if connection.participant is None or not self._is_within_limit(connection):
            return
        if isinstance(frame, ViewedThreads):
            self._set_viewed(connection, tuple(thread for thread in frame.threads if _may_see(connection, thread)))
        elif _may_see(connection, frame.thread):
            by = connection.participant
            item: Item = {
                "k": TYPING,
                "thread": str(frame.thread),
                "by": str(by.user),
                "name": by.name,
                "role": by.role,
                "on": frame.on,
            }
            self._send_typing(frame.thread, item)
            self._send({"typing": item})

    def _set_viewed(self, connection: Connection, threads: tuple[UUID, ...]) -> None:
        self._clear_viewed(connection)
        if not threads:
            return
        self._viewed[connection] = threads
        for thread in threads:
            self._viewers.setdefault(thread, {})[connection] = None
            connection.send_ephemeral(_presence(thread, self.is_present(thread)))

    def _clear_viewed(self, connection: Connection) -> None:
        for thread in self._viewed.pop(connection, ()):
            viewers = self._viewers[thread]
            viewers.pop(connection, None)
            if not viewers:
                del self._viewers[thread]

    def _is_within_limit(self, connection: Connection) -> bool:
        timestamp = self._clock()
        since, count = self._frame_counts.get(connection, (timestamp, 0))
        if timestamp - since >= WINDOW_S:
            since, count = timestamp, 0
        self._frame_counts[connection] = (since, count + 1)
        return count < MAX_FRAMES

    # Unfinished replies of bots.

    def reply(self, *, user: UUID, thread: UUID, question: UUID, text: str, on: bool) -> None:
        """Send the text so far of the reply to a question to `user`; `on` is false when its row is stored (EP9)."""
        item: Item = {"k": REPLY, "thread": str(thread), "id": str(question), "text": text, "on": on}
        self._send_to_user(user, item)
        self._send({"reply": item, "to": str(user)})

    def _send_to_user(self, user: UUID, item: Item) -> None:
        for connection in self._subscribers(streams.user(user)):
            connection.send_ephemeral(item)

    # Events of the hub.

    def forget_connection(self, connection: Connection) -> None:
        """Forget which threads a connection shows, because it has ended or may no longer see every thread."""
        self._clear_viewed(connection)
        self._frame_counts.pop(connection, None)

    def stream_followed(self, stream: str) -> None:
        """The first connection of this process follows `stream`."""
        if streams.kind_of(stream) != "c":
            return
        thread = streams.subject_of(stream)
        if self._absent_at.pop(thread, None) is None:
            self._set_present([thread], True)

    def stream_unfollowed(self, stream: str) -> None:
        """The last connection of this process stopped following `stream`."""
        if streams.kind_of(stream) == "c":
            self._absent_at[streams.subject_of(stream)] = self._clock() + LEAVES_AFTER_S

    def tick(self) -> None:
        """End presence after its grace time, drop expired leases, announce presence. Called about once a second."""
        timestamp = self._clock()
        ended = [thread for thread, at in self._absent_at.items() if at <= timestamp]
        for thread in ended:
            del self._absent_at[thread]
        if ended:
            self._set_present(ended, False)
        if timestamp >= self._beat_at:
            self._beat_at = timestamp + BEAT_S
            self._announce(self._local, True)
            for process in list(self._remote_leases):
                self._expire(process, timestamp)

    # Messages of other processes.

    def handle_message(self, process: str, message: Message) -> None:
        """Handle a message of another process."""
        match message:
            case {"typing": dict(item)}:
                self._send_typing(UUID(item["thread"]), item)
            case {"reply": dict(item), "to": str(user)}:
                self._send_to_user(UUID(user), item)
            case {"present": list(names), "on": bool(on)}:
                self._apply_presence(process, [UUID(name) for name in names], on)

    def _apply_presence(self, process: str, threads: list[UUID], on: bool) -> None:
        leases = self._remote_leases.setdefault(process, {})
        changed = [thread for thread in threads if self.is_present(thread) != on]
        for thread in threads:
            if on:
                leases[thread] = self._clock() + LEASE_S
            else:
                leases.pop(thread, None)
        if not leases:
            del self._remote_leases[process]
        self._send_presence(thread for thread in changed if self.is_present(thread) == on)

    def _expire(self, process: str, timestamp: float) -> None:
        leases = self._remote_leases[process]
        lapsed = [thread for thread, until in leases.items() if until <= timestamp]
        for thread in lapsed:
            del leases[thread]
        if not leases:
            del self._remote_leases[process]
        self._send_presence(thread for thread in lapsed if not self.is_present(thread))

    def is_present(self, thread: UUID) -> bool:
        """Whether a user of this client is connected, to any process."""
        timestamp = self._clock()
        return thread in self._local or any(
            leases.get(thread, 0) > timestamp for leases in self._remote_leases.values()
        )

    def _set_present(self, threads: list[UUID], on: bool) -> None:
        before = {thread: self.is_present(thread) for thread in threads}
        (self._local.update if on else self._local.difference_update)(threads)
        self._announce(threads, on)
        self._send_presence(thread for thread in threads if before[thread] != self.is_present(thread))

    def _announce(self, threads: Iterable[UUID], on: bool) -> None:
        names = [str(thread) for thread in threads]
        for start in range(0, len(names), BATCH_SIZE):
            self._send({"present": names[start : start + BATCH_SIZE], "on": on})

    def _send_presence(self, threads: Iterable[UUID]) -> None:
        for thread in threads:
            for connection in list(self._viewers.get(thread, ())):
                connection.send_ephemeral(_presence(thread, self.is_present(thread)))

    def _send_typing(self, thread: UUID, item: Item) -> None:
        """Send typing to the client's users and to admins who show the thread, but not to the user who types."""
        for connection in dict.fromkeys((*self._subscribers(streams.client(thread)), *self._viewers.get(thread, ()))):
            if connection.participant is not None and str(connection.participant.user) != item["by"]:
                connection.send_ephemeral(item)
                metrics.TYPING.inc()


def may_receive(connection: Connection, item: Item) -> bool:
    """Whether a connection may still see the thread of a queued item (EP7). A bot's reply is for its user alone."""
    return item["k"] == REPLY or _may_see(connection, UUID(str(item["thread"])))


def _may_see(connection: Connection, thread: UUID) -> bool:
    return connection.follows(streams.ADMINS) or connection.follows(streams.client(thread))


def _presence(thread: UUID, on: bool) -> Item:
    return {"k": PRESENCE, "thread": str(thread), "on": on}
