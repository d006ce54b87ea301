"""`manage.py doctor` about this machine: its time service, and the folder of the daily backup."""

import ctypes
import errno
import os
from pathlib import Path
from stat import ST_UID
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django import Settings

from config.doctor import backup_folder, time_service
from core import disk
from environment.backups import BackupSettings


@pytest.fixture
def data_dir(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    return folder


def folder_states() -> list[tuple[str, str]]:
    """The state and text of each finding about the backup folder."""
    return [(finding.state, finding.what) for finding in backup_folder.check_backup_folder()]


def test_the_kernel_reports_whether_a_time_service_adjusts_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    for status, state in ((0, "ok"), (0x2000, "ok"), (0x40, "warning"), (None, "ok")):
        monkeypatch.setattr(time_service, "kernel_status", lambda status=status: status)
        [finding] = time_service.check_time_service()
        assert (finding.state, finding.topic) == (state, "Clock")
    assert finding.what == "this system does not report whether a time service adjusts it."


@pytest.mark.parametrize(("result", "status"), [(5, 0x2041), (0, 0x2041), (-1, None)])
def test_the_kernels_clock_status_is_read_without_changing_it(
    result: int, status: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`modes` names the fields that adjtimex(2) changes. It returns the clock's state, or -1 for an error."""
    real_status = time_service.kernel_status()
    assert real_status is None or 0 <= real_status <= 0xFFFF
    modes = []

    def adjtimex(pointer: Any) -> int:
        modes.append(pointer._obj.modes)
        pointer._obj.status = 0x2041
        return result

    monkeypatch.setattr(ctypes, "CDLL", lambda name: SimpleNamespace(adjtimex=adjtimex))
    assert (time_service.kernel_status(), modes) == (status, [0])
    monkeypatch.setattr(ctypes, "CDLL", lambda name: SimpleNamespace())
    assert time_service.kernel_status() is None


def test_a_backup_folder_that_the_server_cannot_write_is_broken(
    data_dir: Path, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = tmp_path / "copies"
    settings.BACKUPS = None
    assert list(backup_folder.check_backup_folder()) == []
    settings.BACKUPS = BackupSettings(copies, 14)
    writable = [("ok", f"the server can write to {copies}.")]
    assert folder_states() == writable  # the first backup creates it
    copies.mkdir()
    assert folder_states() == writable
    settings.BACKUPS = BackupSettings(Path("/proc/no-folder"), 14)
    monkeypatch.setattr(os, "access", lambda *_: False)
    [finding] = backup_folder.check_backup_folder()
    assert (finding.state, finding.why) == ("broken", "No daily backup is made.")
    user = data_dir.owner()
    assert finding.what == (
        f"the server cannot write to /proc/no-folder: it does not exist, and {user} cannot create it in /proc."
    )
    assert finding.remedy == f"install -d -o {user} -g {user} -m 700 /proc/no-folder"

    def read_only(folder: Path) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(disk, "write_probe", read_only)
    settings.BACKUPS = BackupSettings(copies, 14)
    assert folder_states() == [("broken", f"the server cannot write to {copies}: Read-only file system.")]


def test_root_compares_the_owner_of_the_backup_folder_with_the_servers_user(
    data_dir: Path, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root can write everywhere, so a probe would not show that the server's user cannot."""
    settings.BACKUPS = BackupSettings(tmp_path, 14)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    fields = list(data_dir.stat())
    fields[ST_UID] += 1
    other_owner_stat = os.stat_result(fields)
    stat = Path.stat
    monkeypatch.setattr(Path, "stat", lambda self, **more: other_owner_stat if self == data_dir else stat(self, **more))
    monkeypatch.setattr(Path, "owner", lambda self: "pulseboard" if self == data_dir else "ana")
    assert folder_states() == [("broken", f"the server cannot write to {tmp_path}: {tmp_path} belongs to ana.")]
