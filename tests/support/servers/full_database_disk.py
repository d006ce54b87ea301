"""A PostgreSQL server with a database on a small disk that a test fills."""

import errno
import os
import sys
from pathlib import Path
from uuid import uuid4

import psycopg

from tests.support.servers.postgresql_and_redis import PostgreSQL, copy_between

SMALL_DISK = Path(__file__).with_name("small_disk.py")
BLOCK = bytes(4096)


class SmallDiskPostgreSQL(PostgreSQL):
    """Its write-ahead log is on the machine's disk, so the server keeps running while the small disk is full."""

    _folder: Path

    def launcher(self, folder: Path) -> list[str]:
        self._folder = folder / "small"
        self._folder.mkdir()
        return [sys.executable, str(SMALL_DISK), str(folder.stat().st_uid), str(self._folder)]

    def copy_of(self, source: str) -> str:
        """The URL of a copy of a database, on the small disk."""
        name = f"d{uuid4().hex}"
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{self._folder}'")
            connection.execute(f'CREATE DATABASE "{name}" TABLESPACE small')
        target = f"{self.address.rpartition('/')[0]}/{name}"
        copy_between(source, target)
        return target

    def fill(self) -> None:
        """Use up the disk."""
        with self._ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(BLOCK)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise

    def free(self) -> None:
        self._ballast.unlink()

    @property
    def _ballast(self) -> Path:
        """A file on the disk, by its path through /proc, because only the server's process sees the mount."""
        return Path(f"/proc/{self.process.pid}/root{os.fspath(self._folder)}/ballast")
