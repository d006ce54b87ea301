"""Keeps the hashed files of the app's former builds, because a page that is open during an update loads some later.

Usage: former_files.py save, before a build; former_files.py put-back, after it. A file stays until the first build
14 days after the build that replaced it. The new service worker is complete before the files are put back, so it does
not cache them.
"""

import json
import shutil
import sys
import time
from pathlib import Path

LIFETIME_S = 14 * 24 * 3600
ROOT = Path(__file__).resolve().parents[1]
DIST, STORE = ROOT / "pwa/dist", ROOT / ".venv/former-files"
# When each former file was replaced, in seconds since 1970. A copy of the folder would change the files' own times.
TIMES = ".vite/former-files.json"


def save() -> None:
    """Copy the present build's files and times to the store. A build that failed has left its files there."""
    for file in [*(DIST / "assets").rglob("*"), DIST / TIMES]:
        if file.is_file():
            _copy(file, STORE / file.relative_to(DIST))


def put_back(now: int) -> None:
    """Put the stored files that the new build lacks back, except those replaced more than 14 days before `now` (s)."""
    times = STORE / TIMES
    replaced_before = json.loads(times.read_text("utf-8")) if times.exists() else {}
    replaced = {}
    for file in sorted((STORE / "assets").rglob("*")):
        name = str(file.relative_to(STORE))
        replaced_at = replaced_before.get(name, now)
        if file.is_file() and not (DIST / name).exists() and now - replaced_at <= LIFETIME_S:
            _copy(file, DIST / name)
            replaced[name] = replaced_at
    (DIST / TIMES).parent.mkdir(exist_ok=True)
    (DIST / TIMES).write_text(json.dumps(replaced, indent=0), "utf-8")
    shutil.rmtree(STORE, ignore_errors=True)


def _copy(file: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)


if __name__ == "__main__":
    if sys.argv[1] == "save":
        save()
    else:
        put_back(int(time.time()))
