"""Measures how long each migration since the last released version blocks writers, at a million messages.

The store is one of the former version, on PostgreSQL. While a migration runs, a writer inserts rows as that version
does, one after another. PostgreSQL's view `pg_locks` shows how long the writer waited for a lock. The longest insert
also contains the time in which other processes used the processor.
"""

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg

from tests.bench.harness.results import ROOT, Figure
from tests.bench.harness.stores import store
from tests.support.migrations import released
from tests.support.servers.server import SHIPPED

TITLE = "Migrations since the last version, at a million messages on PostgreSQL"
# Rows that each table has before the first migration.
ROWS = {"messages": 1_000_000, "effects": 100_000, "audit_log": 20_000}
# The column that must have a new value in a copied row, because it is unique, and the expression for that value.
NEW_KEY = {"messages": ("id", "gen_random_uuid()"), "audit_log": ("id", "gen_random_uuid()")}
NEW_KEY["effects"] = ("subject", "gen_random_uuid()::text")
BLOCKED_MAX_S = 1.0
WAITS = """
SELECT coalesce(extract(epoch FROM max(clock_timestamp() - waitstart)), 0)::float FROM pg_locks
  WHERE NOT granted AND locktype = 'relation' AND mode = 'RowExclusiveLock'
"""
LIST_MIGRATIONS = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
executor = MigrationExecutor(connection)
for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes()):
    print("todo", migration.app_label, migration.name)
"""


async def measure() -> Sequence[Figure]:
    """One round: each migration by its own `manage.py migrate`."""
    return await asyncio.to_thread(_measure)


def _measure() -> list[Figure]:
    with store("PostgreSQL") as (folder, settings):
        url = released.postgresql_store(settings["DATABASE_URL"])
        env = os.environ | SHIPPED | settings | {"DATABASE_URL": url, "DATA_DIR": str(folder), "DEMO": "0"}
        inserts = _fill(url)
        figures = [Figure(f"rows in {table} before", rows, "rows") for table, rows in ROWS.items()]
        output = _manage(env, "shell", "--no-imports", "-c", LIST_MIGRATIONS)
        for line in output.splitlines():
            if line.startswith("todo "):
                _, app, name = line.split()
                started = time.perf_counter()
                with Writer(url, inserts).running() as writer:
                    _manage(env, "migrate", app, name, "--verbosity=0")
                took = time.perf_counter() - started
                figures += [
                    Figure(f"{app} {name}: time with the start of the command", took, "s"),
                    Figure(f"{app} {name}: inserts meanwhile", writer.count, "rows", at_least=1),
                    Figure(f"{app} {name}: the longest wait for a lock", writer.blocked_s, "s", at_most=BLOCKED_MAX_S),
                    Figure(f"{app} {name}: the longest insert", writer.longest_s, "s"),
                ]
        return figures


def _fill(url: str) -> list[str]:
    """Copy a row of each table until the table has enough. Returns the statements that insert one more row."""
    inserts = []
    with psycopg.connect(url, autocommit=True) as database:
        for table, rows in ROWS.items():
            key, new = NEW_KEY[table]
            columns = [
                name
                for (name,) in database.execute(
                    "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND is_identity = 'NO'",
                    [table],
                )
            ]
            names = ", ".join(f'"{name}"' for name in columns)
            values = ", ".join(new if name == key else f'one."{name}"' for name in columns)
            copy = f"INSERT INTO {table} ({names}) SELECT {values} FROM (SELECT * FROM {table} LIMIT 1) AS one"
            database.execute(f"{copy}, generate_series(1, {rows})")
            database.execute(f"ANALYZE {table}")
            inserts.append(copy)
    return inserts


def _manage(env: dict[str, str], *command: str) -> str:
    line = [sys.executable, "manage.py", *command]
    return subprocess.run(line, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout


class Writer:
    """Inserts rows in a thread; `longest_s` is the longest insert, `blocked_s` the longest wait for a lock, in seconds.

    A second thread reads the waits 50 times a second.
    """

    def __init__(self, url: str, inserts: list[str]) -> None:
        self._url, self._inserts = url, inserts
        self._stop = threading.Event()
        self.count, self.longest_s, self.blocked_s = 0, 0.0, 0.0

    @contextmanager
    def running(self) -> Iterator["Writer"]:
        threads = [threading.Thread(target=work) for work in (self._run, self._watch_locks)]
        for thread in threads:
            thread.start()
        try:
            yield self
        finally:
            self._stop.set()
            for thread in threads:
                thread.join()

    def _run(self) -> None:
        with psycopg.connect(self._url, autocommit=True) as database:
            while not self._stop.is_set():
                for insert in self._inserts:
                    started = time.perf_counter()
                    database.execute(insert)
                    self.longest_s = max(self.longest_s, time.perf_counter() - started)
                    self.count += 1
                self._stop.wait(0.01)

    def _watch_locks(self) -> None:
        with psycopg.connect(self._url, autocommit=True) as database:
            while not self._stop.wait(0.02):
                [(waited,)] = database.execute(WAITS).fetchall()
                self.blocked_s = max(self.blocked_s, waited)
