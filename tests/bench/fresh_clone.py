"""Measures a fresh clone with empty caches: `make run` to the first page, its installed sizes, and `make test`."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.harness.results import ROOT, Figure, write_results
from tests.support.servers.server import answers, free_port

FIRST_PAGE_S, TESTS_MIN, PYTHON_MB = 40, 10, 650
INSTALLED = {".venv": PYTHON_MB, "pwa/node_modules": None, "deploy/lighthouse/node_modules": None}
TIMEOUT_S = 300
# A line of the table that pytest prints for --durations: `12.34s call     tests/e2e/...`.
DURATION = re.compile(r"^(\d+\.\d+)s (call|setup|teardown) +(\S.*)$", re.MULTILINE)
SLOWEST = 15


def main() -> int:
    """Returns exit code 0 if every test passed and each figure is within its budget."""
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
        code, output = _output_of(["make", "test"], clone, env)
        figures = [
            Figure("`make run` to the first page", first_page, "s", at_most=FIRST_PAGE_S),
            *installed,
            Figure("`make test`", (time.monotonic() - started) / 60, "min", at_most=TESTS_MIN),
            *_slowest(output),
        ]
    if code:
        print("make test failed in a fresh clone; its figures are not stored")
        return 1
    print(write_results("fresh", "A fresh clone on empty caches", "make fresh", figures).read_text(encoding="utf-8"))
    return 0 if all(figure.holds for figure in figures) else 1


def _output_of(command: list[str], clone: Path, env: dict[str, str]) -> tuple[int, str]:
    """Run a command, print its output while it runs, and return its exit code and output."""
    with subprocess.Popen(
        command, cwd=clone, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    ) as process:
        lines = []
        for line in process.stdout or []:
            print(line, end="", flush=True)
            lines.append(line)
    return process.returncode, "".join(lines)


def _slowest(output: str) -> list[Figure]:
    """The slowest steps of tests on either store, the slowest first."""
    steps = sorted(
        ((float(seconds), f"`{test}`, {step}") for seconds, step, test in DURATION.findall(output)), reverse=True
    )
    return [Figure(step, seconds, "s") for seconds, step in steps[:SLOWEST]]


def _empty_caches(folder: Path) -> dict[str, str]:
    """The environment with empty caches, as on a new machine, and without the variables of a running make."""
    caches = {"UV_CACHE_DIR": "uv", "PIP_CACHE_DIR": "pip", "npm_config_cache": "npm", "XDG_CACHE_HOME": "xdg"}
    base_env = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "MFLAGS"}
    return base_env | {name: str(folder / "caches" / cache) for name, cache in caches.items()}


def _megabytes(folder: Path) -> float:
    """The sum of the sizes of all files in `folder`. Node is in `.venv`."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def _first_page(clone: Path, env: dict[str, str]) -> float:
    """Seconds from `make run` to the first response 200 of `/`."""
    port = free_port()
    started = time.monotonic()
    command = ["make", "run", f"PORT={port}"]
    server = subprocess.Popen(command, cwd=clone, env=env, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        while not answers(f"http://127.0.0.1:{port}/"):
            if server.poll() is not None or time.monotonic() - started > TIMEOUT_S:
                raise SystemExit(f"make run served no page within {TIMEOUT_S} s")
            time.sleep(0.1)
        return time.monotonic() - started
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(30)


if __name__ == "__main__":
    sys.exit(main())
