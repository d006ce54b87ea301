"""Secret files: one of several processes creates them, completely or not at all, readable only by their owner."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from core.secret_files import read_or_create
from tests.support.architecture.tree import ROOT

# Each process would create a different secret. All wait for a line of input, so that they begin together.
MAKE = """
import os, pathlib, sys
from core.secret_files import read_or_create
sys.stdin.readline()
sys.stdout.write(read_or_create(pathlib.Path(sys.argv[1]), lambda: str(os.getpid())))
"""


def fail() -> str:
    raise AssertionError("it is there already")


def test_processes_that_create_a_secret_at_once_get_the_same_one(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "secret"
    command = [sys.executable, "-c", MAKE, str(path)]
    makers = [
        subprocess.Popen(command, cwd=ROOT / "platform", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    for maker in makers:
        assert maker.stdin is not None
        maker.stdin.write("\n")
        maker.stdin.flush()
    secrets = {maker.communicate(timeout=60)[0] for maker in makers}
    assert secrets == {path.read_text()}
    assert path.read_text() in {str(maker.pid) for maker in makers}


def test_a_secret_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "secret"
    assert read_or_create(path, lambda: "first") == "first"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert sorted(file.name for file in path.parent.iterdir()) == [".lock", "secret"]


def test_a_secret_is_created_once(tmp_path: Path) -> None:
    read_or_create(tmp_path / "secret", lambda: "first")
    assert read_or_create(tmp_path / "secret", fail) == "first"
    assert read_or_create(tmp_path / "another", lambda: "second") == "second"


def test_a_failed_creation_leaves_no_secret(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        read_or_create(tmp_path / "secret", fail)
    assert not (tmp_path / "secret").exists()
    assert read_or_create(tmp_path / "secret", lambda: "first") == "first"
