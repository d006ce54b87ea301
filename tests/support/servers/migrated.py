"""An empty SQLite database with all migrations, created once and copied for each server and test run without data."""

import fcntl
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import django

DATABASE = "pulseboard.sqlite3"


def copy_migrated(root: Path, target: Path, env: Mapping[str, str]) -> None:
    """Copy the database to the file `target`: applying all migrations takes 2 s of a core, a copy 5 ms.

    The first worker that needs it creates it, with `manage.py migrate` in `env`.
    """
    template = Path(tempfile.gettempdir(), f"pulseboard-migrated-{digest_of_migrations(root)}.sqlite3")
    with template.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not template.exists():
            _create(root, template, env)
    shutil.copy(template, target)


def digest_of_migrations(root: Path) -> str:
    """16 digits for the names and contents of all migrations, and for Django's version."""
    digest = sha256(django.__version__.encode())
    for migration in sorted(root.glob("platform/*/migrations/*.py")):
        content = sha256(migration.read_bytes()).hexdigest()
        digest.update(f"{migration.relative_to(root)} {content}".encode())
    return digest.hexdigest()[:16]


def _create(root: Path, template: Path, env: Mapping[str, str]) -> None:
    with tempfile.TemporaryDirectory(prefix="pulseboard-migrated-") as folder:
        command = [sys.executable, "-m", "manage", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=root, env={**env, "DATA_DIR": folder}, check=True)
        with closing(sqlite3.connect(Path(folder, DATABASE))) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copy(Path(folder, DATABASE), template.with_suffix(".new"))
    template.with_suffix(".new").replace(template)
