"""Devices and several server processes under seeded faults: every invariant that they can show, on either store."""

import os
from pathlib import Path

import pytest

from tests.nemesis.run import Plan, run

STORE = "postgresql" if os.environ.get("STORE") == "postgresql" else "sqlite"
# A seed that has ever shown a breach stays here.
SEEDS = [2]


@pytest.mark.parametrize("seed", SEEDS)
async def test_nothing_is_lost_doubled_or_leaked_under_faults(seed: int, tmp_path: Path) -> None:
    """Invariants 1, 2, 3, 5, 6, 8, 11, 12, 13 and 17 of platform/sync/INVARIANTS.md."""
    report = await run(Plan(seed=seed, store=STORE, rounds=2, round_s=8), tmp_path)
    assert report.breaches == []
    assert len(report.faults) >= 6
    assert report.operations["messages"] > 100
