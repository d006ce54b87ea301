"""A backup has a digest of each file. Restore names a missing or changed file, and rejects a database in use.

Over 250 lines because a backup can fail at each step, and restore rejects each kind of damage.
"""

import contextlib
import itertools
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from files.providers.storage.folder_backend import FolderStorage
from server.backups import backup, check_copy, copied_files
from server.backups.errors import BackupFailed
from tests.support.servers.backup_scripts import environment as scripts_environment
from tests.support.servers.backup_scripts import failing, manage, run
from tests.support.servers.server import ROOT

NAME = "message-attachments/a.png"
Copies = tuple[Path, dict[str, bytes], dict[str, bytes]]


@pytest.fixture
def backup_copy(tmp_path: Path) -> Path:
    """A backup of an installation with one stored file and one unfinished upload."""
    data = tmp_path / "data"
    (data / "files/uploads").mkdir(parents=True)
    with contextlib.closing(sqlite3.connect(data / "pulseboard.sqlite3")) as store:
        store.execute("VACUUM")
    FolderStorage(data / "files").store(NAME, b"a picture", "image/png")
    (data / "files/uploads/growing").write_bytes(b"half ")
    (data / "files/message-attachments/.b.png.new").write_bytes(b"not complete")
    return backup.back_up(tmp_path / "today", environment(data))


def environment(data: Path) -> Mapping[str, str]:
    return {"DATA_DIR": str(data)}


def replace(path: Path, content: bytes) -> None:
    """Replace a file of the backup, but not the stored file that has the same inode."""
    path.unlink()
    path.write_bytes(content)


def test_sha256sum_checks_the_files_of_a_copy(backup_copy: Path) -> None:
    command = ["sha256sum", "--check", "--strict", "today.sha256", "today.files.sha256"]
    result = subprocess.run(command, cwd=backup_copy.parent, check=True, capture_output=True, text=True)
    assert sorted(result.stdout.splitlines()) == [
        f"today.files/{NAME}: OK",
        "today.files/uploads/growing: OK",
        "today: OK",
    ]


def test_restore_rejects_a_changed_and_a_missing_file_by_name(backup_copy: Path, tmp_path: Path) -> None:
    restored, copied_files_folder = tmp_path / "restored", tmp_path / "today.files"
    replace(copied_files_folder / NAME, b"a mixture")
    assert failing("restore", restored, backup_copy) == (
        f"deploy/restore: {copied_files_folder / NAME} is not the file that was saved. Nothing was changed. Take another copy.\n"
    )
    (copied_files_folder / "uploads/growing").unlink()
    assert failing("restore", restored, backup_copy) == (
        f"deploy/restore: {copied_files_folder / NAME} is not the file that was saved, and 1 more of 2 files are missing or changed."
        " Nothing was changed. Take another copy.\n"
    )
    replace(copied_files_folder / NAME, b"a picture")
    assert failing("restore", restored, backup_copy) == (
        f"deploy/restore: {copied_files_folder / 'uploads/growing'} is missing. Nothing was changed. Take another copy.\n"
    )
    assert not restored.exists()


def test_a_backup_fails_if_a_copied_file_differs_from_its_original(
    backup_copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests_before = (tmp_path / "today.files.sha256").read_text()
    monkeypatch.setattr(copied_files, "digest_of", lambda copy: "another digest")
    with pytest.raises(BackupFailed, match="the copy of growing is damaged; check the disk"):
        backup.back_up(backup_copy, environment(tmp_path / "data"))
    assert (tmp_path / "today.files.sha256").read_text() == digests_before
    assert not (tmp_path / "today.files.part").exists()


def test_backups_on_another_mount_of_the_same_disk_share_one_copy_of_each_file(
    backup_copy: Path, tmp_path: Path
) -> None:
    data, copies = tmp_path / "data", tmp_path / "copies"
    copies.mkdir()
    digests = (tmp_path / "today.files.sha256").read_text()

    def back_up(name: str) -> Path:
        backup_program: list[str | Path] = [ROOT / "deploy" / "backup", copies / name]
        command = [sys.executable, "-m", "tests.support.servers.bind_mount", data, copies, "--", *backup_program]
        subprocess.run(command, env=scripts_environment(data), cwd=ROOT, check=True)
        assert (copies / f"{name}.files.sha256").read_text() == digests.replace("today", name)
        return copies / f"{name}.files" / NAME

    first = back_up("first")
    assert (first.read_bytes(), first.stat().st_nlink) == (b"a picture", 1)
    assert back_up("second").samefile(first)
    first.write_bytes(b"damaged")
    third = back_up("third")
    assert (third.read_bytes(), third.stat().st_nlink) == (b"a picture", 1)
    assert (data / "files" / NAME).read_bytes() == b"a picture"


@pytest.mark.parametrize("unwritable", ["today.files.part", ".today.files.sha256.part.new"])
def test_a_failed_backup_leaves_nothing_of_a_new_copy(backup_copy: Path, tmp_path: Path, unwritable: str) -> None:
    """A failed daily backup is retried under a new name, so the files of failed ones would fill the disk."""
    copies = tmp_path / "copies"
    (copies / unwritable).parent.mkdir()
    broken_link = copies / unwritable
    broken_link.symlink_to(copies / "missing" / "file")
    with pytest.raises(OSError, match="today"):
        backup.back_up(copies / "today", environment(tmp_path / "data"))
    broken_link.unlink(missing_ok=True)
    assert list(copies.iterdir()) == []


def contents(folder: Path) -> dict[str, bytes]:
    """The content of each file of a folder's copies, by its path, without the salted digests of the keys."""
    files = {str(path.relative_to(folder)): path for path in folder.rglob("[!.]*") if path.is_file()}
    return {name: path.read_bytes() for name, path in files.items() if not name.endswith(".keys")}


@pytest.fixture
def two_copies(backup_copy: Path, tmp_path: Path) -> Copies:
    """A copy in a folder of its own, its contents, and the contents that a second backup to the same place has."""
    data, copy = tmp_path / "data", tmp_path / "copies" / "today"
    copy.parent.mkdir()
    backup.back_up(copy, environment(data))
    before = contents(copy.parent)
    with contextlib.closing(sqlite3.connect(data / "pulseboard.sqlite3")) as store:
        store.execute("CREATE TABLE added (id INTEGER)")
    FolderStorage(data / "files").remove(NAME)
    FolderStorage(data / "files").store("message-attachments/b.png", b"another", "image/png")
    other = tmp_path / "others" / "today"
    other.parent.mkdir()
    backup.back_up(other, environment(data))
    return copy, before, contents(other.parent)


@pytest.mark.parametrize("unwritable", [".today.sha256.part.new", ".today.keys.part.new"])
def test_a_failed_backup_leaves_the_former_copy_as_it_was(two_copies: Copies, tmp_path: Path, unwritable: str) -> None:
    copy, before, after = two_copies
    (copy.parent / unwritable).symlink_to(tmp_path / "missing" / "file")
    with pytest.raises(OSError, match="today"):
        backup.back_up(copy, environment(tmp_path / "data"))
    assert contents(copy.parent) == before
    backup.back_up(copy, environment(tmp_path / "data"))
    assert contents(copy.parent) == after


class Killed(BaseException):
    """The end of the process that makes a backup."""


def failing_after(renames: int, error: BaseException, times: int) -> Callable[[Path, Path], Path]:
    """A `Path.replace` that, after so many renames, raises `error` so many times."""
    replace, count = Path.replace, itertools.count(-renames)

    def replace_or_fail(path: Path, target: Path) -> Path:
        if 0 <= next(count) < times:
            raise error
        return replace(path, target)

    return replace_or_fail


@pytest.mark.parametrize(
    ("error", "times", "expected"),
    [(OSError("no space"), 1, ["former", "new"]), (Killed(), 99, ["former", "rejected", "new"])],
)
def test_restore_rejects_a_mixture_of_two_copies(
    error: BaseException,
    times: int,
    expected: list[str],
    two_copies: Copies,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a failed rename, the former copy or the new one is complete. After a kill, restore may also reject it."""
    copy, before, after = two_copies
    former = shutil.copytree(copy.parent, tmp_path / "former")
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    outcomes = []
    for renames in range(20):
        shutil.rmtree(copy.parent)
        shutil.copytree(former, copy.parent)
        with monkeypatch.context() as backup_process, contextlib.suppress(OSError, Killed):
            backup_process.setattr(Path, "replace", failing_after(renames, error, times))
            backup.back_up(copy, environment(tmp_path / "data"))
        is_undone = times == 1  # a killed process leaves files of the former copy under another name
        left = {name: content for name, content in contents(copy.parent).items() if is_undone or ".former" not in name}
        try:
            check_copy.main(copy, new_keys=True)
        except SystemExit:
            outcomes.append("rejected")
        else:
            outcomes.append("former" if left == before else "new" if left == after else "mixture")
    assert [outcome for outcome, _ in itertools.groupby(outcomes)] == expected


def test_restore_without_a_terminal_needs_yes(backup_copy: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    FolderStorage(data / "files").store("message-attachments/later.png", b"later", "image/png")
    command, env = [ROOT / "deploy" / "restore", backup_copy], scripts_environment(data)
    result = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, check=False, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (1, "")
    question, error = result.stderr.splitlines()
    assert question.startswith(f"deploy/restore: {backup_copy}, copied at ")
    assert question.endswith(
        f" replaces the database in {data} and all files of {data / 'files'}. Everything newer is lost."
    )
    assert error == "deploy/restore: nothing was changed. Add --yes to restore without a question."
    assert (data / "files/message-attachments/later.png").read_bytes() == b"later"


@pytest.mark.thorough
def test_restore_rejects_a_database_that_a_process_has_open(tmp_path: Path) -> None:
    """A running server would continue to use the deleted file, and everything that it accepts would be lost."""
    data, copy = tmp_path / "data", tmp_path / "today"
    manage(data, "migrate", "--verbosity=0")
    run("backup", data, copy)
    with contextlib.closing(sqlite3.connect(data / "pulseboard.sqlite3")) as store:
        store.execute("SELECT 1 FROM users").fetchall()
        assert failing("restore", data, copy) == (
            f"deploy/restore: a process still uses the database in {data}. Nothing was changed."
            " Stop the server first: systemctl stop pulseboard\n"
        )
        store.execute("SELECT 1 FROM users").fetchall()
    run("restore", data, copy)


def test_a_backup_names_the_folder_in_which_it_cannot_create_a_file(backup_copy: Path, tmp_path: Path) -> None:
    missing_folder = tmp_path / "disk"
    with pytest.raises(BackupFailed) as error:
        backup.back_up(missing_folder / "today", environment(tmp_path / "data"))
    assert str(error.value) == (
        f"the server's user cannot create a file in {missing_folder}: No such file or directory."
        " deploy/docs/backup.md has the command that creates the folder."
    )
    assert not missing_folder.exists()


def test_restore_rejects_an_empty_file_with_the_address_of_the_database(tmp_path: Path) -> None:
    """Otherwise it would restore the copy into a SQLite database."""
    address, copy = tmp_path / "database-url", tmp_path / "today"
    address.touch()
    copy.touch()
    assert failing("restore", tmp_path / "restored", copy, DATABASE_URL="", DATABASE_URL_FILE=str(address)).endswith(
        f": DATABASE_URL: {address} is empty. Nothing was changed.\n"
    )
    assert not (tmp_path / "restored").exists()
