"""A test run that is killed leaves no server behind."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.servers.crash_harness import eventually
from tests.support.servers.server import ROOT, answers

pytestmark = pytest.mark.thorough

TIMEOUT_S = 10
STARTER = """
import sys
from pathlib import Path
from tests.support.servers.server import Server

server = Server(Path(sys.argv[1]), DEMO="0")
server.start()
print(server.url, flush=True)
sys.stdin.read()
"""


def test_a_server_ends_when_its_starter_is_killed(tmp_path: Path) -> None:
    """The starter gets SIGKILL, so it cannot stop its server itself."""
    command = [sys.executable, "-c", STARTER, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        url = starter.stdout.readline().strip()
        assert answers(f"{url}/health/ready")
        starter.kill()
    assert eventually(lambda: not answers(f"{url}/health/live"), within=TIMEOUT_S)
