"""Measures a fresh clone on empty caches: `make run` to the first page, what it installs, then `make test`."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.harness.results import ROOT, Figure, write_results
from tests.support.servers.server import answers, free_port

FIRST_PAGE_S, TESTS_MIN, PYTHON_MB = 40, 15, 650
INSTALLED = {".venv": PYTHON_MB, "pwa/node_modules": None, "deploy/lighthouse/node_modules": None}
PATIENCE_S = 300


def main() -> int:
    """Returns exit code 0 if every test passed and each figure kept its budget."""
    with tempfile.TemporaryDirectory(prefix="pulseboard-") as folder:
        clone = Path(folder, "clone")
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        env = _empty_caches(Path(folder))
        first_page = _first_page(clone, env)
        print(f"make run: first page after {first_page:.1f} s", flush=True)
        installed = [
            Figure(f"`{folder}` after `make run`", _megabytes(clone / folder), "MB", at_most=budget)
            for folder, budget in INSTALLED.items()
        ]
        started = time.monotonic()
        tests = subprocess.run(["make", "test"], cwd=clone, env=env, stdin=subprocess.DEVNULL, check=False)
        figures = [
            Figure("`make run` to the first page", first_page, "s", at_most=FIRST_PAGE_S),
            *installed,
            Figure("`make test`", (time.monotonic() - started) / 60, "min", at_most=TESTS_MIN),
        ]
    if tests.returncode:
        print("make test failed in a fresh clone; its figures are not kept")
        return 1
    print(write_results("fresh", "A fresh clone on empty caches", "make fresh", figures).read_text(encoding="utf-8"))
    return 0 if all(figure.holds for figure in figures) else 1


def _empty_caches(folder: Path) -> dict[str, str]:
    """The environment with empty caches, as on a new machine, and without the variables of a running make."""
    caches = {"UV_CACHE_DIR": "uv", "PIP_CACHE_DIR": "pip", "npm_config_cache": "npm", "XDG_CACHE_HOME": "xdg"}
    base_env = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "MFLAGS"}
    return base_env | {name: str(folder / "caches" / cache) for name, cache in caches.items()}


def _megabytes(folder: Path) -> float:
    """The sum of the sizes of all files in `folder`. Node is in `.venv`."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def _first_page(clone: Path, env: dict[str, str]) -> float:
    """Seconds from `make run` to the first 200 of `/`."""
    port = free_port()
    started = time.monotonic()
    command = ["make", "run", f"PORT={port}"]
    server = subprocess.Popen(command, cwd=clone, env=env, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        while not answers(f"http://127.0.0.1:{port}/"):
            if server.poll() is not None or time.monotonic() - started > PATIENCE_S:
                raise SystemExit("make run served no page")
            time.sleep(0.1)
        return time.monotonic() - started
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(30)


if __name__ == "__main__":
    sys.exit(main())
