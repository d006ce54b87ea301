"""Checks that a migration neither blocks writers for long nor breaks the processes of the former version.

squawk, the linter of PostgreSQL migrations, knows which statements lock a table while they read or rewrite it, and
which remove columns or tables that running processes use.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.migrations.statements import MigrationSql

SQUAWK = Path(sys.executable).with_name("squawk")
# squawk's advice on style, and rules that this product follows in another way.
NOT_CHECKED = (
    *("prefer-text-field", "prefer-bigint-over-int", "prefer-bigint-over-smallint", "prefer-identity"),
    "prefer-robust-stmts",  # Django runs a migration in a transaction, and records it there
    *("require-lock-timeout", "require-statement-timeout"),  # config/databases.py sets lock_timeout for every session
    "ban-drop-constraint",  # the former version's rows satisfy it anyway
)
# Migration -> rule -> why it is harmless here.
ACCEPTED = {
    ("clients", "0004_audit_chain"): {
        "disallowed-unique-constraint": "at 20,000 entries it blocks writers for less than a second: tests/bench/results/migrations.md",
    },
}


def lint(migrations: Iterable[MigrationSql]) -> list[str]:
    """One line for each breach: migration, rule, and squawk's message."""
    return [breach for migration in migrations for breach in _squawk(migration)]


def _squawk(migration: MigrationSql) -> Iterator[str]:
    accepted = ACCEPTED.get((migration.app, migration.name), {})
    with TemporaryDirectory() as folder:
        file = Path(folder, "migration.sql")
        file.write_text(migration.sql, encoding="utf-8")
        command = [str(SQUAWK), "--reporter=json", "--pg-version=14.0", f"--exclude={','.join(NOT_CHECKED)}", str(file)]
        if migration.is_atomic:
            command.insert(1, "--assume-in-transaction")
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    for finding in json.loads(done.stdout):
        if finding["rule_name"] not in accepted:
            yield f"{migration.app}/{migration.name}: {finding['rule_name']}: {finding['message']}"
