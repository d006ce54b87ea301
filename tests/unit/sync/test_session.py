"""The state machine of a connection as a table: every state and every frame, with the exact effects."""

import dataclasses
import json
from typing import Any, get_args
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sync.protocol import frames
from sync.protocol.frames import Hello, Offer
from sync.protocol.positions import decide
from sync.protocol.session_effects import Close, Identify, Reidentify, Resolve, Subscribe, Unsubscribe
from sync.protocol.session_state import State
from tests.support.sync.session_states import (
    DEVICE,
    LIFE_S,
    ME,
    NOW,
    OWN,
    STREAM,
    TAB,
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

OFFER = Offer(STREAM, "k3", 7, "id7")
FRAMES = {
    "hello": hello(),
    "sub": json.dumps({"t": "sub", "subs": [{"s": STREAM, "e": "k3", "c": 7, "at": "id7"}]}),
    "ack": json.dumps({"t": "ack", "c": {STREAM: 7}}),
    "ping": '{"t":"ping","n":9}',
    "auth": '{"t":"auth","token":"new"}',
    "unknown": '{"t":"shout"}',
    "not JSON": "shout",
    "nothing": "",
}
BAD: list[Any] = [frames.BAD_FRAME]
PONG = {"t": "pong", "n": 9}
OPEN: dict[str, list[Any]] = {
    "hello": BAD,
    "sub": [Resolve((OFFER,))],
    "ack": [],
    "ping": [PONG],
    "auth": [Reidentify("new")],
    "unknown": BAD,
    "not JSON": BAD,
    "nothing": BAD,
}
TABLE: dict[State, dict[str, list[Any]]] = {
    "new": dict.fromkeys(FRAMES, BAD) | {"hello": [Identify(Hello(1, "2026.11.1", DEVICE, TAB, "tok", (OFFER,)))]},
    "identifying": dict.fromkeys(FRAMES, BAD) | {"ping": [PONG]},
    "open": OPEN,
    "expired": OPEN,
    "closed": {name: [] for name in FRAMES},
}


def test_the_table_is_complete() -> None:
    assert set(TABLE) == set(get_args(State))
    assert all(set(row) == set(FRAMES) for row in TABLE.values())


@pytest.mark.parametrize("state", get_args(State))
@pytest.mark.parametrize("name", FRAMES)
def test_he9_each_frame_in_each_state_has_its_reply(state: State, name: str) -> None:
    """HE9 before `hello`, CH8 for pings; a closed connection ignores frames and sends nothing."""
    session = in_state(state)
    expected = TABLE[state][name]
    assert summary(session.received(FRAMES[name])) == expected
    if expected == BAD:
        assert session.state == "closed"
    elif state != "new":
        assert session.state == state


@pytest.mark.parametrize(
    "changed",
    [
        {"p": 0},
        {"p": 2},
        {"build": "2026.11.0"},
        {"build": "2025.12.9"},
        {"build": "2026.11"},
        {"build": "new"},
        {"build": ""},
    ],
    ids=str,
)
def test_he2_another_protocol_or_an_old_build_is_too_old(changed: dict[str, object]) -> None:
    session = new_session()
    assert session.received(hello(**changed)) == [Close(frames.TOO_OLD)]
    assert session.received(hello()) == []


@pytest.mark.parametrize("build", ["2026.11.1", "2026.11.10", "2026.12.0", "2027.1.0", "2026.11.1.1"])
def test_he2_this_build_and_newer_ones_are_accepted(build: str) -> None:
    assert kinds(new_session().received(hello(build=build)))[0].hello.build == build


def test_he4_ok_lists_permitted_streams_and_live_follows_without_backlog() -> None:
    session = new_session()
    session.received(hello())
    ok, subscribe, live, subscribe_own = summary(identify(session))
    assert ok == {
        "t": "ok",
        "sid": "sid",
        "user": str(ME.id),
        "role": "client",
        "client": str(UUID(int=5)),
        "name": "Maya",
        "exp": ME.expires_at,
        "now": int(NOW),
        "hb": frames.HEARTBEAT_S,
        "eph": 1,
        "min_build": "2026.11.1",
        "subs": [
            {"s": STREAM, "e": "k3", "head": 7, "tail": 1, "mode": "resume"},
            {"s": OWN, "e": "k3", "head": 0, "tail": 1, "mode": "bootstrap"},
        ],
    }
    assert (subscribe, subscribe_own) == (Subscribe(STREAM, 7), Subscribe(OWN, 0))
    assert live == {"t": "live", "s": STREAM, "c": 7}


def test_he5_a_stream_that_may_not_be_followed_is_revoked_and_never_subscribed() -> None:
    session = new_session()
    foreign = {"s": "c:9999", "e": "k3", "c": 1, "at": ""}
    session.received(hello(subs=[foreign]))
    offers = (Offer("c:9999", "k3", 1, ""),)
    decisions = [decide(position(), None)]
    effects = session.identified(
        ME, role="client", client_id=None, name="", offers=offers, decisions=decisions, now=NOW
    )
    assert summary(effects)[1:] == [{"t": "revoke", "s": "c:9999", "why": "membership"}, Subscribe(STREAM, 7)]
    assert session.needed_after("c:9999", 100, NOW) is None


def test_he8_sub_after_a_first_load_is_answered_and_changes_follow() -> None:
    session = open_session()
    offers = (Offer(OWN, "k3", 2, "id2"),)
    everything = [decide(position(), None), decide(position(OWN, 5, "id2"), offers[0])]
    subs = {"t": "subs", "subs": [{"s": OWN, "e": "k3", "head": 5, "tail": 1, "mode": "resume"}]}
    assert summary(session.resolved(offers, everything)) == [subs]
    assert session.needed_after(OWN, 5, NOW) == 2
    assert kinds(session.send_batch(OWN, batch(3, 5), NOW) or []) == ["ch", "live"]


def test_cu6_a_reset_ends_the_changes_of_that_stream_until_a_new_cursor() -> None:
    session = open_session()
    offers = (Offer(STREAM, "k2", 7, "id7"),)
    answer = session.resolved(offers, [decide(position(head=9), offers[0])])
    assert summary(answer)[-1]["subs"][0]["why"] == "epoch"
    assert session.needed_after(STREAM, 9, NOW) is None


def test_mb2_a_loss_revokes_the_stream_and_ends_its_changes() -> None:
    session = open_session()
    assert summary(session.membership(STREAM, "lost", ME.id, None)) == [
        Unsubscribe(STREAM),
        {"t": "revoke", "s": STREAM, "why": "membership"},
    ]
    assert session.needed_after(STREAM, 9, NOW) is None
    assert session.send_batch(STREAM, batch(8, 9), NOW) == []
    assert summary(session.heartbeat({STREAM: 9, OWN: 0}, NOW)) == [{"t": "hb", "h": {}, "now": int(NOW)}]


def test_mb3_a_gain_reads_memberships_again_and_offers_the_new_stream() -> None:
    session = open_session()
    assert session.membership(OWN, "gained", ME.id, None) == [Resolve(())]
    everything = [decide(position(), None), decide(position(OWN, 0, None), None), decide(position("w", 4, None), None)]
    subs = {"t": "subs", "subs": [{"s": "w", "e": "k3", "head": 4, "tail": 1, "mode": "bootstrap"}]}
    assert summary(session.resolved((), everything)) == [subs, Subscribe("w", 4)]


def test_mb5_only_the_end_of_its_own_session_closes_a_connection() -> None:
    assert open_session().membership(OWN, "session-ended", ME.id, UUID(int=99)) == []
    assert open_session().membership(OWN, "session-ended", UUID(int=98), ME.session_id) == []
    assert open_session().membership(OWN, "session-ended", ME.id, ME.session_id) == [Close(4401)]
    assert open_session().membership(OWN, "session-ended", ME.id, None) == [Close(4401)]


def test_mb5_membership_changes_of_others_and_of_other_streams_are_ignored() -> None:
    assert open_session().membership(STREAM, "lost", UUID(int=98), None) == []
    assert open_session().membership("c:9999", "lost", ME.id, None) == []
    assert in_state("identifying").membership(STREAM, "lost", ME.id, None) == []


def test_tk4_a_fresh_token_must_be_of_the_same_user_and_session() -> None:
    later = dataclasses.replace(ME, expires_at=ME.expires_at + LIFE_S)
    assert summary(open_session().reidentified(later)) == [{"t": "auth_ok", "exp": later.expires_at}]
    assert open_session().reidentified(dataclasses.replace(later, id=UUID(int=98))) == [Close(4401)]
    assert open_session().reidentified(dataclasses.replace(later, session_id=UUID(int=98))) == [Close(4401)]


def test_cc1_close_codes_define_whether_to_reconnect() -> None:
    """CC1: 4000-4499 retry, 4500-4999 are terminal."""
    retry = {frames.SLOW, frames.NOT_AUTHENTICATED, frames.NO_HELLO, frames.SUPERSEDED, frames.TOO_MANY}
    terminal = {frames.BAD_FRAME, frames.USER_BARRED, frames.TOO_OLD}
    assert all(4000 <= code < 4500 for code in retry)
    assert all(4500 <= code < 5000 for code in terminal)
    assert frames.GOING_DOWN == 1012


actions = st.sampled_from([*FRAMES, "tick", "lost", "ended", "took", "auth ok", "gained"])


@settings(max_examples=60)
@given(st.lists(actions, max_size=12))
def test_nothing_is_sent_after_a_close_and_a_close_is_sent_once(steps: list[str]) -> None:
    session, effects = open_session(head=20), []
    for n, action in enumerate(steps):
        match action:
            case "tick":
                effects += session.tick(NOW + 700 * n)
            case "lost" | "gained":
                effects += session.membership(STREAM, action, ME.id, None)
            case "ended":
                effects += session.membership(OWN, "session-ended", ME.id, ME.session_id)
            case "took":
                effects += session.send_batch(STREAM, batch(8 + n, 8 + n), NOW) or []
            case "auth ok":
                effects += session.reidentified(ME)
            case _:
                effects += session.received(FRAMES[action])
    closes = [at for at, effect in enumerate(effects) if isinstance(effect, Close)]
    assert closes in ([], [len(effects) - 1])
