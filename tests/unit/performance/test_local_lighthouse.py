"""A local measurement whose program cannot start."""

from pathlib import Path

import pytest

from performance.errors import CannotMeasure
from performance.providers import local_lighthouse

DESCRIPTORS = Path("/proc/self/fd")


def test_a_program_that_cannot_start_is_a_failed_measurement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = str(tmp_path / "node")
    monkeypatch.setattr(local_lighthouse, "_find_programs", lambda: (tmp_path / "scan.mjs", missing, "chromium"))
    monkeypatch.setattr(local_lighthouse, "_switches", list)
    before = len(list(DESCRIPTORS.iterdir()))
    with pytest.raises(CannotMeasure, match="Lighthouse cannot start"):
        local_lighthouse.measure("https://bakery.example/", slowdown=4.0)
    assert len(list(DESCRIPTORS.iterdir())) == before
