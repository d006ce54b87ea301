"""One connection's queue of ephemeral items, their frames, and when a connection may send and receive them."""

from uuid import UUID

import pytest

from sync.hub.ephemeral_queue import EphemeralQueue, Item
from sync.protocol import frames
from sync.protocol.frames import BadFrame, IgnoredEphemeral, Typing, read_frame
from sync.protocol.session_effects import ForwardEphemeral
from tests.support.sync.session_states import EXP, NOW, STREAM, batch, in_state, open_session

THREAD, OTHER = UUID(int=21), UUID(int=22)
ANA, RUI = UUID(int=1), UUID(int=2)


def typing(on: bool, thread: UUID = THREAD, by: UUID = ANA) -> Item:
    return {"k": "typing", "thread": str(thread), "by": str(by), "on": on}


def presence(on: bool, thread: UUID = THREAD) -> Item:
    return {"k": "presence", "thread": str(thread), "on": on}


def test_ep1_the_newest_item_of_each_subject_is_sent_once() -> None:
    queue = EphemeralQueue()
    assert (queue.is_empty, queue.take(under_pressure=False)) == (True, [])
    for item in (
        typing(True),
        presence(True),
        typing(True, by=RUI),
        typing(False),
        presence(False),
        presence(True, OTHER),
    ):
        queue.put(item)
    assert queue.take(under_pressure=False) == [
        typing(True, by=RUI),
        typing(False),
        presence(False),
        presence(True, OTHER),
    ]
    assert (queue.is_empty, queue.take(under_pressure=False)) == (True, [])


def test_ep1_under_pressure_typing_is_dropped_and_presence_waits() -> None:
    queue = EphemeralQueue()
    queue.put(typing(True))
    queue.put(presence(True))
    assert queue.take(under_pressure=True) == []
    assert not queue.is_empty
    queue.put(presence(False))
    assert queue.take(under_pressure=False) == [presence(False)]
    queue.put(typing(True))
    assert queue.take(under_pressure=True) == []
    assert queue.is_empty


@pytest.mark.parametrize(
    ("changes", "size", "is_pressed"),
    [
        (frames.WINDOW_CHANGES // 2 - 1, 100, False),
        (frames.WINDOW_CHANGES // 2, 100, True),
        (1, frames.WINDOW_BYTES // 2 - 1, False),
        (1, frames.WINDOW_BYTES // 2, True),
    ],
)
def test_ep1_half_a_window_is_pressure(changes: int, size: int, is_pressed: bool) -> None:
    session = open_session(head=900)
    session.send_batch(STREAM, batch(8, 7 + changes, size), NOW)
    assert session.window.is_half_full == is_pressed
    session.window.acknowledge({STREAM: 7 + changes})
    assert not session.window.is_half_full


def test_ep6_an_unknown_kind_is_ignored() -> None:
    assert read_frame('{"t":"eph","k":"dancing","with":"anybody"}') == IgnoredEphemeral()
    assert open_session().received('{"t":"eph","k":"dancing"}') == []


@pytest.mark.parametrize(
    "fields",
    [
        "",
        '"k":1',
        '"k":"typing"',
        '"k":"typing","thread":"x","on":true',
        f'"k":"typing","thread":"{THREAD}"',
        f'"k":"typing","thread":"{THREAD}","on":1',
        '"k":"look"',
        '"k":"look","threads":{}',
        '"k":"look","threads":["x"]',
        '"k":"look","threads":[1]',
        f'"k":"look","threads":{[str(THREAD)] * 101}'.replace("'", '"'),
    ],
)
def test_he9_frames_that_are_not_ephemeral_are_rejected(fields: str) -> None:
    with pytest.raises(BadFrame):
        read_frame(f'{{"t":"eph",{fields}}}'.replace(",}", "}"))


FRAME = f'{{"t":"eph","k":"typing","thread":"{THREAD}","on":true}}'


def test_ep7_an_expired_connection_neither_sends_nor_receives() -> None:
    session = open_session()
    assert session.received(FRAME) == [ForwardEphemeral(Typing(THREAD, True))]
    assert (session.may_receive(NOW), session.may_receive(EXP)) == (True, False)
    expired = in_state("expired")
    assert expired.received(FRAME) == []
    assert not expired.may_receive(NOW)


def test_ep9_a_replys_newest_text_replaces_the_former_and_is_dropped_under_pressure() -> None:
    queue = EphemeralQueue()
    for text in ("We", "We open", "We open at eight"):
        queue.put({"k": "reply", "thread": str(THREAD), "id": "q", "text": text, "on": True})
    queue.put(presence(True))
    assert queue.take(under_pressure=True) == []
    assert queue.take(under_pressure=False) == [presence(True)]
    queue.put({"k": "reply", "thread": str(THREAD), "id": "q", "text": "again", "on": True})
    assert [item["text"] for item in queue.take(under_pressure=False)] == ["again"]
