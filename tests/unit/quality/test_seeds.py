"""The seeds of tests with random times and faults."""

import pytest

from tests.support.servers.seeds import seeded


def test_fault_seed_changes_every_case_and_keeps_cases_different(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("FAULT_SEED", raising=False)
    assert [seeded(2), seeded(3)] == [2, 3]
    monkeypatch.setenv("FAULT_SEED", "1000")
    assert [seeded(2), seeded(3)] == [1002, 1003]
    assert capsys.readouterr().out.splitlines() == ["FAULT_SEED=0"] * 2 + ["FAULT_SEED=1000"] * 2
