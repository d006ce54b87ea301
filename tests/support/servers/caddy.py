"""A real Caddy with the Caddyfile of deploy/, in front of the web processes of this machine, without TLS."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.servers.server import ROOT, Server, free_port

OPTIONS = "{\n\tadmin off\n\tauto_https off\n}\n"


class Caddy(Server):
    """The process of Caddy at `port`, which sends requests to web processes at `ports`."""

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        super().__init__(folder)
        self.port = free_port()
        self._processes = " ".join(f"127.0.0.1:{port}" for port in ports)

    def launch(self) -> None:
        program = shutil.which("caddy", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
        if program is None:
            raise RuntimeError("Caddy is missing; make tools installs it")
        config = self.data_dir / "Caddyfile"
        self.data_dir.mkdir(parents=True, exist_ok=True)
        config.write_text(OPTIONS + (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8"), encoding="utf-8")
        env = os.environ | {
            "PORTAL_HOST": f"http://:{self.port}",
            "PORTAL_PROCESSES": self._processes,
            "HOME": str(self.data_dir),
        }
        command = [
            "setpriv",
            "--pdeathsig=KILL",
            "--",
            program,
            "run",
            "--adapter",
            "caddyfile",
            "--config",
            str(config),
        ]
        with self._log().open("ab") as log:
            self._process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=log, stderr=log)


@contextmanager
def caddy(folder: Path, ports: Sequence[int]) -> Iterator[Caddy]:
    """A running proxy that reaches a web process."""
    proxy = Caddy(folder, ports)
    proxy.start()
    try:
        yield proxy
    finally:
        proxy.stop()
