"""One drill: an installation under writes is backed up, restored elsewhere, compared, and served."""

import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx

from core.ids import uuid7
from tests.bench.harness.stores import Kind, store
from tests.bench.harness.users import SeededUsers, User, seed
from tests.drill import rows
from tests.drill.comparison import Comparison, compare
from tests.drill.traffic import Traffic
from tests.support.servers.backup_scripts import without_question
from tests.support.servers.postgresql_and_redis import new_database
from tests.support.servers.server import ROOT, SHIPPED, Server

CLIENTS, ADMINS = 20, 2


@dataclass
class DrillResult:
    """The measurements of one drill: times in seconds, sizes in bytes."""

    comparison: Comparison
    accepted_during_backup: int
    files: int
    backup_s: float
    backup_bytes: int
    restore_s: float
    ready_s: float


@dataclass(frozen=True)
class Installation:
    """A data folder and its settings, which name the database if it is PostgreSQL."""

    data_dir: Path
    settings: dict[str, str]

    def rows(self) -> rows.Rows:
        url = self.settings.get("DATABASE_URL")
        return rows.of_postgresql(url) if url else rows.of_sqlite(self.data_dir / "pulseboard.sqlite3")

    def script(self, name: str, copy: Path) -> float:
        """Run `deploy/backup` or `deploy/restore` on the file `copy`, as an operator does; returns the seconds."""
        env = os.environ | SHIPPED | {"DATA_DIR": str(self.data_dir), "DEMO": "0"} | self.settings
        started = time.perf_counter()
        subprocess.run(
            [ROOT / "deploy" / name, *without_question(name), copy],
            cwd=ROOT,
            env=env,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return time.perf_counter() - started

    def server(self) -> Server:
        return Server(self.data_dir, DEMO="0", **self.settings)

    def files(self) -> dict[str, str]:
        """The digest of each complete uploaded file, by its path."""
        folder = self.data_dir / "files"
        paths = (path for path in folder.rglob("*") if path.is_file() and "uploads" not in path.parts)
        return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def drill(kind: Kind, *, messages: int, writes: int) -> DrillResult:
    """Drill on a new store with `messages` messages; `writes` more are accepted before the backup, and as many after it."""
    with store(kind) as (folder, settings):
        original = Installation(folder / "original", settings)
        users = seed(original.data_dir, SHIPPED | settings, clients=CLIENTS, admins=ADMINS, messages=messages)
        return _drill(original, users, folder, writes)


def _drill(original: Installation, users: SeededUsers, folder: Path, writes: int) -> DrillResult:
    copy = folder / "copy"
    server = original.server()
    server.start()
    try:
        traffic = Traffic(server.url, users.clients)
        with traffic.running():
            traffic.wait_for(writes)
            before, started = original.rows(), time.monotonic()
            backup_s = original.script("backup", copy)
            ended, after = time.monotonic(), original.rows()
            traffic.wait_for(len(traffic.accepted) + writes)
    finally:
        server.stop()
    restored = _empty_installation(original, folder / "restored")
    restore_s = restored.script("restore", copy)
    comparison = compare(before, restored.rows(), after)
    comparison.differences += _lost_messages(traffic.accepted_before(started), restored.rows())
    comparison.differences += _file_differences(original, restored)
    return DrillResult(
        comparison,
        accepted_during_backup=len(traffic.accepted_before(ended)) - len(traffic.accepted_before(started)),
        files=len(restored.files()),
        backup_s=backup_s,
        backup_bytes=copy.stat().st_size,
        restore_s=restore_s,
        ready_s=_seconds_until_served(restored, users.clients),
    )


def _empty_installation(original: Installation, data_dir: Path) -> Installation:
    """An installation with its own empty data folder and database, and a copy of the original's keys."""
    data_dir.mkdir()
    if (original.data_dir / "keys").exists():
        shutil.copytree(original.data_dir / "keys", data_dir / "keys")
    settings = dict(original.settings)
    if "DATABASE_URL" in settings:
        settings["DATABASE_URL"] = new_database(settings["DATABASE_URL"])
    return Installation(data_dir, settings)


def _lost_messages(accepted: list[str], restored: rows.Rows) -> list[str]:
    """Messages that were accepted before the backup began and are not restored."""
    ids = {str(message["id"]).replace("-", "") for message in restored["messages"].values()}
    return [f"message {id}: accepted before the backup, and lost" for id in accepted if id.replace("-", "") not in ids]


def _file_differences(original: Installation, restored: Installation) -> list[str]:
    """Restored files that differ from the original's, and files that a row names but the restored folder lacks."""
    originals, copies = original.files(), restored.files()
    different = [f"file {name}: other content" for name, digest in copies.items() if originals.get(name) != digest]
    objects = restored.rows()["storage_objects"].values()
    lacking = [path for row in objects if (path := f"{row['bucket']}/{row['name']}") not in copies]
    return different + [f"file {name}: missing" for name in lacking]


def _seconds_until_served(restored: Installation, clients: Sequence[User]) -> float:
    """Start the restored installation and post a message to it; returns the seconds until the message is accepted."""
    server, user, started = restored.server(), clients[0], time.perf_counter()
    server.start()
    try:
        body = {"id": str(uuid7()), "client_id": user.client_id, "content": "after the restore"}
        headers = {"Authorization": f"Bearer {user.token}"}
        httpx.post(f"{server.url}/rest/v1/messages", json=body, headers=headers, timeout=60).raise_for_status()
        return time.perf_counter() - started
    finally:
        server.stop()
