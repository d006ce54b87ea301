"""Runs the backup and restore scripts of deploy/."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.servers.server import ROOT, SHIPPED

PASSWORD = "a password of three words"


def environment(data_dir: Path, **settings: str) -> dict[str, str]:
    return os.environ | SHIPPED | {"DATA_DIR": str(data_dir), "DEMO": "0"} | settings


def without_question(script: str) -> list[str]:
    """The option that a script needs to run without a terminal."""
    return ["--yes"] if script == "restore" else []


def run(script: str, data_dir: Path, *arguments: Path, **settings: str) -> None:
    env = environment(data_dir, **settings)
    subprocess.run(
        [ROOT / "deploy" / script, *without_question(script), *arguments],
        env=env,
        check=True,
        capture_output=True,
        umask=0o022,
    )


def manage(data_dir: Path, *arguments: str, **settings: str) -> None:
    line: list[str | Path] = [sys.executable, ROOT / "manage.py", *arguments]
    subprocess.run(line, env=environment(data_dir, **settings), check=True, capture_output=True)


def failing(script: str, data_dir: Path, copy: Path, **settings: str) -> str:
    """Run a script that must exit with 1; returns its standard error."""
    env = environment(data_dir, **settings)
    command: list[str | Path] = [ROOT / "deploy" / script, *without_question(script), copy]
    done = subprocess.run(command, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    return done.stderr
