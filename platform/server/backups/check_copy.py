"""`python -m server.backups.check_copy [--yes] [--new-keys] FILE`: checks a backup before a restore.

It asks whether to go on, and exits with a message if the copy cannot be used or the operator does not agree. It writes
nothing, and does not import the settings, because they would create missing keys.
"""

import argparse
import fcntl
import os
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

from environment.secret_files import with_secret_files
from environment.setting import BadSetting
from server.backups import keys_digest
from server.backups.backup import companion
from server.backups.database_copy import is_whole_database, is_whole_dump, open_copy
from server.backups.digests import damage_in, digest_of
from server.backups.errors import BackupFailed

# For each key in DATA_DIR/keys: the table whose rows need it.
TABLES_OF_KEYS = {"django-secret": "users", "signing.jwk": "sessions", "vapid.jwk": "push_devices"}
OPEN_LOCK_BYTE = 128  # the byte of the -shm file that SQLite keeps locked for every process with an open database
CONSEQUENCES = (
    "everybody is signed out, no device gets pushes any more, and second factors, recovery codes and tokens of Google"
    " cannot be read"
)


def main(copy: Path, *, new_keys: bool) -> None:
    """Run every check. With `new_keys`, the keys in place may be missing or differ from those of the copy."""
    try:
        os.environ.update(with_secret_files(os.environ))
    except BadSetting as error:
        reject(f"{error}. Nothing was changed.")
    check_digest(copy)
    if os.environ.get("DATABASE_URL"):
        check_dump(copy)
    else:
        check_stopped(Path(os.environ["DATA_DIR"]))
        check_database(copy)
        if not new_keys:
            check_keys(copy)
    if not new_keys:
        compare_keys(copy)
    check_files(copy)


def reject(reason: str) -> NoReturn:
    sys.exit(f"deploy/restore: {reason}")


def check_digest(copy: Path) -> None:
    """Compare the copy with the digest that deploy/backup wrote. Copies made by other tools have none."""
    expected = companion(copy, "sha256")
    if expected.exists() and expected.read_text().split()[:1] != [digest_of(copy)]:
        reject(f"{copy} is not the file that {expected} was written for. Nothing was changed. Take another copy.")


def check_dump(copy: Path) -> None:
    try:
        is_whole = is_whole_dump(copy)
    except BackupFailed as error:
        reject(f"{error} Nothing was changed.")
    if not is_whole:
        reject(f"{copy} is not a whole dump. Nothing was changed. Take another copy.")


def check_stopped(data_dir: Path) -> None:
    """Reject a database that a process has open, because the process would go on writing to the deleted file."""
    try:
        with (data_dir / "pulseboard.sqlite3-shm").open("r+b") as shared:
            fcntl.lockf(shared, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, OPEN_LOCK_BYTE)
    except FileNotFoundError:
        return
    except BlockingIOError:
        reject(
            f"a process still uses the database in {data_dir}. Nothing was changed. Stop the server first:"
            " systemctl stop pulseboard"
        )


def check_database(copy: Path) -> None:
    if not is_whole_database(copy):
        reject(f"{copy} is not a whole copy of a database. Nothing was changed. Take another copy.")


def check_files(copy: Path) -> None:
    """Compare each uploaded file with its digest. Older copies, and those without uploaded files, have no digests."""
    digests = companion(copy, "files.sha256")
    if not digests.exists():
        return
    lines = digests.read_text()
    try:
        damage = damage_in(companion(copy, "files"), lines)
    except ValueError:
        reject(f"{digests} is damaged. Nothing was changed. Take another copy.")
    if damage:
        others = f", and {len(damage) - 1} more of {len(lines.splitlines())} files are missing or changed"
        reject(f"{damage[0]}{others if len(damage) > 1 else ''}. Nothing was changed. Take another copy.")


def check_keys(copy: Path) -> None:
    folder = Path(os.environ["DATA_DIR"]) / "keys"
    with closing(open_copy(copy)) as store:
        missing = [
            str(folder / name)
            for variable, name in keys_digest.KEYS
            if not os.environ.get(variable) and not (folder / name).exists() and has_rows(store, TABLES_OF_KEYS[name])
        ]
    if missing:
        reject(
            f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing. With new keys {CONSEQUENCES}."
            f" Nothing was changed. Put the saved keys back into {folder}, or run deploy/restore --new-keys {copy}"
            " to go on without them."
        )


def compare_keys(copy: Path) -> None:
    """Compare the keys that are in place with the digests that deploy/backup wrote. Older copies have none."""
    key_digests = keys_digest.file_of(copy)
    if not key_digests.exists():
        sys.stderr.write(
            f"deploy/restore: there is no {key_digests}, so the script cannot check whether {copy} was made with the"
            f" keys in place. With other keys {CONSEQUENCES}.\n"
        )
        return
    different = keys_digest.different_keys(key_digests.read_text())
    if different is None:
        reject(f"{key_digests} is damaged. Nothing was changed. Take another copy.")
    if different:
        reject(
            f"{', '.join(different)} {'is' if len(different) == 1 else 'are'} not what {copy} was made with. With other"
            f" keys {CONSEQUENCES}. Nothing was changed. Put the saved keys in place, or run deploy/restore --new-keys {copy} to"
            " go on with these."
        )


def has_rows(store: sqlite3.Connection, table: str) -> bool:
    row = store.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [table]).fetchone()
    return row is not None and store.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None


def confirm(copy: Path) -> None:
    """Name what the restore replaces, and exit unless the operator types yes."""
    target = (
        "the database of DATABASE_URL"
        if os.environ.get("DATABASE_URL")
        else f"the database in {os.environ['DATA_DIR']}"
    )
    files = f" and all files of {Path(os.environ['DATA_DIR'], 'files')}" if companion(copy, "files").is_dir() else ""
    copied_at = datetime.fromtimestamp(copy.stat().st_mtime, UTC).isoformat(timespec="minutes")
    sys.stderr.write(
        f"deploy/restore: {copy}, copied at {copied_at}, replaces {target}{files}. Everything newer is lost.\n"
    )
    if not sys.stdin.isatty():
        reject("nothing was changed. Add --yes to restore without a question.")
    sys.stderr.write("Type yes to go on: ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() != "yes":
        reject("nothing was changed.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="deploy/restore", usage="deploy/restore [--yes] [--new-keys] FILE")
    parser.add_argument("--yes", action="store_true", help="restore without a question, for scripts")
    parser.add_argument("--new-keys", action="store_true", help="go on with other keys than those of the copy")
    parser.add_argument("copy", type=Path)
    arguments = parser.parse_args()
    main(arguments.copy, new_keys=arguments.new_keys)
    if not arguments.yes:
        confirm(arguments.copy)
