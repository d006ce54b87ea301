"""A copy of the store, and the store that is made of it again, are for their owner's eyes."""

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tests.support.server import ROOT, SHIPPED


def run(script: str, data_dir: Path, *arguments: Path) -> None:
    env = os.environ | SHIPPED | {"DATA_DIR": str(data_dir), "DEMO": "0"}
    subprocess.run([ROOT / "deploy" / script, *arguments], env=env, check=True, capture_output=True, umask=0o022)


def may_be_read_by_others(folder: Path) -> list[str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return [path.name for path in files if path.stat().st_mode & 0o077]


def test_copies_are_for_their_owner_alone(tmp_path: Path) -> None:
    original, copies, restored = (tmp_path / name for name in ("original", "copies", "restored"))
    copies.mkdir()
    original.mkdir()
    with closing(sqlite3.connect(original / "pulseboard.sqlite3")) as store:
        store.execute("VACUUM")  # no table yet; restore brings it up to date
    run("backup", original, copies / "today")
    run("restore", restored, copies / "today")
    assert may_be_read_by_others(copies) == []
    assert may_be_read_by_others(restored) == []
