"""The stand-ins of DEMO=1: a child process that ends with the server, however the server ends."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

STOPS_WITHIN_S = 5


@contextmanager
def sandbox() -> Iterator[None]:
    """Inside it runs, on this machine alone. The pipe to it is what it lives by: no process that dies leaves one."""
    folder = settings.ENVIRONMENT.root / "deploy"
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    asked = ["--port", str(settings.SANDBOX_PORT), "--data", str(settings.DATA_DIR), "--site", settings.SITE_URL]
    child = subprocess.Popen(
        [sys.executable, "-m", "sandbox", *asked], stdin=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
    )
    try:
        yield
    finally:
        if child.stdin is not None:
            child.stdin.close()
        try:
            child.wait(STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
