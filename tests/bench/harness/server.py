"""Starts the measured server alone on the first core: `manage.py serve` with shipped settings, or stock Daphne."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.servers import server as starter

SERVER_CORE, LOAD_CORE = 0, 1
TICKS = os.sysconf("SC_CLK_TCK")


class Server(starter.Server):
    """A server alone on the first core, whose processor time and memory can be read."""

    def launch(self) -> None:
        super().launch()
        os.sched_setaffinity(self.pid, {SERVER_CORE})

    def cpu_s(self) -> float:
        """User and system time so far, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def rss_kb(self) -> int:
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])


class OneByOne(Server):
    """The product, with a transaction for each post."""

    program = "tests.bench.sync.one_by_one"


class Stock(Server):
    """Unchanged Daphne with the consumer of tests/bench/sync/stock_channels.py."""

    program = "daphne"

    def arguments(self) -> list[str]:
        return ["-v", "0", "-p", str(self.port), "tests.bench.sync.stock_channels:application"]

    def is_ready(self) -> bool:
        """Whether the port accepts connections, because this server has no health page."""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True


@contextmanager
def every_core() -> Iterator[None]:
    """Inside the block, this process and those that it starts may use every core, not only LOAD_CORE."""
    affinity = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        os.sched_setaffinity(0, affinity)


@contextmanager
def data_folder() -> Iterator[Path]:
    """A data folder that is deleted at the end."""
    with TemporaryDirectory(prefix="pulseboard-bench-") as folder:
        yield Path(folder)


@contextmanager
def product(data_dir: Path, kind: type[Server] = Server, **settings: str) -> Iterator[Server]:
    """The product on the database of `data_dir`, or the one that `settings` name.

    The limit of sockets per user is raised, so that one user's sockets can stand for those of many users.
    """
    with _running(kind(data_dir, DEMO="0", SOCKETS_PER_USER="100000", **settings)) as server:
        yield server


@contextmanager
def stock() -> Iterator[Server]:
    """A stock Channels consumer under stock Daphne."""
    with (
        data_folder() as logs,
        _running(Stock(logs, DJANGO_SETTINGS_MODULE="tests.bench.sync.stock_channels")) as server,
    ):
        yield server


@contextmanager
def _running(server: Server) -> Iterator[Server]:
    server.start()
    try:
        yield server
    finally:
        server.stop()
