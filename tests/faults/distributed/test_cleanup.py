"""A test run's PostgreSQL and Redis servers end with it, even if it is killed."""

import subprocess
import sys
from pathlib import Path

import psycopg

from tests.support.servers.crash_harness import eventually
from tests.support.servers.server import ROOT

TIMEOUT_S = 30
TEST_RUN = """
import sys
from tests.support.servers.postgresql_and_redis import PostgreSQL, Redis
print(PostgreSQL().address, Redis().address, flush=True)
sys.stdin.read()
"""


def processes_with(port: str) -> list[str]:
    """The command lines that have this port as an argument, without those of Python processes."""
    lines = (path.read_text() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists())
    return [line for line in lines if port in line.split("\0") and "python" not in line]


def test_a_killed_run_leaves_no_server() -> None:
    command = [sys.executable, "-c", TEST_RUN]
    run = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    postgresql, redis = run.stdout.readline().split()
    ports = [address.rpartition(":")[2].partition("/")[0] for address in (postgresql, redis)]
    with psycopg.connect(postgresql) as connection:
        [(folder,)] = connection.execute("SHOW unix_socket_directories").fetchall()
    assert [len(processes_with(port)) for port in ports] == [1, 1]
    run.kill()
    run.communicate()
    assert eventually(lambda: not any(processes_with(port) for port in ports), within=TIMEOUT_S)
    assert eventually(lambda: not Path(folder).exists(), within=TIMEOUT_S)
