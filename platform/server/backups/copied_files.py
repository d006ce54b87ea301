"""Copies uploaded files while the server adds and deletes files."""

import os
import shutil
import sys
from pathlib import Path

UNFINISHED = "uploads"


def copy_files(files: Path, copy: Path) -> None:
    """Copy the folder `files` to the new folder `copy`. Files that are deleted meanwhile are left out."""
    copy.mkdir()
    # Copy unfinished uploads first. If one is completed meanwhile, the loop copies it again under its new name.
    for folder in sorted((one for one in files.iterdir() if one.is_dir()), key=lambda one: one.name != UNFINISHED):
        for path in folder.rglob("*"):
            if path.is_file():
                target = copy / path.relative_to(files)
                target.parent.mkdir(parents=True, exist_ok=True)
                _copy_file(path, target, is_complete=folder.name != UNFINISHED)


def _copy_file(path: Path, target: Path, *, is_complete: bool) -> None:
    """Copy one file. A complete file never changes, so on one disk a hard link is enough."""
    try:
        if is_complete and path.stat().st_dev == target.parent.stat().st_dev:
            os.link(path, target)
        else:
            shutil.copy2(path, target)
    except FileNotFoundError:
        sys.stderr.write(f"{path.name} has gone meanwhile\n")
