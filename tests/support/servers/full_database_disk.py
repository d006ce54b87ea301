"""PostgreSQL servers whose tables, or whose write-ahead log, are on a small disk that a test fills."""

from pathlib import Path
from uuid import uuid4

import psycopg

from tests.support.servers import small_disk
from tests.support.servers.postgresql_and_redis import NO_POWER_CUTS, PostgreSQL, copy_between

# Moves the log to the small disk, and starts the server again whenever it ends, as an operator does.
WITH_LOG_ON_SMALL_DISK = """
cp -a "$0/data/pg_wal/." "$0/small" && rm -r "$0/data/pg_wal" && ln -s "$0/small" "$0/data/pg_wal"
trap 'kill -QUIT $server; wait $server; exit' QUIT
while :; do "$@" & server=$!; wait $server; sleep 0.2; done
"""


class _SmallDisk(PostgreSQL):
    """A server beside a small disk, which only this server sees."""

    _folder: Path
    _ballast: list[Path]

    def launcher(self, folder: Path) -> list[str]:
        self._folder = folder / "small"
        self._folder.mkdir()
        return small_disk.launcher(self._folder, owner=folder.stat().st_uid)

    def fill(self) -> None:
        """Use up the disk."""
        self._ballast = small_disk.use_up_space(small_disk.as_seen_by(self.process.pid, self._folder))

    def free(self) -> None:
        for file in self._ballast:
            file.unlink()


class SmallDiskPostgreSQL(_SmallDisk):
    """Its write-ahead log is on the machine's disk, so the server keeps running while the small disk is full."""

    def copy_of(self, source: str) -> str:
        """The URL of a copy of a database, on the small disk."""
        name = f"d{uuid4().hex}"
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{self._folder}'")
            connection.execute(f'CREATE DATABASE "{name}" TABLESPACE small')
        target = f"{self.address.rpartition('/')[0]}/{name}"
        copy_between(source, target)
        return target


class SmallLogPostgreSQL(_SmallDisk):
    """Its write-ahead log is on the small disk, so the server ends when it needs a new file there and has no space."""

    def __init__(self) -> None:
        # PostgreSQL would otherwise reuse its former log files, and could go on with a full disk.
        super().__init__([*NO_POWER_CUTS, "wal_keep_size=1GB"])

    def launcher(self, folder: Path) -> list[str]:
        return [*super().launcher(folder), "sh", "-c", WITH_LOG_ON_SMALL_DISK, str(folder)]

    def use_new_log_file(self) -> None:
        """Continue the log in its next file. Does nothing while the server is down."""
        try:
            with psycopg.connect(self.address, autocommit=True, connect_timeout=2) as connection:
                connection.execute("SELECT pg_switch_wal()")
        except psycopg.OperationalError:
            return
