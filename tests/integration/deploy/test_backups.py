"""Backups of the database and of users' files: restore brings back the same state, readable only by its owner."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from files.providers.storage.folder_backend import FolderStorage
from tests.support.servers.backup_scripts import PASSWORD, environment, failing, manage, run
from tests.support.servers.distributed import distributed
from tests.support.servers.postgresql_and_redis import new_database
from tests.support.servers.server import ROOT

pytestmark = pytest.mark.thorough


def readable_by_others(folder: Path) -> list[str]:
    """The names of the files in a folder that other users can read. Fails if the folder has no files."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return [path.name for path in files if path.stat().st_mode & 0o077]


def test_a_backup_replaces_the_remains_of_an_interrupted_one(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "pulseboard.sqlite3")) as store:
        store.execute("CREATE TABLE kept (id INTEGER)")
    (tmp_path / "copy.part").write_text("half of a copy")
    run("backup", tmp_path, tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as copied:
        assert copied.execute("SELECT name FROM sqlite_master").fetchall() == [("kept",)]
    assert not (tmp_path / "copy.part").exists()


def test_a_restore_that_cannot_be_finished_changes_nothing(tmp_path: Path) -> None:
    store, broken, missing = (tmp_path / name for name in ("pulseboard.sqlite3", "broken", "missing"))
    store.write_bytes(b"the present")
    broken.write_text("no database")
    assert failing("restore", tmp_path, missing) == (
        f"deploy/restore: there is no copy at {missing}. Nothing was changed.\n"
    )
    assert failing("restore", tmp_path, broken) == (
        f"deploy/restore: {broken} is not a whole copy of a database. Nothing was changed. Take another copy.\n"
    )
    missing.touch()  # SQLite accepts an empty file as a database
    assert failing("restore", tmp_path, missing) == (
        f"deploy/restore: {missing} is not a whole copy of a database. Nothing was changed. Take another copy.\n"
    )
    assert store.read_bytes() == b"the present"
    assert not (tmp_path / "keys").exists()


def test_restore_rejects_a_copy_with_another_digest(tmp_path: Path) -> None:
    original, copy = tmp_path / "original", tmp_path / "today"
    original.mkdir()
    with closing(sqlite3.connect(original / "pulseboard.sqlite3")) as store:
        store.execute("CREATE TABLE kept (word TEXT)")
        store.execute("INSERT INTO kept VALUES ('harbor')")
        store.commit()
    run("backup", original, copy)
    copy.write_bytes(copy.read_bytes().replace(b"harbor", b"garden"))
    assert failing("restore", tmp_path / "restored", copy) == (
        f"deploy/restore: {copy} is not the file that {copy}.sha256 was written for. Nothing was changed."
        " Take another copy.\n"
    )
    assert not (tmp_path / "restored").exists()


def test_restore_rejects_missing_keys_unless_new_keys_are_requested(tmp_path: Path) -> None:
    original, restored, copy = (tmp_path / name for name in ("original", "restored", "today"))
    manage(original, "migrate", "--verbosity=0")
    manage(original, "create_admin", "ana@agency.example", "--password", PASSWORD)
    with closing(sqlite3.connect(original / "pulseboard.sqlite3")) as store:
        [(user_id,)] = store.execute("SELECT id FROM users").fetchall()
    run("backup", original, copy)
    keys = restored / "keys"
    assert failing("restore", restored, copy) == (
        f"deploy/restore: {keys}/django-secret is missing. With new keys everybody is signed out, no device gets"
        " pushes any more, and second factors, recovery codes and tokens of Google cannot be read. Nothing was changed."
        f" Put the saved keys back into {keys}, or run deploy/restore --new-keys {copy} to go on without them.\n"
    )
    assert not restored.exists()
    key_setting = {"SECRET_KEY": (original / "keys" / "django-secret").read_text()}
    subprocess.run([ROOT / "deploy" / "restore", "--yes", copy], env=environment(restored) | key_setting, check=True)
    manage(restored, "verify_audit_log", **key_setting)
    assert not (keys / "django-secret").exists()
    run("restore", restored, Path("--new-keys"), copy)
    with closing(sqlite3.connect(restored / "pulseboard.sqlite3")) as store:
        assert store.execute("SELECT id FROM users").fetchall() == [(user_id,)]
    assert (keys / "django-secret").read_text() != key_setting["SECRET_KEY"]


@pytest.fixture(scope="module")
def database_template(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The settings of an installation on PostgreSQL with one admin. Each test gets a copy of its database."""
    folder = tmp_path_factory.mktemp("furnished")
    settings = distributed(folder)
    settings |= {"DATABASE_URL": new_database(settings["DATABASE_URL"])}
    manage(folder, "migrate", "--verbosity=0", **settings)
    manage(folder, "create_admin", "ana@agency.example", "--password", PASSWORD, **settings)
    return settings


@pytest.fixture
def postgresql(database_template: dict[str, str]) -> dict[str, str]:
    """The settings of an installation with its own copy of the template's database."""
    return database_template | {"DATABASE_URL": new_database(database_template["DATABASE_URL"], copy=True)}


def stored_rows(settings: dict[str, str]) -> tuple[list[str], str]:
    """The accounts' email addresses, and the epoch of the log."""
    with psycopg.connect(settings["DATABASE_URL"]) as store:
        [epoch] = store.execute("SELECT DISTINCT epoch FROM sync_stream").fetchone() or [""]
        return [email for (email,) in store.execute("SELECT email FROM users ORDER BY email")], epoch


def test_restore_replaces_a_postgresql_database(tmp_path: Path, postgresql: dict[str, str]) -> None:
    data, copy = tmp_path / "data", tmp_path / "today"
    data.mkdir()
    before, epoch = stored_rows(postgresql)
    url_in_a_file = postgresql | {"DATABASE_URL": "", "DATABASE_URL_FILE": str(tmp_path / "database-url")}
    (tmp_path / "database-url").write_text(postgresql["DATABASE_URL"])
    run("backup", data, copy, **url_in_a_file)
    manage(data, "create_admin", "rui@agency.example", "--password", PASSWORD, **postgresql)
    with psycopg.connect(postgresql["DATABASE_URL"]) as store:
        store.execute("CREATE TABLE of_a_later_version (id INTEGER)")
    with_other_key = postgresql | {"SECRET_KEY": "another key, of more than 32 characters"}
    assert failing("restore", data, copy, **with_other_key).startswith(
        f"deploy/restore: SECRET_KEY is not what {copy} was made with."
    )
    assert stored_rows(postgresql) == (["ana@agency.example", "rui@agency.example"], epoch)
    run("restore", data, copy, **url_in_a_file)
    after, epoch_after = stored_rows(postgresql)
    assert (before, after) == (["ana@agency.example"], ["ana@agency.example"])
    assert epoch_after != epoch
    manage(data, "verify_audit_log", **postgresql)
    with psycopg.connect(postgresql["DATABASE_URL"]) as store:
        assert store.execute("SELECT to_regclass('of_a_later_version')").fetchone() == (None,)


def recording_programs(folder: Path, *names: str) -> Path:
    """Programs that append their arguments to the file `arguments` and run the real program. Returns `folder`."""
    folder.mkdir()
    for name in names:
        script = f'#!/bin/sh\necho "$@" >> {folder}/arguments\nexec {shutil.which(name)} "$@"\n'
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)
    return folder


def test_no_program_gets_the_databases_password_as_an_argument(tmp_path: Path, postgresql: dict[str, str]) -> None:
    programs = ("psql", "pg_dump", "pg_restore")
    programs_folder = recording_programs(tmp_path / "programs", *programs)
    (tmp_path / "data").mkdir()
    settings = postgresql | {
        "DATABASE_URL": postgresql["DATABASE_URL"].replace("//postgres@", "//postgres:hidden-from-ps@"),
        "PATH": f"{programs_folder}:{os.environ['PATH']}",
    }
    run("backup", tmp_path / "data", tmp_path / "today", **settings)
    run("restore", tmp_path / "data", tmp_path / "today", **settings)
    lines = (programs_folder / "arguments").read_text().splitlines()
    assert len(lines) >= len(programs)
    assert [line for line in lines if "hidden-from-ps" in line] == []


def test_a_failed_restore_leaves_a_postgresql_database_unchanged(tmp_path: Path, postgresql: dict[str, str]) -> None:
    data, copy, truncated, rejected = (tmp_path / name for name in ("data", "today", "half", "odd"))
    data.mkdir()
    run("backup", data, copy, **postgresql)
    rows_before = stored_rows(postgresql)
    truncated.write_bytes(copy.read_bytes()[:-50])
    contents = subprocess.run(["pg_restore", "--list", truncated], check=False, capture_output=True)
    assert contents.returncode == 0  # the list of contents is complete, the rows are not
    assert failing("restore", data, truncated, **postgresql).endswith(
        f"deploy/restore: {truncated} is not a whole dump. Nothing was changed. Take another copy.\n"
    )
    # A complete dump that PostgreSQL rejects, because a role is missing.
    source = new_database(postgresql["DATABASE_URL"])
    with psycopg.connect(source) as store:
        store.execute("CREATE ROLE only_here")
        store.execute("CREATE TABLE odd (id INTEGER)")
        store.execute("GRANT SELECT ON odd TO only_here")
    subprocess.run(["pg_dump", "--format=custom", f"--file={rejected}", source], check=True)
    with psycopg.connect(source) as store:
        store.execute("DROP OWNED BY only_here")
        store.execute("DROP ROLE only_here")
    assert failing("restore", data, rejected, **postgresql).endswith(
        "deploy/restore: PostgreSQL has not taken the copy, for the reason above. Nothing was changed.\n"
    )
    assert stored_rows(postgresql) == rows_before
    without_keys = postgresql | {"SECRET_KEY": ""}
    assert failing("restore", data, copy, **without_keys) == (
        "manage.py: SECRET_KEY: required with DATABASE_URL, because processes that share a database need the same keys\n"
        "deploy/restore: nothing was changed. Set what is named above, as the env file of the installation has it,"
        " and run this again.\n"
    )
    assert stored_rows(postgresql) == rows_before


def test_copies_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    original, copies, restored = (tmp_path / name for name in ("original", "copies", "restored"))
    copies.mkdir()
    original.mkdir()
    with closing(sqlite3.connect(original / "pulseboard.sqlite3")) as store:
        store.execute("VACUUM")  # creates an empty database; restore runs the migrations
    run("backup", original, copies / "today")
    run("restore", restored, copies / "today")
    assert readable_by_others(copies) == []
    assert readable_by_others(restored) == []


def test_a_restore_returns_files_as_they_were_at_the_backup(tmp_path: Path) -> None:
    original, restored, copy = (tmp_path / name for name in ("original", "restored", "today"))
    storage = FolderStorage(original / "files")
    original.mkdir()
    with closing(sqlite3.connect(original / "pulseboard.sqlite3")) as store:
        store.execute("VACUUM")
    whole, unfinished = uuid4(), uuid4()
    for upload, part in ((whole, b"a picture"), (unfinished, b"half ")):
        storage.put(upload, 0, part)
    storage.assemble(whole, "message-attachments/a.png", "image/png", len(b"a picture"))
    storage.store("message-attachments/a.png.preview", b"small", "image/webp")
    run("backup", original, copy)
    # The backup does not contain these later changes.
    storage.put(unfinished, 5, b"a film")
    storage.remove("message-attachments/a.png")
    FolderStorage(restored / "files").store("message-attachments/later.png", b"of no row", "image/png")
    run("restore", restored, copy)
    contents = {
        str(path.relative_to(restored / "files")): path.read_bytes()
        for path in (restored / "files").rglob("*")
        if path.is_file()
    }
    assert contents == {
        "message-attachments/a.png": b"a picture",
        "message-attachments/a.png.preview": b"small",
        f"uploads/{unfinished}": b"half ",
    }
    assert readable_by_others(copy.with_name("today.files")) == readable_by_others(restored) == []
