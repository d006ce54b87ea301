"""The daily backup: one checked copy a day; old copies are deleted only after a new one exists."""

import asyncio
import hashlib
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from inspect import unwrap
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.db import connection
from pytest_django import Settings
from time_machine import Traveller

from environment.backups import BackupSettings
from server.backups.status import last_backup_at
from server.backups.tasks import BACKUPS, back_up, schedule_backup, start_backups
from sync.effects import effects
from sync.effects.sweeper import WorkerThread
from sync.writes.db_executor import read
from tests.support.database.effects import effects_of
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

OLD_COPY, OTHER_FILE = "pulseboard-20000101T020500Z.sqlite3", "notes of the operator.txt"


@pytest.fixture
def folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """BACKUP_DIR of an installation with a small SQLite database. It has a copy of the year 2000 and another file."""
    monkeypatch.setenv("DATABASE_URL", "")
    settings.METRICS_TOKEN = "a token for the tests alone"
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    with closing(sqlite3.connect(settings.DATA_DIR / "pulseboard.sqlite3")) as store:
        store.execute("CREATE TABLE stored (word TEXT)")
        store.execute("INSERT INTO stored VALUES ('harbor')")
        store.commit()
    copies = tmp_path / "copies"
    settings.BACKUPS = BackupSettings(copies, 14)
    copies.mkdir()
    for name in (OLD_COPY, f"{OLD_COPY}.sha256", f"{OLD_COPY}.keys", OTHER_FILE):
        (copies / name).write_text("former")
    (copies / f"{OLD_COPY}.files" / "message-attachments").mkdir(parents=True)
    return copies


async def hourly_run() -> int:
    """Run the hourly job of two processes, then a backup thread. Returns the number of successful backups."""

    def run() -> int:
        try:
            schedule_backup()
            schedule_backup()  # as another process does
            return effects.sweep(BACKUPS)
        finally:
            connection.close()

    return await asyncio.to_thread(run)


def checked_copy(folder: Path) -> Path:
    """The only copy. Fails unless the digest beside it is right and it has the whole table."""
    [copy] = folder.glob("*.sqlite3")
    digest = hashlib.sha256(copy.read_bytes()).hexdigest()
    assert Path(f"{copy}.sha256").read_text() == f"{digest}  {copy.name}\n"
    with closing(sqlite3.connect(copy)) as store:
        assert store.execute("SELECT word FROM stored").fetchall() == [("harbor",)]
    return copy


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {".lock"}


async def test_a_process_that_starts_makes_the_missing_backup_at_once(
    portal: Portal, folder: Path, fake_clock: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WorkerThread, "start", lambda _: None)
    fake_clock.move_to(datetime(2026, 11, 27, 9, 6, tzinfo=UTC))

    def start() -> int:
        try:
            unwrap(start_backups)()
            return effects.sweep(BACKUPS)
        finally:
            connection.close()

    assert await asyncio.to_thread(start) == 1
    checked_copy(folder)
    assert (await asyncio.to_thread(start), await hourly_run()) == (0, 0)


async def test_a_day_has_one_backup_and_older_ones_are_deleted_after_it(
    portal: Portal, folder: Path, fake_clock: Traveller
) -> None:
    fake_clock.move_to(datetime(2026, 11, 27, 1, 59, tzinfo=UTC))
    assert (await hourly_run(), OLD_COPY in names(folder)) == (0, True)
    fake_clock.shift(timedelta(minutes=6))
    assert await hourly_run() == 1
    copy = checked_copy(folder)
    assert names(folder) == {OTHER_FILE, copy.name, f"{copy.name}.sha256", f"{copy.name}.keys"}
    fake_clock.shift(timedelta(hours=20))
    assert await hourly_run() == 0
    fake_clock.shift(timedelta(hours=4))
    assert await hourly_run() == 1


async def test_a_failed_backup_deletes_nothing_and_is_tried_again(
    portal: Portal, folder: Path, fake_clock: Traveller
) -> None:
    # A time in the future, because the backup runs in a process of its own with the real clock.
    fake_clock.move_to(datetime(2099, 11, 27, 3, 0, tzinfo=UTC))
    database = django_settings.DATA_DIR / "pulseboard.sqlite3"
    intact_content = database.read_bytes()
    database.write_bytes(intact_content[:5_000])
    before = names(folder)
    assert await hourly_run() == 0
    assert names(folder) == before
    effect = await read(effects_of(back_up).get)
    assert effect.error == f"BackupFailed('the copy of {database} is damaged; check the database and the disk')"
    assert await read(last_backup_at) is None
    database.write_bytes(intact_content)
    fake_clock.shift(timedelta(seconds=11))
    assert await hourly_run() == 1
    assert OLD_COPY not in names(folder)
    metrics = await portal.as_(None).get(
        "/metrics", headers={"Authorization": f"Bearer {django_settings.METRICS_TOKEN}"}
    )
    assert "\npulseboard_backup_age_seconds 0.0\n" in metrics.text
