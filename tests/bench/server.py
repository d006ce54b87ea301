"""Starts what is measured: `manage.py serve` with shipped settings, or stock Daphne, alone on the first core."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.results import ROOT

SERVER_CORE, LOAD_CORE = 0, 1
PATIENCE_S = 60
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server process on a port of its own."""

    def __init__(self, command: list[str], env: dict[str, str], port: int) -> None:
        self._command, self._env, self.port = command, env, port
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        env = {**os.environ, "PYTHONPATH": str(ROOT / "platform"), **self._env}
        self._process = subprocess.Popen(self._command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
        os.sched_setaffinity(self._process.pid, {SERVER_CORE})
        end = time.monotonic() + PATIENCE_S
        while not _answers(self.port):
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{self._command} does not answer")
            time.sleep(0.02)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def cpu_s(self) -> float:
        """User and system time so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def rss_kb(self) -> int:
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])


def foreign_cpu_s() -> float:
    """CPU time that all cores have spent so far on anything but this process and those it has waited for."""
    spent = [int(ticks) for ticks in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    idle, own = spent[3] + spent[4], os.times()
    return (sum(spent) - idle) / TICKS - (own.user + own.system + own.children_user + own.children_system)


@contextmanager
def data_folder() -> Iterator[Path]:
    """A data folder that goes when it is no longer needed."""
    with TemporaryDirectory(prefix="pulseboard-bench-") as folder:
        yield Path(folder)


@contextmanager
def product(data_dir: Path) -> Iterator[Server]:
    """The product on the database of `data_dir`."""
    port = _free_port()
    env = {"DATA_DIR": str(data_dir), "PORT": str(port), "DEMO": "0"}
    yield from _running(Server([sys.executable, "manage.py", "serve"], env, port))


@contextmanager
def stock() -> Iterator[Server]:
    """A stock Channels consumer under stock Daphne."""
    port = _free_port()
    daphne = [str(Path(sys.executable).with_name("daphne")), "-v", "0", "-p", str(port)]
    env = {"DJANGO_SETTINGS_MODULE": "tests.bench.stock"}
    yield from _running(Server([*daphne, "tests.bench.stock:application"], env, port))


def _running(server: Server) -> Iterator[Server]:
    try:
        yield server
    finally:
        server.stop()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
