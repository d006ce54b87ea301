"""Measures a page with Lighthouse in a local Chromium: a child process with limits, behind the forward proxy."""

import json
import logging
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

from core.forward_proxy import forwarding
from performance.errors import CannotMeasure
from performance.lighthouse_result import Json

FOLDER = Path("deploy/lighthouse")
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TIMEOUT_S = 100.0
MEMORY_MAX_MB = 2_000
POLL_EVERY_S = 0.25
ERROR_TEXT_MAX = 400
PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1024 / 1024
PROC = Path("/proc")

log = logging.getLogger(__name__)


def measure(url: str, *, slowdown: float) -> Json:
    """One result as `{"lighthouseResult": ..}`. Simulates a phone that is `slowdown` times slower than this machine.

    Raises CannotMeasure.
    """
    script, node, chromium = _find_programs()
    with forwarding(settings.SCAN_PRIVATE) as proxy, _profile() as profile:
        command = [node, str(script), chromium, profile, proxy, str(slowdown), url, *_switches()]
        output = _run(command, profile)
    try:
        return {"lighthouseResult": json.loads(output)}
    except ValueError as error:
        raise CannotMeasure("broken", "the output of Lighthouse is not JSON") from error


def missing() -> str | None:
    """The program that this machine lacks to scan websites, and how to install it; None if nothing is missing."""
    try:
        _find_programs()
        _switches()
    except CannotMeasure as error:
        return str(error)
    return None


def _find_programs() -> tuple[Path, str, str]:
    """The paths of the script that runs Lighthouse, of Node and of Chromium. Raises CannotMeasure."""
    folder = settings.ENVIRONMENT.root / FOLDER
    search_path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    node = shutil.which("node", path=search_path)
    chromium = settings.CHROMIUM or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if chromium is None:
        raise CannotMeasure("no-browser", "install Chromium (Debian: apt-get install chromium), or set PAGESPEED_KEY")
    if node is None or not (folder / "node_modules" / "lighthouse").exists():
        raise CannotMeasure("no-browser", "Lighthouse is not installed: make lighthouse, or set PAGESPEED_KEY")
    return folder / "scan.mjs", node, chromium


def _switches() -> list[str]:
    """Chromium's extra switches. Its sandbox stays on, except in a demo that runs as root. Raises CannotMeasure."""
    is_root = os.geteuid() == 0
    if is_root and not settings.DEMO and settings.SCAN_USER is None:
        raise CannotMeasure("no-browser", "Chromium does not run as root: set SCAN_USER to a user without rights")
    return ["--no-sandbox"] if is_root and settings.SCAN_USER is None else []


@contextmanager
def _profile() -> Iterator[str]:
    """A temporary folder for the browser's files, owned by the user that runs the browser."""
    folder = tempfile.mkdtemp(prefix="scan-")
    try:
        if settings.SCAN_USER is not None and os.geteuid() == 0:
            os.chown(folder, pwd.getpwnam(settings.SCAN_USER).pw_uid, -1)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(command: list[str], profile: str) -> bytes:
    """Run the command and return its output. Raises CannotMeasure.

    The child's standard input is a pipe, so that the child exits when this process ends and the pipe closes. The child
    gets a minimal environment, because the server's environment has secret keys.
    """
    env = {"PATH": os.environ.get("PATH", ""), "HOME": profile, "TMPDIR": profile, "LANG": "C.UTF-8"}
    user = settings.SCAN_USER if os.geteuid() == 0 else None
    read_end, write_end = os.pipe()
    try:
        try:
            child = subprocess.Popen(
                command,
                stdin=read_end,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=env,
                cwd=profile,
                user=user,
                group=pwd.getpwnam(user).pw_gid if user else None,
                extra_groups=[] if user else None,
                start_new_session=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise CannotMeasure("broken", f"Lighthouse cannot start: {error}") from error
        finally:
            os.close(read_end)
        try:
            output, error_output = _wait(child)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
    finally:
        os.close(write_end)
    if child.returncode != 0 or not output:
        cause = error_output.decode(errors="replace").strip()[-ERROR_TEXT_MAX:]
        raise CannotMeasure("broken", f"Lighthouse ended with {child.returncode}: {cause}")
    return output


def _wait(child: "subprocess.Popen[bytes]") -> tuple[bytes, bytes]:
    """The child's output and error output. Raises CannotMeasure if it exceeds the limit of time or memory."""
    started = time.monotonic()
    while True:
        try:
            return child.communicate(timeout=POLL_EVERY_S)
        except subprocess.TimeoutExpired:
            if time.monotonic() - started > TIMEOUT_S:
                raise CannotMeasure("too-long", f"not measured within {TIMEOUT_S:.0f} s") from None
            if (used := _memory_mb(child.pid)) > MEMORY_MAX_MB:
                raise CannotMeasure("too-large", f"the page takes {used:.0f} MB") from None


def _memory_mb(group: int) -> float:
    """The unshared memory of a process group in MB; 0 on systems without Linux's /proc."""
    total = 0.0
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            # "4711 (name with ) in it) S 1 4700 ..": the process group is the third field after the name.
            if int((folder / "stat").read_text().rpartition(")")[2].split()[2]) == group:
                _, resident, shared, *_ = (folder / "statm").read_text().split()
                total += (int(resident) - int(shared)) * PAGE_MB
    return total
