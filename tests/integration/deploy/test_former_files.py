"""`make build KEEP_FORMER=1`: pages that are open during an update still find the hashed files of former builds."""

import os
import runpy
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.architecture.tree import ROOT

DAY_S = 24 * 3600
# Vite empties the folder. The worker's list of files to cache is written before the build ends.
BUILD = "rm -rf pwa/dist && cp -R new pwa/dist && find pwa/dist/assets -name '*.js' | sort > pwa/dist/sw.js"
UP_TO_DATE = (
    *("requirements.txt", ".venv/.node.done", ".venv/.done"),
    *("pwa/package-lock.json", "pwa/.npmrc", "pwa/node_modules/.done", "pwa/src/main.tsx"),
)


class Server:
    """A folder with the Makefile, whose packages are installed, and with a build of these files."""

    def __init__(self, root: Path) -> None:
        self.root, self.dist = root, root / "pwa/dist"
        (root / "platform").mkdir()
        for name in UP_TO_DATE:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).touch()
            os.utime(root / name, (1, 1))
        (root / "deploy").mkdir()
        for name in ("Makefile", "deploy/former_files.py"):
            shutil.copyfile(ROOT / name, root / name)
        (root / "build.sh").write_text(BUILD)

    def build(self, *names: str, fails: bool = False, options: tuple[str, ...] = ("KEEP_FORMER=1",)) -> None:
        """Build an app that consists of these files. Long ones are compressed."""
        self._write(names)
        npm = "rm -rf pwa/dist/assets; false" if fails else "sh build.sh"
        command = ["make", "build", f"BIN={Path(sys.executable).parent}", f"NPM={npm}", *options]
        env = {name: value for name, value in os.environ.items() if "MAKE" not in name}
        done = subprocess.run(command, cwd=self.root, env=env, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode != 0) == fails, done.stderr

    def build_later(self, *names: str, days: float) -> None:
        """Build an app that consists of these files, this many days from now."""
        self._write(names)
        former_files = runpy.run_path(str(self.root / "deploy/former_files.py"))
        former_files["save"]()
        subprocess.run(["sh", "build.sh"], cwd=self.root, timeout=60, check=True)
        former_files["put_back"](now=int(time.time() + days * DAY_S))

    def _write(self, names: tuple[str, ...]) -> None:
        """Write the files that the next build creates."""
        shutil.rmtree(self.root / "new", ignore_errors=True)
        for name in ("index.html", *(f"assets/{name}" for name in names)):
            file = self.root / "new" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{name}\n" * 50)
        if self.dist.exists():
            for file in self.dist.rglob("*"):  # as old as in a copy of the folder that has lost its times
                os.utime(file, (0, 0))

    def files(self) -> list[str]:
        assets = self.dist / "assets"
        return sorted(str(file.relative_to(assets)) for file in assets.rglob("*.js"))


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


def test_former_files_stay_for_14_days_after_the_build_that_replaced_them(server: Server) -> None:
    server.build("base-1.js", "desk/home-1.js", "same.js")
    server.build("base-2.js", "desk/home-2.js", "same.js")
    assert server.files() == ["base-1.js", "base-2.js", "desk/home-1.js", "desk/home-2.js", "same.js"]
    former = server.dist / "assets/desk/home-1.js"
    assert former.read_text() == "assets/desk/home-1.js\n" * 50
    assert former.with_name("home-1.js.gz").exists()
    cached = (server.dist / "sw.js").read_text().split()
    assert cached == [f"pwa/dist/assets/{name}" for name in ("base-2.js", "desk/home-2.js", "same.js")]
    server.build_later("base-3.js", "same.js", days=13.9)
    assert server.files() == [*("base-1.js", "base-2.js", "base-3.js"), "desk/home-1.js", "desk/home-2.js", "same.js"]
    server.build_later("base-4.js", "same.js", days=14.1)
    assert server.files() == ["base-2.js", "base-3.js", "base-4.js", "desk/home-2.js", "same.js"]
    assert not former.with_name("home-1.js.gz").exists()


def test_a_build_after_a_failed_one_still_keeps_the_former_files(server: Server) -> None:
    server.build("base-1.js")
    server.build("base-2.js")
    server.build("base-3.js", fails=True)
    server.build_later("base-3.js", days=1)
    assert server.files() == ["base-1.js", "base-2.js", "base-3.js"]
    server.build_later("base-4.js", days=14.1)
    assert server.files() == ["base-2.js", "base-3.js", "base-4.js"]


def test_a_developers_build_keeps_no_former_files(server: Server) -> None:
    server.build("base-1.js", options=())
    server.build("base-2.js", options=())
    assert server.files() == ["base-2.js"]
