"""Parsing frames: valid ones, invalid ones, and that no input raises an unexpected error."""

import contextlib
import json
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.protocol.frames import MAX_SUBS, Ack, Auth, BadFrame, Hello, Offer, Ping, Sub, read_frame, write_frame

DEVICE, TAB = "018f3c2e-0000-7000-8000-000000000001", "018f3c2e-0000-7000-8000-000000000002"
SUB = {"s": "w", "e": "k3", "c": 4, "at": "ab"}
HELLO = {"t": "hello", "p": 1, "build": "2026.11.1", "dev": DEVICE, "tab": TAB, "token": "a.b.c", "subs": [SUB]}
OFFER = Offer("w", "k3", 4, "ab")
FURTHER = Offer("w", "k3", 4, "ab", Offer("w", "k3", 6, "cd"))


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (HELLO, Hello(1, "2026.11.1", UUID(DEVICE), UUID(TAB), "a.b.c", (OFFER,))),
        ({"t": "sub", "subs": []}, Sub(())),
        ({"t": "sub", "subs": [SUB, SUB]}, Sub((OFFER, OFFER))),
        ({"t": "sub", "subs": [SUB | {"seen": {"c": 6, "at": "cd", "more": 1}}]}, Sub((FURTHER,))),
        ({"t": "sub", "subs": [SUB | {"seen": None}]}, Sub((OFFER,))),
        ({"t": "ack", "c": {"w": 4, "u:x": 0}}, Ack({"w": 4, "u:x": 0})),
        ({"t": "ping", "n": 9}, Ping(9)),
        ({"t": "auth", "token": ""}, Auth("")),
    ],
)
def test_he9_every_frame_is_read_and_unknown_fields_are_ignored(frame: dict[str, Any], expected: object) -> None:
    assert read_frame(json.dumps(frame)) == expected
    assert read_frame(json.dumps(frame | {"later": {"t": [1]}, "vis": 3})) == expected


NO_FRAMES = [
    "",
    " ",
    "hello",
    "null",
    "1",
    '"t"',
    "[]",
    '[{"t":"ping","n":1}]',
    "{}",
    '{"t":null}',
    '{"t":["ping"]}',
    '{"t":"Ping","n":1}',
    '{"t":"ok"}',
    '{"t":"ping"}',
    '{"t":"ping","n":1',
    '{"t":"ping","n":true}',
    '{"t":"ping","n":-1}',
    '{"t":"ping","n":1.0}',
    '{"t":"ping","n":NaN}',
    '{"t":"ping","n":Infinity}',
    '{"t":"ping","n":"1"}',
    '{"t":"ping","n":9007199254740992}',
    '{"t":"ping","n":' + "9" * 5000 + "}",
    '{"t":"ack"}',
    '{"t":"ack","c":[]}',
    '{"t":"ack","c":{"w":"4"}}',
    '{"t":"ack","c":{"w":-1}}',
    '{"t":"auth","token":7}',
    '{"t":"sub","subs":{}}',
    '{"t":"sub","subs":[[]]}',
    '{"t":"sub","subs":[{"s":"w","e":"k","c":1}]}',
    '{"t":"sub","subs":[{"s":"w","e":"k","c":null,"at":""}]}',
    json.dumps({"t": "sub", "subs": [SUB] * (MAX_SUBS + 1)}),
    "[" * 100_000,
    '{"t":' * 50_000,
    "\x00",
    '\ufeff{"t":"ping","n":1}',
]


@pytest.mark.parametrize("text", NO_FRAMES, ids=range(len(NO_FRAMES)))
def test_he9_an_invalid_frame_is_rejected(text: str) -> None:
    with pytest.raises(BadFrame):
        read_frame(text)


@pytest.mark.parametrize("name", sorted(set(HELLO) - {"t"}))
@pytest.mark.parametrize("value", [None, 1.5, {}, "", -1], ids=["null", "float", "object", "empty", "negative"])
def test_he9_each_field_of_hello_has_its_type(name: str, value: object) -> None:
    if value == "" and name in {"build", "token"}:
        assert isinstance(read_frame(json.dumps(HELLO | {name: value})), Hello)
        return
    for frame in (HELLO | {name: value}, {key: field for key, field in HELLO.items() if key != name}):
        with pytest.raises(BadFrame):
            read_frame(json.dumps(frame))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([DEVICE, "w", "k3"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
names = st.sampled_from(["p", "build", "dev", "tab", "token", "subs", "c", "n", "s", "e", "at"])
kinds = st.sampled_from(["hello", "sub", "ack", "ping", "auth", "ok"])
frames = st.builds(
    lambda kind, fields: {"t": kind, **fields}, kinds, st.dictionaries(names, values | st.lists(st.just(SUB)))
)


@given(frames | values)
def test_he9_any_json_raises_no_other_error(frame: object) -> None:
    with contextlib.suppress(BadFrame):
        read_frame(json.dumps(frame))


@given(st.text(st.characters(), max_size=60) | st.builds(lambda f, n: json.dumps(f)[:n], frames, st.integers(0, 80)))
def test_he9_any_text_raises_no_other_error(text: str) -> None:
    with contextlib.suppress(BadFrame):
        read_frame(text)


def test_a_frame_is_compact_json_with_its_type_first() -> None:
    assert write_frame("pong", n=9) == '{"t":"pong","n":9}'
    assert write_frame("auth_expiring", **{"in": 60}) == '{"t":"auth_expiring","in":60}'
