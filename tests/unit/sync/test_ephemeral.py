"""Typing and presence: the recipients of each event across processes, and when state expires."""

from collections.abc import Iterable
from uuid import UUID

import pytest

from sync.hub import ephemeral
from sync.hub.ephemeral import Ephemeral, Message, Participant
from sync.hub.ephemeral_queue import Item
from sync.protocol.frames import Typing, ViewedThreads

THREAD, OTHER = UUID(int=21), UUID(int=22)
ANA, RUI, MAYA = UUID(int=1), UUID(int=2), UUID(int=3)


class Listener:
    """A connection that records the items it receives."""

    def __init__(self, user: UUID, role: str, *streams: str) -> None:
        self.participant: Participant | None = Participant(user, role, role.title())
        self.streams = set(streams)
        self.received: list[Item] = []

    def follows(self, stream: str) -> bool:
        return stream in self.streams

    def send_ephemeral(self, item: Item) -> None:
        self.received.append(item)

    def presence(self) -> list[tuple[str, bool]]:
        return [(str(item["thread"]), bool(item["on"])) for item in self.received if item["k"] == "presence"]

    def typing(self) -> list[tuple[str, bool]]:
        return [(str(item["by"]), bool(item["on"])) for item in self.received if item["k"] == "typing"]


class Process:
    """The ephemeral relay of one process, with its connections by stream."""

    def __init__(self, name: str, cluster: "Cluster") -> None:
        self.name = name
        self.followers: dict[str, list[Listener]] = {}
        self.ephemeral = Ephemeral(self.subscribers, lambda message: cluster.carry(name, message), lambda: cluster.at)

    def subscribers(self, stream: str) -> Iterable[Listener]:
        return self.followers.get(stream, ())

    def connect(self, user: UUID, role: str, stream: str) -> Listener:
        listener = Listener(user, role, stream)
        if stream not in self.followers:
            self.ephemeral.stream_followed(stream)
        self.followers.setdefault(stream, []).append(listener)
        return listener

    def drop(self, listener: Listener) -> None:
        for stream in listener.streams:
            self.followers[stream].remove(listener)
            if not self.followers[stream]:
                del self.followers[stream]
                self.ephemeral.stream_unfollowed(stream)
        self.ephemeral.forget_connection(listener)


class Cluster:
    """Processes that receive each other's messages at once, unless `is_cut`."""

    def __init__(self) -> None:
        self.at, self.is_cut, self.processes = 100.0, False, dict[str, Process]()

    def process(self, name: str) -> Process:
        self.processes[name] = Process(name, self)
        return self.processes[name]

    def carry(self, sender: str, message: Message) -> None:
        for name, process in self.processes.items():
            if name != sender and not self.is_cut:
                process.ephemeral.handle_message(sender, message)

    def advance(self, seconds: float) -> None:
        """Advance time; each process ticks once a second."""
        end = self.at + seconds
        while self.at < end:
            self.at += 1
            for process in list(self.processes.values()):
                process.ephemeral.tick()


@pytest.fixture
def cluster() -> Cluster:
    return Cluster()


THREAD_STREAM, ADMINS_STREAM = f"c:{THREAD}", "w"


def test_ep2_typing_is_sent_to_the_threads_users_and_to_admins_who_view_it(cluster: Cluster) -> None:
    here, there = cluster.process("here"), cluster.process("there")
    ana, rui, idle = (
        here.connect(ANA, "admin", ADMINS_STREAM),
        there.connect(RUI, "admin", ADMINS_STREAM),
        there.connect(RUI, "admin", ADMINS_STREAM),
    )
    maya, stranger = there.connect(MAYA, "client", THREAD_STREAM), there.connect(UUID(int=9), "client", f"c:{OTHER}")
    for admin, process in ((ana, here), (rui, there)):
        process.ephemeral.handle_frame(admin, ViewedThreads((THREAD,)))
    here.ephemeral.handle_frame(ana, Typing(THREAD, True))
    there.ephemeral.handle_frame(maya, Typing(THREAD, True))
    assert maya.typing() == [(str(ANA), True)]
    assert rui.typing() == [(str(ANA), True), (str(MAYA), True)]
    assert ana.typing() == [(str(MAYA), True)]
    assert (idle.received, stranger.received) == ([], [])
    typing = next(item for item in maya.received if item["k"] == "typing")
    assert typing == {
        "k": "typing", "thread": str(THREAD), "by": str(ANA), "name": "Admin", "role": "admin", "on": True,
    }  # fmt: skip


def test_ep2_a_users_own_devices_receive_no_typing(cluster: Cluster) -> None:
    here = cluster.process("here")
    phone, desktop = here.connect(MAYA, "client", THREAD_STREAM), here.connect(MAYA, "client", THREAD_STREAM)
    here.ephemeral.handle_frame(phone, Typing(THREAD, True))
    assert (phone.received, desktop.received) == ([], [])


def test_ep2_ephemeral_frames_for_foreign_threads_are_ignored(cluster: Cluster) -> None:
    here = cluster.process("here")
    maya, otto = here.connect(MAYA, "client", THREAD_STREAM), here.connect(UUID(int=9), "client", f"c:{OTHER}")
    stranger = Listener(UUID(int=8), "client")
    unknown = Listener(UUID(int=7), "client", THREAD_STREAM)
    unknown.participant = None
    for intruder in (otto, stranger, unknown):
        here.ephemeral.handle_frame(intruder, Typing(THREAD, True))
        here.ephemeral.handle_frame(intruder, ViewedThreads((THREAD,)))
    assert maya.received == []
    assert [one.presence() for one in (otto, stranger, unknown)] == [[], [], []]


def test_ep4_a_subscription_returns_presence_and_each_change_follows(cluster: Cluster) -> None:
    here = cluster.process("here")
    ana, maya = here.connect(ANA, "admin", ADMINS_STREAM), here.connect(MAYA, "client", THREAD_STREAM)
    here.ephemeral.handle_frame(ana, ViewedThreads((THREAD, OTHER)))
    assert ana.presence() == [(str(THREAD), True), (str(OTHER), False)]
    here.drop(maya)
    cluster.advance(10)
    here.connect(MAYA, "client", THREAD_STREAM)
    assert ana.presence()[2:] == [(str(THREAD), False), (str(THREAD), True)]


def test_ep4_a_new_subscription_replaces_the_former(cluster: Cluster) -> None:
    here = cluster.process("here")
    ana = here.connect(ANA, "admin", ADMINS_STREAM)
    here.ephemeral.handle_frame(ana, ViewedThreads((THREAD,)))
    here.ephemeral.handle_frame(ana, ViewedThreads((OTHER,)))
    here.connect(MAYA, "client", THREAD_STREAM)
    here.connect(UUID(int=9), "client", f"c:{OTHER}")
    assert ana.presence() == [(str(THREAD), False), (str(OTHER), False), (str(OTHER), True)]
    here.ephemeral.handle_frame(ana, ViewedThreads(()))
    assert (here.ephemeral._viewers, here.ephemeral._viewed) == ({}, {})


def test_ep5_a_reload_is_no_absence_and_a_second_device_keeps_presence(cluster: Cluster) -> None:
    here = cluster.process("here")
    ana, maya = here.connect(ANA, "admin", ADMINS_STREAM), here.connect(MAYA, "client", THREAD_STREAM)
    here.ephemeral.handle_frame(ana, ViewedThreads((THREAD,)))
    here.drop(maya)
    cluster.advance(4)
    maya = here.connect(MAYA, "client", THREAD_STREAM)
    phone = here.connect(MAYA, "client", THREAD_STREAM)
    here.drop(maya)
    cluster.advance(20)
    assert ana.presence() == [(str(THREAD), True)]
    here.drop(phone)
    cluster.advance(6)
    assert ana.presence() == [(str(THREAD), True), (str(THREAD), False)]


def test_ep5_a_user_connected_to_another_process_is_present(cluster: Cluster) -> None:
    here, there = cluster.process("here"), cluster.process("there")
    ana = here.connect(ANA, "admin", ADMINS_STREAM)
    maya = there.connect(MAYA, "client", THREAD_STREAM)
    here.ephemeral.handle_frame(ana, ViewedThreads((THREAD,)))
    own = here.connect(MAYA, "client", THREAD_STREAM)
    there.drop(maya)
    cluster.advance(10)
    assert ana.presence() == [(str(THREAD), True)]
    here.drop(own)
    cluster.advance(10)
    assert ana.presence() == [(str(THREAD), True), (str(THREAD), False)]


def test_ep5_a_later_process_learns_presence_with_the_next_beat(cluster: Cluster) -> None:
    there = cluster.process("there")
    there.connect(MAYA, "client", THREAD_STREAM)
    cluster.advance(1)
    here = cluster.process("here")
    ana = here.connect(ANA, "admin", ADMINS_STREAM)
    here.ephemeral.handle_frame(ana, ViewedThreads((THREAD,)))
    cluster.advance(ephemeral.BEAT_S + 1)
    assert ana.presence() == [(str(THREAD), False), (str(THREAD), True)]


def test_ep5_users_of_a_silent_process_become_absent(cluster: Cluster) -> None:
    here, there = cluster.process("here"), cluster.process("there")
    ana = here.connect(ANA, "admin", ADMINS_STREAM)
    there.connect(MAYA, "client", THREAD_STREAM)
    here.ephemeral.handle_frame(ana, ViewedThreads((THREAD,)))
    cluster.advance(200)
    assert ana.presence() == [(str(THREAD), True)]
    cluster.is_cut = True
    cluster.advance(60)
    assert ana.presence() == [(str(THREAD), True)]
    cluster.advance(50)
    assert ana.presence() == [(str(THREAD), True), (str(THREAD), False)]
    assert here.ephemeral._remote_leases == {}


def test_ep6_a_connection_may_send_20_frames_in_5_s(cluster: Cluster) -> None:
    here = cluster.process("here")
    ana, maya = here.connect(ANA, "admin", ADMINS_STREAM), here.connect(MAYA, "client", THREAD_STREAM)
    for n in range(50):
        here.ephemeral.handle_frame(ana, Typing(THREAD, n % 2 == 0))
    assert len(maya.typing()) == 20
    cluster.at += 5
    here.ephemeral.handle_frame(ana, Typing(THREAD, True))
    assert len(maya.typing()) == 21
    here.ephemeral.forget_connection(ana)
    assert here.ephemeral._frame_counts == {}


def test_ep7_losing_the_admins_stream_ends_the_presence_subscription(cluster: Cluster) -> None:
    here = cluster.process("here")
    ana = here.connect(ANA, "admin", ADMINS_STREAM)
    here.ephemeral.handle_frame(ana, ViewedThreads((THREAD,)))
    here.drop(ana)
    here.connect(MAYA, "client", THREAD_STREAM)
    assert ana.presence() == [(str(THREAD), False)]


def test_ep9_a_bots_reply_is_sent_only_to_the_asking_users_devices() -> None:
    cluster = Cluster()
    here, there = cluster.process("one"), cluster.process("two")
    phone, desktop = here.connect(MAYA, "client", f"u:{MAYA}"), there.connect(MAYA, "client", f"u:{MAYA}")
    others = [here.connect(ANA, "admin", "w"), here.connect(ANA, "admin", f"u:{ANA}"), there.connect(RUI, "admin", "w")]
    here.ephemeral.reply(user=MAYA, thread=THREAD, question=OTHER, text="We open", on=True)
    item = {"k": "reply", "thread": str(THREAD), "id": str(OTHER), "text": "We open", "on": True}
    assert (phone.received, desktop.received) == ([item], [item])
    assert [one.received for one in others] == [[], [], []]
