"""The linter rejects migrations that block writers or break the former version, and accepts all others."""

from pathlib import Path

import pytest

from tests.support.architecture.tree import ROOT
from tests.support.migrations import released
from tests.support.migrations.lint import lint
from tests.support.migrations.statements import MigrationSql

BREACHES = [
    ('CREATE INDEX "by_age" ON "messages" ("created_at");', "require-concurrent-index-creation"),
    ('ALTER TABLE "messages" DROP COLUMN "content";', "ban-drop-column"),
    ('DROP TABLE "messages";', "ban-drop-table"),
    ('ALTER TABLE "messages" RENAME COLUMN "content" TO "text";', "renaming-column"),
    ('ALTER TABLE "messages" RENAME TO "posts";', "renaming-table"),
    ('ALTER TABLE "messages" ALTER COLUMN "v" TYPE bigint;', "changing-column-type"),
    ('ALTER TABLE "messages" ALTER COLUMN "sender_id" SET NOT NULL;', "adding-not-nullable-field"),
    ('ALTER TABLE "messages" ADD CONSTRAINT "once" UNIQUE ("client_id");', "disallowed-unique-constraint"),
    ('ALTER TABLE "messages" ADD CONSTRAINT "some" CHECK (v > 0);', "constraint-missing-not-valid"),
    # Django adds a column with its default and then drops the default. The former version inserts rows without it.
    ('ALTER TABLE "messages" ALTER COLUMN "n" DROP DEFAULT;', "ban-drop-default"),
]


def rules(sql: str, *, is_atomic: bool = True) -> list[str]:
    return [breach.split(": ")[1] for breach in lint([MigrationSql("messaging", "0099_planted", is_atomic, sql)])]


@pytest.mark.parametrize(("sql", "rule"), BREACHES)
def test_a_breach_is_caught(sql: str, rule: str) -> None:
    assert rule in rules(sql)


def test_a_migration_that_only_adds_is_accepted() -> None:
    assert rules('ALTER TABLE "messages" ADD COLUMN "n" integer NULL;') == []
    assert rules('CREATE TABLE "posts" ("id" uuid NOT NULL PRIMARY KEY);\nCREATE INDEX "p" ON "posts" ("id");') == []
    assert rules('CREATE INDEX CONCURRENTLY "by_age" ON "messages" ("created_at");', is_atomic=False) == []


def test_each_migration_since_the_last_version_is_measured(tmp_path: Path) -> None:
    """`upgrade.md` says so. `python -m tests.bench migrations --rounds 1` measures them."""
    own = {(path.parts[-3], path.stem) for path in ROOT.glob("platform/*/migrations/0*.py")}
    results = (ROOT / "tests/bench/results/migrations.md").read_text(encoding="utf-8")
    added = sorted(own - released.migrations(tmp_path))
    assert [f"{app} {name}" for app, name in added if f"| {app} {name}: the longest wait" not in results] == []
