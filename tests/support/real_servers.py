"""Starts real PostgreSQL and Redis servers for a test run, on free ports, gone when the run ends."""

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import redis

START_WITHIN_S = 30
LOOK_EVERY_S = 0.05


def postgresql() -> str:
    """The address of a fresh, empty PostgreSQL server."""
    programs = _postgresql_programs()
    folder = Path(tempfile.mkdtemp(prefix="pulseboard-pg-"))
    as_nobody: list[str] = []
    if os.getuid() == 0:
        # PostgreSQL refuses to run as root.
        shutil.chown(folder, "nobody")
        as_nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--pdeathsig=INT", "--"]
    port = free_port()
    made = [programs / "initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync", "-D", folder / "data"]
    subprocess.run([*as_nobody, *map(str, made)], check=True, cwd="/", stdout=subprocess.DEVNULL)
    options = ["-p", str(port), "-h", "127.0.0.1", "-k", str(folder), "-c", "max_connections=100"]
    server = [str(programs / "postgres"), "-D", str(folder / "data"), *options]
    _run_until_exit([*as_nobody, *server], folder)
    address = f"postgresql://postgres@127.0.0.1:{port}/postgres"
    _wait_for(lambda: psycopg.connect(address).close(), psycopg.OperationalError)
    return address


def redis_server() -> tuple[str, "subprocess.Popen[bytes]"]:
    """The address of a fresh Redis server that keeps nothing, and its process."""
    folder = Path(tempfile.mkdtemp(prefix="pulseboard-redis-"))
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]
    process = _run_until_exit(["redis-server", *options], folder)
    address = f"redis://127.0.0.1:{port}/0"
    with closing(redis.Redis.from_url(address)) as client:
        _wait_for(client.ping, redis.ConnectionError)
    return address, process


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _postgresql_programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    on_path = shutil.which("postgres")
    if on_path:
        found.append(Path(on_path).resolve())
    if not found:
        raise RuntimeError("PostgreSQL is not installed: run `make services`")
    return found[-1].parent


def _run_until_exit(command: list[str], folder: Path) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def end() -> None:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return process


def _wait_for(answers: Callable[[], object], not_yet: type[Exception]) -> None:
    pause = threading.Event()
    for _ in range(int(START_WITHIN_S / LOOK_EVERY_S)):
        try:
            answers()
            return
        except not_yet:
            pause.wait(LOOK_EVERY_S)
    raise TimeoutError("the server did not start")
