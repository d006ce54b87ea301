"""A PostgreSQL standby that can take over the address of its primary."""

import os
import shutil
import signal
import subprocess

import psycopg

from tests.support.servers.postgresql_and_redis import (
    PostgreSQL,
    RealServer,
    as_database_user,
    postgresql_programs,
)
from tests.support.servers.server import free_port
from tests.support.servers.temporary_folders import temporary_folder

REPLICATED = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"


class Standby(RealServer):
    """A copy of `primary` that receives its changes until it is stopped."""

    def __init__(self, primary: PostgreSQL) -> None:
        self._primary, self._folder = primary, temporary_folder("standby")
        if os.getuid() == 0:
            shutil.chown(self._folder, "nobody")
        copy = ["pg_basebackup", "-D", str(self._folder / "data"), "-R", "-c", "fast", "-d", primary.address]
        self._run(copy)
        self._port = free_port()
        super().__init__(self._server())

    def answers(self) -> bool:
        try:
            psycopg.connect(self.own_address, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def is_streaming(self) -> bool:
        """Whether the primary sends its changes to this standby."""
        with psycopg.connect(self._primary.address) as connection:
            return connection.execute(REPLICATED).fetchone() == (1,)

    def stop(self) -> None:
        """Stop receiving changes."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def take_over(self) -> None:
        """Become the primary, and listen at its address, which must be free."""
        if self.process.poll() is None:
            self.stop()
        self._port = int(self._primary.address.rpartition(":")[2].partition("/")[0])
        self._command = self._server()
        self.start()
        with psycopg.connect(self.own_address, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM RESET synchronous_standby_names")
            connection.execute("SELECT pg_reload_conf()")
            connection.execute("SELECT pg_promote(true, 60)")

    @property
    def own_address(self) -> str:
        """The URL of this server's own database, also while it is a standby."""
        return f"postgresql://postgres@127.0.0.1:{self._port}/postgres"

    def _server(self) -> list[str]:
        data, folder = str(self._folder / "data"), str(self._folder)
        served = ["-D", data, "-p", str(self._port), "-h", "127.0.0.1", "-k", folder, "-c", "fsync=off"]
        return [*as_database_user(), str(postgresql_programs() / "postgres"), *served]

    def _run(self, command: list[str]) -> None:
        line = [*as_database_user(), str(postgresql_programs() / command[0]), *command[1:]]
        subprocess.run(line, check=True, cwd="/", stdout=subprocess.DEVNULL)
