"""The store of a former version, opened by this one: every row stays."""

import os
from pathlib import Path

import pytest

from tests.drill import rows
from tests.support.migrations import released
from tests.support.servers.distributed import distributed
from tests.support.servers.server import Server

# Columns that a migration of this version fills or empties in existing rows, by table.
CHANGED = {"audit_log": {"subject", "detail", "n", "digest", "text_digest"}}
# Tables to which every start of a server writes.
WRITTEN_AT_START = {"django_migrations", "django_content_type", "effects", "sync_stream"}
# Prefixes of the search index tables, which a thread fills.
INDEX_PREFIXES = ("search_", "training_search")


pytestmark = pytest.mark.thorough


@pytest.fixture
def former(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """The data folder and the settings of an installation with the former version's store."""
    if os.environ.get("STORE") != "postgresql":
        released.sqlite_store(tmp_path / "pulseboard.sqlite3")
        return tmp_path, {}
    settings = distributed(tmp_path)
    return tmp_path, settings | {"DATABASE_URL": released.postgresql_store(settings["DATABASE_URL"])}


def stored_rows(data_dir: Path, settings: dict[str, str]) -> rows.Rows:
    url = settings.get("DATABASE_URL")
    return rows.of_postgresql(url) if url else rows.of_sqlite(data_dir / "pulseboard.sqlite3")


def test_a_former_versions_store_keeps_every_row(former: tuple[Path, dict[str, str]]) -> None:
    data_dir, settings = former
    before = stored_rows(data_dir, settings)
    assert len(before["messages"]) == 20
    server = Server(data_dir, DEMO="0", **settings)
    server.start()
    server.stop()
    after = stored_rows(data_dir, settings)
    for table in before.keys() - WRITTEN_AT_START:
        if table.startswith(INDEX_PREFIXES):
            continue
        for key, row in before[table].items():
            assert _without(table, after[table].get(key), row) == _without(table, row, row), table


def _without(table: str, row: rows.Row | None, former: rows.Row) -> rows.Row | None:
    """The columns of `row` that the former version has and that no migration changes."""
    columns = former.keys() - CHANGED.get(table, set())
    return row if row is None else {name: row[name] for name in columns}
