"""`copy_files.py FOLDER COPY`: copies uploaded files while the server adds and deletes files."""

import os
import shutil
import sys
from pathlib import Path

GROWING = "uploads"


def main(kept: Path, copy: Path) -> None:
    copy.mkdir()
    # Copy unfinished uploads first. If one is completed meanwhile, the loop copies it again under its new name.
    for folder in sorted((one for one in kept.iterdir() if one.is_dir()), key=lambda one: one.name != GROWING):
        for path in folder.rglob("*"):
            if path.is_file():
                target = copy / path.relative_to(kept)
                target.parent.mkdir(parents=True, exist_ok=True)
                take(path, target, is_whole=folder.name != GROWING)


def take(path: Path, target: Path, *, is_whole: bool) -> None:
    """Copy one file. A complete file never changes, so on one disk a hard link is enough."""
    try:
        if is_whole and path.stat().st_dev == target.parent.stat().st_dev:
            os.link(path, target)
        else:
            shutil.copy2(path, target)
    except FileNotFoundError:
        print(f"{path.name} has gone meanwhile", file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
