"""The state machine of a connection over time: catching up, the window, the token's lifetime, heartbeats."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.protocol import frames
from sync.protocol.flow_control import Batch
from sync.protocol.frames import Offer
from sync.protocol.positions import Position, decide
from sync.protocol.session_effects import Beat, Close
from tests.support.sync.session_states import (
    LIFE_S,
    ME,
    NOW,
    OWN,
    STREAM,
    batch,
    hello,
    identify,
    in_state,
    kinds,
    new_session,
    open_session,
    position,
    summary,
)

EXP = NOW + LIFE_S


def ack(upto: int) -> str:
    return f'{{"t":"ack","c":{{"{STREAM}":{upto}}}}}'


def test_ch1_a_frame_that_does_not_follow_the_last_is_not_sent() -> None:
    session = open_session(head=20)
    for start, end in ((7, 9), (9, 10), (1, 7)):
        assert session.send_batch(STREAM, batch(start, end), NOW) == []
    assert kinds(session.send_batch(STREAM, batch(8, 9), NOW) or []) == ["ch"]
    assert session.send_batch(STREAM, batch(8, 9), NOW) == []
    assert kinds(session.send_batch(STREAM, batch(10, 12), NOW) or []) == ["ch"]


@given(st.integers(7, 60), st.lists(st.integers(1, 9), min_size=12, max_size=12))
def test_ch1_ch2_any_run_of_frames_is_contiguous_and_live_comes_once(head: int, sizes: list[int]) -> None:
    session = new_session()
    session.received(hello())
    effects = identify(session, head)
    at = 7
    for size in sizes:
        assert session.needed_after(STREAM, 1000, NOW) == at
        effects += session.send_batch(STREAM, batch(at + 1, at + size), NOW) or []
        at += size
    frames = summary(effects)
    ranges = [(one["from"], one["to"]) for one in frames if isinstance(one, dict) and one["t"] == "ch"]
    assert [start for start, _ in ranges] == [8, *(end + 1 for _, end in ranges[:-1])]
    live = [n for n, one in enumerate(frames) if isinstance(one, dict) and one["t"] == "live"]
    assert len(live) == (1 if at >= head else 0)
    if live:
        sent = [one["to"] for one in frames[: live[0]] if isinstance(one, dict) and one["t"] == "ch"]
        assert max(sent, default=7) >= head
        assert frames[live[0]]["c"] == max(sent, default=7)


def test_ch5_a_full_window_sends_nothing_more_until_an_ack() -> None:
    session = open_session(head=900)
    assert kinds(session.send_batch(STREAM, batch(8, 207), NOW) or []) == ["ch"]
    assert kinds(session.send_batch(STREAM, batch(208, 407), NOW) or []) == ["ch"]
    assert kinds(session.send_batch(STREAM, batch(408, 607), NOW) or []) == ["ch"]
    assert session.send_batch(STREAM, batch(608, 608), NOW) is None
    assert session.received(ack(206)) == []
    assert session.send_batch(STREAM, batch(608, 608), NOW) is None
    assert session.received(ack(207)) == []
    assert kinds(session.send_batch(STREAM, batch(608, 807), NOW) or []) == ["ch"]
    assert session.send_batch(STREAM, batch(808, 808), NOW) is None


def test_ch5_the_window_counts_bytes_too_and_all_streams_together() -> None:
    session = open_session(head=900)
    session.streams[OWN].cursor = 0
    assert session.send_batch(STREAM, batch(8, 8, size=frames.WINDOW_BYTES - 10), NOW)
    assert session.send_batch(OWN, batch(1, 1, size=11), NOW) is None
    assert session.send_batch(OWN, batch(1, 1, size=10), NOW)
    session.received(ack(8))
    assert session.send_batch(OWN, batch(2, 2, size=1000), NOW)


def test_ch5_an_empty_window_takes_any_frame() -> None:
    session = open_session(head=900)
    assert session.send_batch(STREAM, batch(8, 8, size=frames.WINDOW_BYTES * 3), NOW)
    assert session.send_batch(STREAM, batch(9, 9, size=1), NOW) is None


def test_ch5_a_window_full_for_30_s_closes_and_an_ack_restarts_the_time() -> None:
    session = open_session(head=900)
    session.send_batch(STREAM, batch(8, 607), NOW)
    assert session.tick(NOW + 200) == [Beat()]  # no change waits, so the full window may last
    session.send_batch(STREAM, batch(608, 608), NOW + 200)
    session.send_batch(STREAM, batch(608, 608), NOW + 215)
    assert Close(frames.SLOW) not in session.tick(NOW + 229)
    session.received(ack(607))
    session.send_batch(STREAM, batch(608, 1207), NOW + 230)
    session.send_batch(STREAM, batch(1208, 1208), NOW + 231)
    assert Close(frames.SLOW) not in session.tick(NOW + 260)
    assert session.tick(NOW + 261) == [Close(frames.SLOW)]


sizes = st.lists(st.tuples(st.integers(1, 200), st.integers(1, frames.FRAME_BYTES), st.booleans()), max_size=30)


@given(sizes)
def test_ch5_unacknowledged_changes_never_exceed_the_window(run: list[tuple[int, int, bool]]) -> None:
    session, at, in_flight = open_session(head=10**6), 7, list[Batch]()
    for count, size, acks in run:
        offered = batch(at + 1, at + count, size)
        if session.send_batch(STREAM, offered, NOW):
            in_flight.append(offered)
            at = offered.end
        assert sum(frame.count for frame in in_flight) <= frames.WINDOW_CHANGES
        assert len(in_flight) == 1 or sum(frame.size for frame in in_flight) <= frames.WINDOW_BYTES
        if acks and in_flight:
            session.received(ack(in_flight.pop(0).end))


def test_he1_a_session_without_hello_closes_after_5_s() -> None:
    assert new_session().tick(NOW + 4.9) == []
    assert new_session().tick(NOW + 5) == [Close(frames.NO_HELLO)]
    session = in_state("identifying")
    assert session.tick(NOW + 60) == []


def test_ch6_a_heartbeat_each_25_s_has_the_heads_of_streams_with_a_cursor() -> None:
    session = open_session()
    assert session.tick(NOW + 24.9) == []
    assert session.tick(NOW + 25) == [Beat()]
    assert session.tick(NOW + 26) == []
    assert session.tick(NOW + 50) == [Beat()]
    assert summary(session.heartbeat({STREAM: 12, OWN: 3}, NOW)) == [{"t": "hb", "h": {STREAM: 12}, "now": int(NOW)}]


def test_ch6_a_clock_that_is_set_back_does_not_end_the_heartbeats() -> None:
    session = open_session()
    assert session.tick(NOW + 24) == []
    assert session.tick(NOW - 3600) == [Beat()]
    assert session.tick(NOW - 3600 + 24) == []
    assert session.tick(NOW - 3600 + 25) == [Beat()]


def test_tk1_nothing_is_delivered_after_the_expiry_until_a_new_token() -> None:
    session = open_session(head=20)
    assert session.needed_after(STREAM, 20, EXP - 1) == 7
    assert session.needed_after(STREAM, 20, EXP) is None
    session.tick(EXP)
    assert session.send_batch(STREAM, batch(8, 9), EXP) == []
    assert session.tick(EXP + 24) == []
    session.reidentified(dataclasses.replace(ME, expires_at=ME.expires_at + LIFE_S))
    assert session.needed_after(STREAM, 20, EXP + 24) == 7
    assert kinds(session.send_batch(STREAM, batch(8, 20), EXP + 24) or []) == ["ch", "live"]


@pytest.mark.parametrize(("seconds_left", "announced"), [(LIFE_S, 60), (61, 60), (60, 60), (30, 30), (1, 1)])
def test_tk2_expiry_is_announced_60_s_before_or_at_once(seconds_left: int, announced: int) -> None:
    session = open_session(actor=dataclasses.replace(ME, expires_at=int(NOW) + seconds_left))
    at = max(NOW, NOW + seconds_left - 60)
    if seconds_left > 60:
        assert {"t": "auth_expiring", "in": 60} not in summary(session.tick(at - 1))
    assert {"t": "auth_expiring", "in": announced} in summary(session.tick(at))
    assert "auth_expiring" not in kinds(session.tick(at))


def test_tk2_the_expiry_of_each_token_is_announced() -> None:
    session = open_session()
    assert "auth_expiring" in kinds(session.tick(EXP - 60))
    session.reidentified(dataclasses.replace(ME, expires_at=ME.expires_at + LIFE_S))
    assert "auth_expiring" not in kinds(session.tick(EXP))
    assert "auth_expiring" in kinds(session.tick(EXP + LIFE_S - 60))


def test_tk3_the_connection_closes_25_s_after_the_expiry() -> None:
    session = open_session()
    session.tick(EXP - 60)
    assert session.tick(EXP) == []
    assert session.tick(EXP + 24.9) == []
    assert session.tick(EXP + 25) == [Close(4401)]
    assert session.tick(EXP + 26) == []


def test_ch9_an_offer_acknowledges_earlier_changes() -> None:
    session = open_session(head=900)
    session.send_batch(STREAM, batch(8, 607), NOW)
    assert session.send_batch(STREAM, batch(608, 700), NOW) is None
    offers = (Offer(STREAM, "k3", 900, "id900"),)
    session.resolved(offers, [decide(position(head=900, at="id900"), offers[0]), decide(position(OWN, 0, None), None)])
    assert kinds(session.send_batch(STREAM, batch(901, 1500), NOW) or []) == ["ch"]


def test_ch5_a_lost_stream_leaves_the_window() -> None:
    """The device drops the stream with the frames in flight and acknowledges none of them."""
    session = open_session(head=900)
    session.streams[OWN].cursor = 0
    session.send_batch(STREAM, batch(8, 607), NOW)
    assert session.send_batch(OWN, batch(1, 1), NOW) is None
    session.membership(STREAM, "lost", ME.id, None)
    assert kinds(session.send_batch(OWN, batch(1, 1), NOW) or [])[0] == "ch"
    assert Close(frames.SLOW) not in session.tick(NOW + 60)


def test_cu7_a_pruned_stream_is_reset_once_and_then_ignored_until_it_is_offered() -> None:
    session = open_session(head=900)
    effects = summary(session.pruned(Position(STREAM, "k3", 900, 600)))
    entry = {"s": STREAM, "e": "k3", "head": 900, "tail": 600, "mode": "reset", "why": "retention"}
    assert effects == [{"t": "subs", "subs": [entry]}]
    assert session.needed_after(STREAM, 900, NOW) is None
    assert session.pruned(Position(STREAM, "k3", 900, 600)) == []
    assert session.pruned(Position("c:other", "k3", 900, 600)) == []
