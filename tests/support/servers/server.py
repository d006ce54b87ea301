"""The product in a process of `manage.py serve`, with its own port and data folder.

The process ends with its parent, also if the parent is killed.
"""

import os
import socket
import subprocess
import sys
import time
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.support.servers.migrated import DATABASE, copy_migrated

ROOT = Path(__file__).resolve().parents[3]
ENDS_WITH_PARENT = Path(__file__).with_name("ends_with_parent.py")
START_S, STOP_S = 180, 10
LOG = "server.log"
# The product's default settings, because the environment has the settings of the test run.
SHIPPED = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "DATABASE_URL": "",
    "REDIS_URL": "",
    "SECRET_KEY": "",
    "SECRET_KEY_FORMER": "",
    "AUTH_SIGNING_JWK_FILE": "",
    "VAPID_JWK_FILE": "",
    "EMAIL_URL": "file:",
    "AUTH_RATE_LIMITS": "off",
}

# No demo data, and a sign-up needs no code from an email.
FOR_TESTS = {"DEMO": "0", "AUTH_AUTOCONFIRM": "1"}
# Cheap password hashes for browser tests, which sign in several users each.
FAST_PASSWORDS = {"DJANGO_SETTINGS_MODULE": "tests.support.servers.settings.fast_passwords"}


class Server:
    """A server that can be killed and restarted on the same port and data; `settings` extend its environment."""

    program = "manage"  # a module

    def __init__(self, data_dir: Path, root: Path = ROOT, /, **settings: str) -> None:
        self.data_dir, self.root, self.port = data_dir, root, free_port()
        self.url = f"http://localhost:{self.port}"
        # Choose a free port for the sandbox, because the default, the next port, may be in use.
        own = {"DATA_DIR": str(data_dir), "PORT": str(self.port), "SANDBOX_PORT": str(free_port())}
        self._env = os.environ | SHIPPED | own | settings
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def arguments(self) -> list[str]:
        """The command line arguments of the program."""
        return ["serve"]

    def launcher(self) -> list[str]:
        """A program that starts the server, with its arguments."""
        return []

    def is_ready(self) -> bool:
        return answers(f"http://127.0.0.1:{self.port}/health/ready")

    def configure(self, **settings: str) -> None:
        """Set environment variables for the next start."""
        self._env |= settings

    def start(self) -> None:
        """Start the server, and wait until it is ready. Otherwise raises RuntimeError with the end of its log."""
        self.launch()
        end = time.monotonic() + START_S
        while not self.is_ready():
            if not self.is_running or time.monotonic() > end:
                raise RuntimeError(f"The server is not ready:\n{self.log_tail()}")
            time.sleep(0.02)

    def launch(self) -> None:
        """Start the process without waiting until it is ready."""
        self._prepare_data()
        command = [*self.launcher(), sys.executable, "-P", str(ENDS_WITH_PARENT), self.program, *self.arguments()]
        with self._log().open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=self.root, env=self._env, stdin=subprocess.PIPE, stdout=log, stderr=log
            )

    def _prepare_data(self) -> None:
        self.data_dir.mkdir(parents=True, exist_ok=True)
        is_sqlite_of_this_version = self.root == ROOT and not self._env["DATABASE_URL"]
        if is_sqlite_of_this_version and not (self.data_dir / DATABASE).exists():
            copy_migrated(ROOT, self.data_dir / DATABASE, os.environ | SHIPPED)

    def kill(self) -> None:
        """Kill the process as a crash does (-9)."""
        if self._process is not None:
            self._process.kill()
            self.ended()

    def stop(self, within_s: float = STOP_S) -> None:
        """End the process with SIGTERM, as a service manager does; kill it if it does not end in time."""
        if self._process is not None:
            self._process.terminate()
            try:
                self.ended(within_s)
            except subprocess.TimeoutExpired:
                self.kill()

    def ended(self, within_s: float = STOP_S) -> int:
        """Wait for the process; returns its exit code. Raises subprocess.TimeoutExpired."""
        assert self._process is not None
        assert self._process.stdin is not None
        code = self._process.wait(within_s)
        self._process.stdin.close()
        return code

    def manage(self, *command: str) -> str:
        """Run a management command on the same data; returns its standard output."""
        self._prepare_data()
        line = [sys.executable, "-m", self.program, *command]
        done = subprocess.run(line, cwd=self.root, env=self._env, capture_output=True, text=True, check=True)
        return done.stdout

    def log_tail(self, last: int = 5000) -> str:
        """The last `last` characters of the server's log."""
        return self._log().read_text(errors="replace")[-last:] if self._log().exists() else ""

    def _log(self) -> Path:
        return self.data_dir / LOG


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def answers(url: str) -> bool:
    """Whether the URL responds with 200."""
    try:
        with urlopen(url, timeout=2) as reply:
            return bool(reply.status == 200)
    except (HTTPError, OSError, HTTPException):
        return False
