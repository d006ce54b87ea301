"""A killed and restarted Friday run scans every client once and delays no notice."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.fakes.page_speed import KEY, FakePageSpeed, running_page_speed
from tests.support.servers.seeds import seeded_random
from tests.support.servers.server import ROOT, SHIPPED

pytestmark = pytest.mark.thorough

# `make soak` scans 1,000 clients, which takes over a minute.
CLIENTS = int(os.environ.get("FRIDAY_CLIENTS", "200"))
WEEK = "2026-11-20"
# Creates `clients` clients to scan, and before them three that the run must leave out.
CREATE_CLIENTS = """
from django.db import transaction
from accounts.models import User
from clients.models import Client
from core.ids import uuid7
from sync.log import changes
with transaction.atomic():
    for n in range({clients} + 3):
        user = User.objects.create(id=uuid7(), email=f"{{n}}@client.example")
        exclusion = dict(enumerate(({{"website_url": None}}, {{"user_id": None}}, {{"subscription_status": "inactive"}}))).get(n, {{}})
        row = {{"user_id": user.id, "website_url": f"https://{{n}}.example/", "subscription_status": "active"}} | exclusion
        changes.insert(Client(id=uuid7(), company_name=f"Company {{n}}", contact_email=user.email, **row))
"""


class FridayRun:
    """The Friday run's program on the SQLite store in `folder`."""

    def __init__(self, folder: Path, speed: FakePageSpeed) -> None:
        settings = {"DATA_DIR": str(folder), "PAGESPEED_API": speed.url, "PAGESPEED_KEY": KEY, "SCAN_RUNS": "1"}
        path = os.pathsep.join([str(ROOT / "platform"), str(ROOT)])
        self._env = os.environ | SHIPPED | settings | {"PYTHONPATH": path, "DEMO": "0"}
        self._folder = folder

    def manage(self, *line: str) -> None:
        subprocess.run([sys.executable, "manage.py", *line], cwd=ROOT, env=self._env, check=True, capture_output=True)

    def start(self) -> "subprocess.Popen[str]":
        line = [sys.executable, "-m", "tests.support.servers.friday_run", WEEK]
        return subprocess.Popen(line, cwd=ROOT, env=self._env, stdout=subprocess.PIPE, text=True)

    def rows(self, sql: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self._folder / "pulseboard.sqlite3")) as store:
            return store.execute(sql).fetchall()


def test_every_client_is_scanned_once_though_the_process_is_killed(tmp_path: Path) -> None:
    with running_page_speed() as speed:
        friday_run = FridayRun(tmp_path, speed)
        friday_run.manage("migrate", "-v0")
        friday_run.manage("shell", "--no-imports", "-c", CREATE_CLIENTS.format(clients=CLIENTS))
        progress: list[tuple[int, int, int]] = []
        killed_after = CLIENTS * seeded_random(2).uniform(0.3, 0.55)
        first_run = friday_run.start()
        assert first_run.stdout is not None
        for line in first_run.stdout:
            progress.append(_progress(line))
            if progress[-1][0] >= killed_after:
                first_run.kill()
                break
        first_run.wait()
        [(stored,)] = friday_run.rows("SELECT count(*) FROM performance_scores")
        assert CLIENTS // 4 < int(str(stored)) < CLIENTS  # the kill was in the middle of the run
        second_run = friday_run.start()
        out, _ = second_run.communicate(timeout=300)
        assert second_run.returncode == 0
        progress_after = [_progress(line) for line in out.splitlines()]
    assert friday_run.rows("SELECT count(*), count(DISTINCT client_id) FROM performance_scores") == [(CLIENTS, CLIENTS)]
    assert friday_run.rows("SELECT state, week, count(*) FROM scan_runs GROUP BY 1, 2") == [("done", WEEK, CLIENTS)]
    expected = {f"https://{n}.example/" for n in range(3, CLIENTS + 3)}
    assert set(speed.calls) == expected
    # The scan that the kill interrupted may be measured twice, but is stored once.
    assert sum(speed.calls.values()) <= CLIENTS + 1
    memory = [mb for _, mb, _ in progress_after]
    assert memory[-1] - memory[0] < 64
    waits = sorted(ms for _, _, ms in [*progress, *progress_after])
    assert waits[len(waits) * 9 // 10] < 2000


def _progress(line: str) -> tuple[int, int, int]:
    """The number of finished scans, memory in MB, and duration of the last notice in ms."""
    done, memory, notice_ms = map(int, line.split())
    return done, memory, notice_ms
