"""Frames built from changes: bounds, coalescing, membership, and the newest changes of a stream."""

import json
from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sync.errors import LogHole
from sync.hub.stream_buffer import BUFFER_BYTES, BUFFER_CHANGES, StreamBuffer, make_batch
from sync.log.membership import Membership
from sync.log.pending import MEMBERSHIP, Change
from sync.protocol.flow_control import Batch
from sync.protocol.frames import FRAME_BYTES, FRAME_CHANGES

ROWS = [UUID(int=n) for n in range(1, 6)]
# A device's rows: by id, the version and the row as JSON, or "gone".
Rows = dict[str, tuple[int, str]]


def change(seq: int, *, op: str = "u", row: UUID | None = None, frame: str | None = None, v: int = 0) -> Change:
    row = row or uuid4()
    body = frame if frame is not None else json.dumps({"id": str(row), "v": v or seq}) if op == "u" else ""
    return Change(seq, f"id{seq}", "clients", row, op, v or seq, body)


def log_of(ops: list[tuple[int, str]], start: int = 1) -> list[Change]:
    """A log whose changes touch row `n` with `op`; versions grow with the number."""
    user = Membership("lost", uuid4()).encode()
    return [
        change(seq, op=op, row=ROWS[n], frame=user if op == MEMBERSHIP else None)
        for seq, (n, op) in enumerate(ops, start)
    ]


def apply(rows: Rows, text: str) -> None:
    """Apply a frame as a device does: a change counts iff its version is newer (CL3)."""
    for item in json.loads(text)["d"]:
        if item["v"] > rows.get(item["id"], (0, ""))[0]:
            rows[item["id"]] = (item["v"], "gone" if item["op"] != "u" else json.dumps(item["row"]))


def batches(log: list[Change]) -> list[Batch]:
    frames = []
    while log:
        frames.append(make_batch("w", log))
        log = log[frames[-1].end - frames[-1].start + 1 :]
    return frames


def apply_one_by_one(log: list[Change]) -> Rows:
    """The rows of a device that has applied each change as a frame of its own."""
    rows: Rows = {}
    for logged in log:
        apply(rows, make_batch("w", [logged]).text)
    return rows


logs = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(["u", "u", "u", "d", "x", MEMBERSHIP])), min_size=1)


@given(logs, st.lists(st.integers(1, 6), min_size=1))
def test_ch3_any_cut_of_a_log_applied_in_parts_equals_the_whole(ops: list[tuple[int, str]], cuts: list[int]) -> None:
    rows: Rows = {}
    log, at, turn = log_of(ops), 0, 0
    while at < len(log):
        batch = make_batch("w", log[at : at + cuts[turn % len(cuts)]])
        assert (batch.start, batch.count) == (at + 1, batch.end - batch.start + 1)
        apply(rows, batch.text)
        apply(rows, batch.text)  # a replay is harmless
        at, turn = batch.end, turn + 1
    assert rows == apply_one_by_one(log)


@given(logs)
def test_ch3_the_coalesced_frame_equals_the_full_log(ops: list[tuple[int, str]]) -> None:
    rows: Rows = {}
    log = log_of(ops)
    batch = make_batch("w", log)
    apply(rows, batch.text)
    assert rows == apply_one_by_one(log)
    items = json.loads(batch.text)["d"]
    assert len({item["id"] for item in items}) == len(items)
    assert (batch.start, batch.end) == (1, len(log))


def test_ch3_the_range_covers_coalesced_changes() -> None:
    frame = json.loads(make_batch("w", log_of([(0, "u"), (1, "u"), (0, "u"), (0, "d")], start=7)).text)
    assert (frame["from"], frame["to"], frame["at"]) == (7, 10, "id10")
    assert [(item["seq"], item["op"]) for item in frame["d"]] == [(8, "u"), (10, "d")]
    assert "row" not in frame["d"][1]


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 90_000), st.sampled_from("aé☕😀")), min_size=1, max_size=8))
def test_ch4_frames_stay_within_their_bytes_and_are_contiguous(parts: list[tuple[int, str]]) -> None:
    log = [
        change(n, frame=json.dumps({"text": character * size}, ensure_ascii=False))
        for n, (size, character) in enumerate(parts, 1)
    ]
    frames = batches(log)
    for batch in frames:
        assert batch.size == len(batch.text.encode())
        assert batch.size <= FRAME_BYTES or batch.count == 1
    assert [batch.start for batch in frames] == [1, *(batch.end + 1 for batch in frames[:-1])]


def test_ch4_a_frame_holds_at_most_200_changes() -> None:
    frames = batches([change(n) for n in range(1, 451)])
    assert [batch.count for batch in frames] == [FRAME_CHANGES, FRAME_CHANGES, 50]


def test_ch4_the_fullest_frame_keeps_its_envelope_within_the_bytes() -> None:
    stream, seq = f"c:{uuid4()}", 10**9
    for free_bytes in range(140, 160, 5):
        log = [change(seq + n, frame="x" * (FRAME_BYTES // 2 - free_bytes)) for n in range(2)]
        assert make_batch(stream, log).size <= FRAME_BYTES


def test_ch4_one_huge_change_has_its_own_frame() -> None:
    log = [change(1), change(2, frame='"' + "x" * FRAME_BYTES + '"'), change(3)]
    assert [(batch.start, batch.end) for batch in batches(log)] == [(1, 1), (2, 2), (3, 3)]


def test_mb4_membership_never_reaches_a_device_and_is_covered_by_the_range() -> None:
    text = make_batch("w", log_of([(0, "u"), (1, MEMBERSHIP), (2, "u"), (3, MEMBERSHIP)])).text
    frame = json.loads(text)
    assert (frame["from"], frame["to"], frame["at"], len(frame["d"])) == (1, 4, "id4", 2)
    assert "lost" not in text
    assert str(ROWS[1]) not in text


def test_mb4_only_membership_changes_give_an_empty_frame_with_their_range() -> None:
    frame = json.loads(make_batch("w", log_of([(0, MEMBERSHIP)], start=5)).text)
    assert frame == {"t": "ch", "s": "w", "from": 5, "to": 5, "at": "id5", "d": []}


def test_a_buffer_follows_its_stream_and_ignores_duplicates() -> None:
    buffer, log = StreamBuffer("w", 3), [change(n) for n in range(2, 8)]
    assert buffer.after(3) is None
    buffer.extend(log)
    assert buffer.head == 7
    assert [one.seq for one in buffer.after(4) or []] == [5, 6, 7]
    assert buffer.after(2) is None
    assert buffer.after(7) == []
    buffer.extend(log)
    assert buffer.head == 7


def test_lg1_a_missing_number_is_never_skipped() -> None:
    buffer = StreamBuffer("w", 3)
    with pytest.raises(LogHole, match="5 follows 3"):
        buffer.extend([change(5)])
    assert buffer.head == 3


def test_a_buffer_is_bounded_in_changes_and_bytes() -> None:
    buffer = StreamBuffer("w", 0)
    buffer.extend([change(n) for n in range(1, 701)])
    assert buffer.after(700 - BUFFER_CHANGES - 1) is None
    assert buffer.after(700 - BUFFER_CHANGES) is not None
    buffer.extend([change(n, frame="x" * (BUFFER_BYTES // 4)) for n in range(701, 711)])
    assert buffer.after(705) is None
    assert [one.seq for one in buffer.after(706) or []] == [707, 708, 709, 710]


def test_ch7_devices_at_the_same_position_share_one_frame() -> None:
    buffer = StreamBuffer("w", 0)
    buffer.extend([change(n) for n in range(1, 5)])
    assert buffer.frame(1) is buffer.frame(1)
    former = buffer.frame(1)
    buffer.extend([change(5)])
    assert buffer.frame(1) is not former
    assert json.loads((buffer.frame(1) or batches([change(1)])[0]).text)["to"] == 5


def test_memberships_are_returned_on_arrival_and_for_earlier_positions() -> None:
    buffer, lost = StreamBuffer("w", 0), Membership("lost", uuid4())
    memberships = buffer.extend([change(1), change(2, op=MEMBERSHIP, frame=lost.encode()), change(3)])
    assert memberships == [(2, lost)]
    assert buffer.memberships_after(1) == [(2, lost)]
    assert buffer.memberships_after(2) == []


@pytest.mark.parametrize(("hides", "op", "frames"), [("*", "x", ["", "", "B1"]), ("A2", "u", ["A1", "A3", "B1"])])
def test_lg10_a_buffer_drops_changes_that_a_later_one_hides(hides: str, op: str, frames: list[str]) -> None:
    """Prepared frames are dropped too; numbers and ids stay."""
    buffer = StreamBuffer("w", 0)
    first, second = (change(n, row=ROWS[0], frame=json.dumps(f"A{n}"), v=n) for n in (1, 2))
    buffer.extend([first, second, change(3, row=ROWS[1], frame=json.dumps("B1"))])
    assert "A2" in (buffer.frame(0) or expect_frame()).text
    buffer.extend(
        [replace(change(4, op=op, row=ROWS[0], frame=json.dumps("A3") if op == "u" else ""), hides=hides, v=9)]
    )
    remaining = buffer.after(0) or []
    assert [(one.seq, one.id) for one in remaining] == [(n, f"id{n}") for n in range(1, 5)]
    assert [one.frame.strip('"') for one in remaining][:3] == frames
    assert [one.v for one in remaining] == ([9, 9, 3, 9] if hides == "*" else [1, 9, 3, 9])
    assert "A2" not in (buffer.frame(0) or expect_frame()).text


def expect_frame() -> Batch:
    pytest.fail("there is no frame")
