"""The folder of shared metrics: it has gauges only of processes that still run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.metrics import multiprocess as multiprocess_metrics
from server.metrics.multiprocess import FOLDER_VARIABLE, forget_gauges, is_running, share_counts
from tests.support.servers.server import ROOT

CHILD = """
import sys
from pathlib import Path
from server.metrics.multiprocess import share_counts
share_counts(Path(sys.argv[1]))
print(flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, "")
    monkeypatch.setattr(multiprocess_metrics, "_locked_files", {})
    return tmp_path / "metrics"


def test_a_process_counts_as_running_until_it_ends(folder: Path) -> None:
    env = os.environ | {"PYTHONPATH": str(ROOT / "platform")}
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder)], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    child.stdout.readline()
    assert is_running(folder, child.pid)
    child.kill()
    child.communicate()
    assert not is_running(folder, child.pid)


def test_another_program_with_the_pid_of_an_ended_process_does_not_count_as_running(folder: Path) -> None:
    folder.mkdir()
    (folder / f"{os.getppid()}.running").touch()
    assert not is_running(folder, os.getppid())


def test_a_process_deletes_the_gauges_of_a_former_one_with_its_pid_and_keeps_its_counters(folder: Path) -> None:
    folder.mkdir()
    own, other = os.getpid(), os.getppid()
    names = {f"{kind}_{pid}.db" for kind in ("gauge_livesum", "counter") for pid in (own, other)}
    for name in names:
        (folder / name).touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(multiprocess_metrics, "is_running", lambda folder, pid: pid == other)
        share_counts(folder)
    assert {file.name for file in folder.glob("*.db")} == names - {f"gauge_livesum_{own}.db"}


def test_the_first_process_deletes_the_metrics_of_former_ones(folder: Path) -> None:
    folder.mkdir()
    (folder / f"counter_{os.getppid()}.db").touch()
    share_counts(folder)
    assert list(folder.glob("*.db")) == []
    assert is_running(folder, os.getpid())


def test_only_the_gauges_of_one_process_are_deleted(folder: Path) -> None:
    folder.mkdir()
    for name in ("gauge_livemax_7.db", "gauge_all_7.db", "gauge_livemax_77.db", "counter_7.db"):
        (folder / name).touch()
    forget_gauges(folder, 7)
    assert {file.name for file in folder.glob("*.db")} == {"gauge_livemax_77.db", "counter_7.db"}
