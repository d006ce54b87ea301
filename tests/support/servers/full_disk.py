"""A server whose data folder is a small disk, which a test fills; see small_disk.py."""

import os
import shutil
import signal
from pathlib import Path

from tests.support.servers import small_disk
from tests.support.servers.server import Server

INODES = 500
# Copies the data folder to the small disk, and becomes the server.
WITH_DATA_ON_SMALL_DISK = 'cp -a "$0/." "$DATA_DIR" && exec "$@"'


class SmallDiskServer(Server):
    """A server on a copy of `data_dir`, which is on a disk that only this server sees. Its log is not on it."""

    def __init__(self, data_dir: Path, **settings: str) -> None:
        self._folder = data_dir.with_name("small")
        super().__init__(data_dir, DATA_DIR=str(self._folder), **settings)
        self._ballast: list[Path] = []
        self._snapshots = 0

    def launcher(self) -> list[str]:
        self._folder.mkdir()
        on_small_disk = small_disk.launcher(self._folder, owner=os.geteuid(), inodes=INODES)
        return [*on_small_disk, "sh", "-c", WITH_DATA_ON_SMALL_DISK, str(self.data_dir)]

    @property
    def disk(self) -> Path:
        """The data folder of the running server."""
        return small_disk.as_seen_by(self.pid, self._folder)

    def use_up_space(self) -> None:
        self._ballast = small_disk.use_up_space(self.disk)

    def use_up_inodes(self) -> None:
        self._ballast = small_disk.use_up_inodes(self.disk)

    def free(self) -> None:
        """Delete the files that use up the disk."""
        for file in self._ballast:
            file.unlink()
        self._ballast = []

    def snapshot(self) -> Path:
        """A new folder with the files of the disk, as a crash of the server at this time would leave them."""
        self._snapshots += 1
        folder = self.data_dir.with_name(f"snapshot-{self._snapshots}")
        os.kill(self.pid, signal.SIGSTOP)
        try:
            os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOWAIT)
            shutil.copytree(self.disk, folder, ignore=shutil.ignore_patterns("ballast*"))
        finally:
            os.kill(self.pid, signal.SIGCONT)
        return folder
