"""PostgreSQL and Redis servers on free ports that tests can stop, kill and restart; they leave no files."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import redis

from tests.support.servers.server import free_port
from tests.support.servers.temporary_folders import temporary_folder

START_WITHIN_S = 120  # on a busy machine
POLL_EVERY_S = 0.02
# Data need not reach the disk, because tests kill the server, but never cut the machine's power.
NO_POWER_CUTS = ("fsync=off", "full_page_writes=off", "max_wal_size=256MB", "shared_buffers=32MB")


class RealServer:
    """One server process; `address` stays the same after a restart."""

    address: str

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it responds. Raises RuntimeError if it does not start."""
        self.process = subprocess.Popen(self._command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + START_WITHIN_S
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{self._command[0]} did not start")
            time.sleep(POLL_EVERY_S)

    def answers(self) -> bool:
        raise NotImplementedError

    def kill(self) -> None:
        """Kill the server as a crash does (-9)."""
        self.process.kill()
        self.process.wait()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop the process inside the block: its connections stay open, and it does not respond."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)


class Redis(RealServer):
    """A Redis without persistence."""

    def __init__(self) -> None:
        folder, port = temporary_folder("redis"), free_port()
        self.address = f"redis://127.0.0.1:{port}/0"
        settings = {
            "port": port,
            "bind": "127.0.0.1",
            "save": "",
            "appendonly": "no",
            "dir": folder,
            "set-proc-title": "no",
        }
        settings["pidfile"] = folder / "redis.pid"
        super().__init__(["redis-server", *(str(part) for name in settings for part in (f"--{name}", settings[name]))])

    def answers(self) -> bool:
        with closing(redis.Redis.from_url(self.address)) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False


class PostgreSQL(RealServer):
    """A PostgreSQL cluster; `address` is the URL of its first, empty database.

    With `base`, a folder that `base_backup` has filled, it recovers from the archive that `settings` name.
    """

    def __init__(self, settings: Sequence[str] = NO_POWER_CUTS, *, base: Path | None = None) -> None:
        programs, folder, port = postgresql_programs(), temporary_folder("postgresql"), free_port()
        self.address = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        if os.getuid() == 0:
            shutil.chown(folder, "nobody")
        as_unprivileged = as_database_user()
        data = str(folder / "data")
        if base is not None:
            shutil.copytree(base, folder / "data")
            (folder / "data/recovery.signal").touch()
            subprocess.run(["chown", "-R", "--reference", folder, folder / "data"], check=True)
        initdb = [
            *as_unprivileged,
            str(programs / "initdb"),
            "-A",
            "trust",
            "-U",
            "postgres",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        if base is None:
            subprocess.run([*initdb, "-D", data], check=True, cwd="/", stdout=subprocess.DEVNULL)
        chosen = [part for setting in settings for part in ("-c", setting)]
        served = ["-D", data, "-p", str(port), "-h", "127.0.0.1", "-k", str(folder), *chosen]
        super().__init__([*self.launcher(folder), *as_unprivileged, str(programs / "postgres"), *served])

    def launcher(self, folder: Path) -> list[str]:
        """A program that starts the server, with its arguments; `folder` is the cluster's."""
        return []

    def answers(self) -> bool:
        try:
            psycopg.connect(self.address, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def kill(self) -> None:
        """Stop it at once without a checkpoint, as a crash does. Kill -9 would leave its child processes running."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()


def new_database(address: str, *, copy: bool = False) -> str:
    """The URL of a new database on the same server: empty, or a copy of the one at `address`.

    A copy requires that no client is connected to the original.
    """
    server, _, name = address.rpartition("/")
    new_name = f"d{uuid4().hex}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{new_name}" TEMPLATE "{name if copy else "template1"}"')
    return f"{server}/{new_name}"


def copy_between(source: str, target: str) -> None:
    """Copy a database into an empty one on another server."""
    programs = postgresql_programs()
    dump = subprocess.run([str(programs / "pg_dump"), "--no-owner", source], capture_output=True, check=True)
    quiet = ["-q", "-X", "-v", "ON_ERROR_STOP=1"]
    subprocess.run([str(programs / "psql"), *quiet, target], input=dump.stdout, check=True, stdout=subprocess.DEVNULL)


def base_backup(address: str, folder: Path) -> None:
    """Copy a running cluster into the new folder, with the command in deploy/docs/point-in-time-recovery.md."""
    command = [str(postgresql_programs() / "pg_basebackup"), f"--pgdata={folder}", f"--dbname={address}"]
    subprocess.run([*command, "--checkpoint=fast", "--wal-method=stream"], check=True)


def back_up(address: str, path: Path) -> None:
    """Copy a database in use into a file, with the command in deploy/backup."""
    command = [str(postgresql_programs() / "pg_dump"), "--format=custom", f"--file={path}", address]
    subprocess.run(command, check=True)


def put_back(path: Path, address: str) -> None:
    """Replace a database by such a copy; no client may be connected."""
    options = ["--clean", "--if-exists", "--no-owner", f"--dbname={address}"]
    subprocess.run([postgresql_programs() / "pg_restore", *options, path], check=True)


def shared_server(start: Callable[[], RealServer], variable: str) -> str:
    """The URL of a server for the whole run. The first process starts it; its children read `variable`."""
    if variable not in os.environ:
        os.environ[variable] = start().address
    return os.environ[variable]


def as_database_user() -> list[str]:
    """The start of a command that runs as an unprivileged user, because PostgreSQL rejects root."""
    if os.getuid() != 0:
        return []
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"]


def postgresql_programs() -> Path:
    """The folder of `initdb` and `postgres`. Debian has one folder per version, and none on the PATH."""
    on_path = shutil.which("postgres")
    paths = [Path(on_path).resolve()] if on_path else sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if not paths:
        raise RuntimeError("PostgreSQL is missing; `make test` installs it, or says how")
    return paths[-1].parent
