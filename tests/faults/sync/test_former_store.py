"""The store of a former version, opened by this one: every row stays."""

from pathlib import Path

import pytest

from tests.drill import rows
from tests.support.migrations import released
from tests.support.servers.server import Server

# Columns that a migration of this version fills or empties in existing rows, by table.
CHANGED = {"audit_log": {"subject", "detail", "n", "digest", "text_digest"}}
# Tables to which every start of a server writes.
WRITTEN_AT_START = {"django_migrations", "django_content_type", "effects", "sync_stream"}
# Prefixes of the search index tables, which a thread fills.
INDEX_PREFIXES = ("search_", "training_search")


pytestmark = pytest.mark.thorough


def stored_rows(data_dir: Path, settings: dict[str, str]) -> rows.Rows:
    url = settings.get("DATABASE_URL")
    return rows.of_postgresql(url) if url else rows.of_sqlite(data_dir / "pulseboard.sqlite3")


def test_a_former_versions_store_keeps_every_row(tmp_path: Path) -> None:
    settings = released.installation(tmp_path)
    before = stored_rows(tmp_path, settings)
    assert len(before["messages"]) == 20
    server = Server(tmp_path, DEMO="0", **settings)
    server.start()
    server.stop()
    after = stored_rows(tmp_path, settings)
    for table in before.keys() - WRITTEN_AT_START:
        if table.startswith(INDEX_PREFIXES):
            continue
        for key, row in before[table].items():
            assert _without(table, after[table].get(key), row) == _without(table, row, row), table


def _without(table: str, row: rows.Row | None, former: rows.Row) -> rows.Row | None:
    """The columns of `row` that the former version has and that no migration changes."""
    columns = former.keys() - CHANGED.get(table, set())
    return row if row is None else {name: row[name] for name in columns}
