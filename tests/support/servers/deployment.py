"""Processes of one installation, each started with the command line of its systemd unit in deploy/."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.servers.crash_harness import Place, eventually
from tests.support.servers.server import FOR_TESTS, ROOT, START_S, Server

WEB, WORKER = "pulseboard-web@.service", "pulseboard-worker.service"
INSTALLED_AT = "/opt/pulseboard"


def command_line(unit: str, instance: str = "") -> list[str]:
    """`ExecStart` of a unit, with the paths of this source tree."""
    return [word.replace(INSTALLED_AT, str(ROOT)) for word in _words(unit, "ExecStart", instance)]


def unit_environment(unit: str, instance: str = "") -> dict[str, str]:
    """The variables that a unit sets."""
    return dict(word.split("=", 1) for word in _words(unit, "Environment", instance))


def _words(unit: str, field: str, instance: str) -> list[str]:
    lines = (ROOT / "deploy" / unit).read_text(encoding="utf-8").splitlines()
    [line] = [line for line in lines if line.startswith(f"{field}=")]
    return line.removeprefix(f"{field}=").replace("%i", instance).split()


class UnitProcess(Server):
    """One process of a unit; it ends with the test run."""

    def __init__(self, data_dir: Path, unit: str, **settings: Any) -> None:
        super().__init__(data_dir, **(FOR_TESTS | settings))
        self._unit = unit

    def arguments(self) -> list[str]:
        """Arguments in addition to those of the unit."""
        return []

    def launch(self) -> None:
        self.data_dir.mkdir(parents=True, exist_ok=True)
        # As in deploy/, PORT of the unit overrides PORT of the settings file, which names the installation's settings.
        file = self.data_dir / f"{self.port}.env"
        file.write_text("PORT=8000\n", encoding="utf-8")
        unit = unit_environment(self._unit, str(self.port)) | {"PULSEBOARD_ENV": str(file)}
        env = {name: value for name, value in self._env.items() if name != "PORT"} | {"SITE_URL": self.url} | unit
        command = ["setpriv", "--pdeathsig=KILL", "--", *command_line(self._unit, str(self.port)), *self.arguments()]
        with self._log().open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=self.root, env=env, stdin=subprocess.PIPE, stdout=log, stderr=log
            )


@contextmanager
def web(place: Place, **settings: str) -> Iterator[UnitProcess]:
    """A running web process on the place's database."""
    process = UnitProcess(place.data_dir, WEB, **place.settings, **settings)
    process.start()
    try:
        yield process
    finally:
        process.stop()


@contextmanager
def worker(place: Place) -> Iterator[UnitProcess]:
    """A working worker that can also post (tests.support.servers.posting_worker)."""
    extra = {"DJANGO_SETTINGS_MODULE": "tests.support.servers.posting_worker.settings", "PYTHONPATH": str(ROOT)}
    process = UnitProcess(place.data_dir, WORKER, **place.settings, **extra)
    process.launch()
    try:
        heartbeat = f"SELECT 1 FROM sync_heartbeat WHERE pid = {process.pid} AND jobs_at IS NOT NULL"
        assert eventually(lambda: place.rows(heartbeat) == [(1,)], within=START_S), process.log_tail()
        yield process
    finally:
        process.stop()


def request_post(place: Place) -> None:
    """Store a due effect: a worker of `worker` posts "by the worker" in maya's thread, once."""
    maya = place.accounts["maya"]
    place.add_effect("tests.post", f"{maya.user_id} {maya.client_id}")


def is_posted(place: Place) -> bool:
    """Whether the effect of `request_post` is done."""
    return place.rows("SELECT done_at IS NOT NULL FROM effects WHERE kind = 'tests.post'") == [(True,)]


def settings_of(text: str) -> dict[str, str]:
    """The variables in an environment file, as systemd reads it."""
    lines = (line.strip() for line in text.splitlines())
    return dict(line.split("=", 1) for line in lines if line and not line.startswith(("#", ";")))


def generated_keys(folder: Path) -> dict[str, str]:
    """The secrets that `deploy/keys` generates."""
    done = subprocess.run(
        [ROOT / "deploy" / "keys", folder], capture_output=True, text=True, check=True, env=os.environ
    )
    return settings_of(done.stdout)
