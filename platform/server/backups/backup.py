"""Makes a backup: a checked copy of the database and of the uploaded files, and digests of both and of the keys."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from core.clock import iso, now
from server.backups import database_copy, keys_digest
from server.backups.copied_files import copy_files
from server.backups.digests import digest_of, lines_of
from server.backups.errors import BackupFailed

LAST_BACKUP = "last-backup"
DIGESTS = ("files.sha256", "keys", "sha256")  # the endings of the files that deploy/restore compares


def back_up(target: Path, env: Mapping[str, str]) -> Path:
    """Copy the installation of `env` to `target` while it runs, and return `target`.

    The copy gets its name only after it was read completely and is on the disk. Beside it are `target`.sha256 in the
    format of sha256sum, `target`.keys, the folder `target`.files, and `target`.files.sha256. Raises BackupFailed,
    OSError; then nothing of the new copy is left, and a former copy at `target` is as it was, unless only the time of
    the backup could not be written to DATA_DIR.
    """
    part, is_new = companion(target, "part"), not target.exists()
    remove_parts(target)
    _create(part)
    try:
        if env.get("DATABASE_URL"):
            database_copy.dump_postgresql(env["DATABASE_URL"], part)
        else:
            database_copy.copy_sqlite(_database(env), part)
        _write_digests(target, _copy_files(target, env))
        _publish(target)
    except BaseException:
        remove_parts(target)
        if is_new:
            delete(target)
        raise
    if env.get("DATA_DIR"):
        _replace_file(Path(env["DATA_DIR"], LAST_BACKUP), iso(now()))
    return target


def companion(target: Path, ending: str) -> Path:
    """The file of one copy with this ending: `today` and `keys` give `today.keys`."""
    return target.with_name(f"{target.name}.{ending}")


def _create(part: Path) -> None:
    """Create the file of the copy. Without this, SQLite and pg_dump would report that they cannot open a database."""
    try:
        part.touch(0o600)
    except OSError as error:
        raise BackupFailed(
            f"the server's user cannot create a file in {part.parent}: {error.strerror}."
            " deploy/docs/backup.md has the command that creates the folder."
        ) from error


def remove_parts(target: Path) -> None:
    """Remove the unfinished files of an interrupted backup."""
    for ending in ("part", "part-journal", "part-wal", "part-shm", *(f"{ending}.part" for ending in DIGESTS)):
        companion(target, ending).unlink(missing_ok=True)
    shutil.rmtree(companion(target, "files.part"), ignore_errors=True)


def delete(target: Path) -> None:
    """Delete a copy and the files beside it."""
    shutil.rmtree(companion(target, "files"), ignore_errors=True)
    for ending in DIGESTS:
        companion(target, ending).unlink(missing_ok=True)
    target.unlink(missing_ok=True)


def _database(env: Mapping[str, str]) -> Path:
    if not env.get("DATA_DIR"):
        raise BackupFailed("DATA_DIR is not set: see env.example")
    path = Path(env["DATA_DIR"], "pulseboard.sqlite3")
    if not path.is_file():
        raise BackupFailed(f"there is no database at {path}. Set DATA_DIR to the folder of the installation.")
    return path


def _copy_files(target: Path, env: Mapping[str, str]) -> dict[str, str] | None:
    """Copy the uploaded files after the database, so that all files that it names exist.

    Returns the digest of each file, or None if this installation has no folder of files.
    """
    files = Path(env.get("DATA_DIR", ""), "files")
    if env.get("S3_BUCKET") or not env.get("DATA_DIR") or not files.is_dir():
        return None
    return copy_files(files, companion(target, "files.part"))


def _write_digests(target: Path, file_digests: Mapping[str, str] | None) -> None:
    """Write the digests that deploy/restore compares, under temporary names."""
    part = companion(target, "part")
    with part.open("rb") as file:
        os.fsync(file.fileno())
    lines = {"sha256": f"{digest_of(part)}  {target.name}", "keys": keys_digest.lines().strip()}
    if file_digests is not None:
        lines["files.sha256"] = lines_of(companion(target, "files").name, file_digests).strip()
    for ending, line in lines.items():
        _replace_file(companion(target, f"{ending}.part"), line)


def _publish(target: Path) -> None:
    """Give the complete copy its final names, in place of a former copy. After an exception, the former copy has them.

    The digest of the database gets its name first, the database last. If the backup is killed in between, they do not
    match, and restore rejects the copy.
    """
    _remove_former(target)  # of a backup that was killed
    undo: list[tuple[Path, Path]] = []

    def rename(path: Path, name: Path) -> None:
        path.replace(name)
        undo.append((name, path))

    try:
        for ending in ("sha256", "files", "files.sha256", "keys"):
            name, part, former = (companion(target, ending + more) for more in ("", ".part", ".former"))
            if ending == "sha256" and name.exists():  # restore would accept a copy without a digest
                shutil.copyfile(name, former)
                undo.append((former, name))
            elif name.exists():
                rename(name, former)
            if part.exists():
                rename(part, name)
        companion(target, "part").replace(target)
    except BaseException:
        for path, name in reversed(undo):
            path.replace(name)
        raise
    _remove_former(target)


def _remove_former(target: Path) -> None:
    """Remove the files of a former copy that a new one has replaced."""
    shutil.rmtree(companion(target, "files.former"), ignore_errors=True)
    for ending in DIGESTS:
        companion(target, f"{ending}.former").unlink(missing_ok=True)


def _replace_file(path: Path, text: str) -> None:
    """Write a text atomically: a reader sees the former text or the whole new one."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        with fresh.open("w", encoding="utf-8") as file:
            file.write(f"{text}\n" if text else "")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
