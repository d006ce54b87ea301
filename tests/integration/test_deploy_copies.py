"""A copy of the store and of people's files, and what is made of it again: as it was, and for their owner's eyes."""

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from uuid import uuid4

from files.folder_shelf import FolderShelf
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


def test_files_come_back_as_they_were_when_the_copy_was_made(tmp_path: Path) -> None:
    original, restored, copy = (tmp_path / name for name in ("original", "restored", "today"))
    shelf = FolderShelf(original / "files")
    original.mkdir()
    with closing(sqlite3.connect(original / "pulseboard.sqlite3")) as store:
        store.execute("VACUUM")
    whole, growing = uuid4(), uuid4()
    for upload, part in ((whole, b"a picture"), (growing, b"half ")):
        shelf.put(upload, 0, part)
    shelf.keep(whole, "message-attachments/a.png", "image/png")
    shelf.store("message-attachments/a.png.preview", b"small", "image/webp")
    run("backup", original, copy)
    # What goes on afterwards is not in it.
    shelf.put(growing, 5, b"a film")
    shelf.remove("message-attachments/a.png")
    FolderShelf(restored / "files").store("message-attachments/later.png", b"of no row", "image/png")
    run("restore", restored, copy)
    found = {
        str(path.relative_to(restored / "files")): path.read_bytes()
        for path in (restored / "files").rglob("*")
        if path.is_file()
    }
    assert found == {
        "message-attachments/a.png": b"a picture",
        "message-attachments/a.png.preview": b"small",
        f"uploads/{growing}": b"half ",
    }
    assert may_be_read_by_others(copy.with_name("today.files")) == may_be_read_by_others(restored) == []
