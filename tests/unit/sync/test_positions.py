"""The decision whether a cursor resumes or resets: every case around the tail and the head of a stream."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.protocol.frames import Offer
from sync.protocol.positions import Position, decide

STREAM = "c:0192"


def decision_of(
    *, c: int, e: str = "k3", at: str = "id", tail: int = 5, head: int = 9, id_at_cursor: str | None = "id"
) -> str:
    """`resume` or `reset REASON` for cursor `c`; the stream has the changes tail..head, and this id at the cursor."""
    decision = decide(Position(STREAM, "k3", head, tail, id_at_cursor), Offer(STREAM, e, c, at))
    return decision.mode if decision.why is None else f"{decision.mode} {decision.why}"


@pytest.mark.parametrize("c", [5, 6, 8, 9])
def test_cu1_a_cursor_within_the_stored_changes_resumes_by_its_id(c: int) -> None:
    assert decision_of(c=c) == "resume"


def test_cu1_a_cursor_just_before_the_tail_resumes_without_an_id() -> None:
    assert decision_of(c=4, at="anything", id_at_cursor=None) == "resume"


def test_cu1_zero_needs_no_id() -> None:
    assert decision_of(c=0, at="", tail=1, id_at_cursor=None) == "resume"
    assert decision_of(c=0, at="", tail=1, head=0, id_at_cursor=None) == "resume"


@pytest.mark.parametrize("c", [0, 1, 3])
def test_cu2_a_cursor_older_than_history_gets_reset(c: int) -> None:
    assert decision_of(c=c, id_at_cursor=None) == "reset retention"


@pytest.mark.parametrize("c", [10, 11, 2**52])
def test_cu3_a_cursor_beyond_the_head_gets_reset(c: int) -> None:
    assert decision_of(c=c, id_at_cursor=None) == "reset future"


@pytest.mark.parametrize("c", [0, 4, 7, 9, 12])
def test_cu4_another_epoch_gets_reset_at_any_number(c: int) -> None:
    assert decision_of(c=c, e="k2") == "reset epoch"


@pytest.mark.parametrize("c", [5, 7, 9])
@pytest.mark.parametrize("id_at_cursor", ["other", "", None])
def test_cu5_another_change_at_the_number_gets_reset(c: int, id_at_cursor: str | None) -> None:
    assert decision_of(c=c, id_at_cursor=id_at_cursor) == "reset fork"


@pytest.mark.parametrize(
    ("c", "id_at_cursor", "expected"),
    [
        (9, "id", "resume"),
        (6, "id", "resume"),
        (9, "other", "reset fork"),
        (9, None, "reset fork"),
        (10, None, "reset future"),
        (3, None, "reset retention"),
    ],
)
def test_bo8_the_seen_position_is_checked_like_the_cursor(c: int, id_at_cursor: str | None, expected: str) -> None:
    offer = Offer(STREAM, "k3", 5, "id", Offer(STREAM, "k3", c, "id"))
    decision = decide(Position(STREAM, "k3", 9, 5, "id", id_at_cursor), offer)
    assert (decision.mode if decision.why is None else f"{decision.mode} {decision.why}") == expected


def test_bo8_the_cursor_is_checked_first() -> None:
    offer = Offer(STREAM, "k3", 6, "other", Offer(STREAM, "k3", 12, "id"))
    assert decide(Position(STREAM, "k3", 9, 5, "id", None), offer).why == "fork"


def test_he4_a_stream_without_a_cursor_is_bootstrapped() -> None:
    decision = decide(Position(STREAM, "k3", 9, 5), None)
    assert decision.frame() == {"s": STREAM, "e": "k3", "head": 9, "tail": 5, "mode": "bootstrap"}


def test_he4_a_reset_has_its_reason() -> None:
    decision = decide(Position(STREAM, "k3", 9, 5), Offer(STREAM, "k3", 10, "id"))
    assert decision.frame() == {"s": STREAM, "e": "k3", "head": 9, "tail": 5, "mode": "reset", "why": "future"}


numbers = st.integers(0, 12)


@given(c=numbers, tail=st.integers(1, 12), count=numbers, e=st.sampled_from(["k2", "k3"]), fits=st.booleans())
def test_cu1_resumes_exactly_when_nothing_is_missing(c: int, tail: int, count: int, e: str, fits: bool) -> None:
    head = tail - 1 + count
    stored_id = ("id" if fits else "other") if tail <= c <= head else None
    resumes = e == "k3" and tail - 1 <= c <= head and (stored_id == "id" or c == tail - 1)
    assert (decision_of(c=c, e=e, tail=tail, head=head, id_at_cursor=stored_id) == "resume") is resumes
