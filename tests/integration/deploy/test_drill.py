"""The restore drill on SQLite and PostgreSQL, and the differences that its comparison must find."""

from copy import deepcopy
from typing import get_args

import pytest

from tests.bench.harness.stores import Kind
from tests.drill.comparison import compare
from tests.drill.drill import drill
from tests.drill.rows import Rows


@pytest.mark.thorough
@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_backup_under_writes_is_restored_row_by_row(kind: Kind) -> None:
    result = drill(kind, messages=200, writes=50)
    assert result.comparison.differences == []
    assert result.comparison.identical > 1_000
    assert result.accepted_during_backup > 0
    assert result.files > 0


def small_store() -> Rows:
    """One stream with two messages and their changes."""
    changes = [{"stream": "w", "seq": seq, "tbl": "messages", "op": "u", "row_id": f"m{seq}"} for seq in (1, 2)]
    return {
        "messages": {(f"m{seq}",): {"id": f"m{seq}", "content": "hello"} for seq in (1, 2)},
        "sync_change": {("w", change["seq"]): change for change in changes},
        "sync_stream": {("w",): {"id": "w", "tail": 1, "head": 2, "epoch": "a"}},
        "users": {("u1",): {"id": "u1", "name": "Ana"}},
    }


def test_the_comparison_accepts_only_a_new_epoch() -> None:
    restored = small_store()
    restored["sync_stream"][("w",)]["epoch"] = "b"
    assert compare(small_store(), restored, small_store()).differences == []


def test_the_comparison_finds_each_difference() -> None:
    whole = small_store()

    def differences(table: str, key: tuple[object, ...], row: object) -> list[str]:
        restored = deepcopy(whole)
        restored[table].pop(key, None)
        if isinstance(row, dict):
            restored[table][key] = row
        return compare(whole, restored, whole).differences

    assert differences("users", ("u1",), None) == ["users ('u1',): missing"]
    assert differences("users", ("u1",), {"id": "u1", "name": "Eve"}) == ["users ('u1',): other values"]
    assert differences("users", ("u2",), {"id": "u2"}) == ["users ('u2',): restored, but the original never had it"]
    assert differences("messages", ("m2",), None) == [
        "messages ('m2',): missing",
        "message m2: in the log and not in its table",
    ]
    assert differences("sync_change", ("w", 1), None) == [
        "sync_change ('w', 1): missing",
        "stream w: its changes are not 1 to 2",
        "message m1: in its table and not in the log",
    ]


def test_a_message_that_was_written_meanwhile_is_restored_exactly_or_not_at_all() -> None:
    after, restored = small_store(), small_store()
    before = small_store()
    del before["messages"][("m2",)], before["sync_change"][("w", 2)]
    before["sync_stream"][("w",)]["head"] = 1
    assert compare(before, restored, after).differences == []
    assert compare(before, before, after).differences == []
    restored["messages"][("m2",)]["content"] = "hell"
    assert compare(before, restored, after).differences == ["messages ('m2',): other values"]
