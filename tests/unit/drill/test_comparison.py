"""The comparison of a restored store: which rows may differ, and which contradictions the log shows."""

from copy import deepcopy

import pytest

from tests.drill.comparison import Comparison, compare
from tests.drill.rows import Rows

BEFORE: Rows = {
    "clients": {("c1",): {"id": "c1", "name": "Harbor Coffee"}},
    "messages": {("m1",): {"id": "m1", "content": "Hello"}},
    "sync_change": {("w", 1): {"stream": "w", "seq": 1, "tbl": "messages", "row_id": "m1", "op": "u"}},
    "sync_stream": {("w",): {"id": "w", "tail": 1, "head": 1, "epoch": "e1"}},
}


def grown(rows: Rows) -> Rows:
    """The rows after one more message and a change of the client."""
    rows = deepcopy(rows)
    rows["clients"]["c1",]["name"] = "Harbor Coffee Ltd"
    rows["messages"]["m2",] = {"id": "m2", "content": "Bye"}
    rows["sync_change"]["w", 2] = {"stream": "w", "seq": 2, "tbl": "messages", "row_id": "m2", "op": "u"}
    rows["sync_stream"]["w",]["head"] = 2
    return rows


AFTER = grown(BEFORE)


def restored_with(rows: Rows, table: str, key: tuple[object, ...], **values: object) -> Rows:
    """The rows with these values of one row; without values the row is lost."""
    rows = deepcopy(rows)
    if values:
        rows[table].setdefault(key, {}).update(values)
    else:
        del rows[table][key]
    return rows


@pytest.mark.parametrize("restored", [BEFORE, AFTER])
def test_a_restore_of_either_snapshot_has_no_differences(restored: Rows) -> None:
    restored = restored_with(restored, "sync_stream", ("w",), epoch="e2")
    result = compare(BEFORE, restored, AFTER)
    assert result.differences == []
    assert result.rows == result.identical == sum(map(len, restored.values()))


def test_a_row_that_changed_twice_may_have_the_value_between() -> None:
    restored = restored_with(AFTER, "clients", ("c1",), name="Harbor")
    assert compare(BEFORE, restored, AFTER) == Comparison(rows=6, identical=5, changed_meanwhile=1)


@pytest.mark.parametrize(
    ("restored", "differences"),
    [
        (restored_with(AFTER, "clients", ("c1",)), ["clients ('c1',): missing"]),
        (
            restored_with(AFTER, "messages", ("m1",)),
            ["messages ('m1',): missing", "message m1: in the log and not in its table"],
        ),
        (restored_with(AFTER, "messages", ("m1",), content="x"), ["messages ('m1',): other values"]),
        (restored_with(AFTER, "messages", ("m2",), content="x"), ["messages ('m2',): other values"]),
        (
            restored_with(AFTER, "clients", ("c2",), id="c2"),
            ["clients ('c2',): restored, but the original never had it"],
        ),
        (
            restored_with(AFTER, "sync_stream", ("w",)),
            ["sync_stream ('w',): missing", "stream w: it has changes and no row"],
        ),
        (restored_with(AFTER, "sync_stream", ("w",), head=3), ["stream w: its changes are not 1 to 3"]),
        (
            restored_with(AFTER, "sync_change", ("w", 2)),
            ["stream w: its changes are not 1 to 2", "message m2: in its table and not in the log"],
        ),
        (
            {table: rows for table, rows in AFTER.items() if table != "clients"},
            ["clients: the table is not in all three snapshots"],
        ),
    ],
)
def test_a_lost_or_false_row_is_a_difference(restored: Rows, differences: list[str]) -> None:
    assert compare(BEFORE, restored, AFTER).differences == differences


def test_a_new_stream_whose_row_was_lost_is_a_difference() -> None:
    """Neither snapshot has its row, so that only its changes show the loss."""
    restored = restored_with(AFTER, "sync_change", ("u", 1), stream="u", seq=1, tbl="notices", row_id="n1", op="u")
    after = restored_with(AFTER, "sync_change", ("u", 1), stream="u", seq=1, tbl="notices", row_id="n1", op="u")
    assert compare(BEFORE, restored, after).differences == ["stream u: it has changes and no row"]
