"""The number of database connections of a process, with which the doctor and the guide size PostgreSQL."""

from concurrent.futures import ThreadPoolExecutor

from sync.writes import db_executor
from sync.writes.db_executor import CONNECTIONS_MAX
from sync.writes.group_commit import GroupCommit
from tests.support.servers.server import ROOT

DOCUMENT = ROOT / "deploy" / "docs" / "install" / "how-processes-share.md"


def test_every_thread_with_a_connection_is_counted() -> None:
    threads = vars(db_executor).values()
    pools = [pool for pool in threads if isinstance(pool, ThreadPoolExecutor)]
    writers = [writer for writer in threads if isinstance(writer, GroupCommit)]
    retry_threads = len(writers)  # each writer has one, for locked rows
    assert sum(pool._max_workers for pool in pools) + len(writers) + retry_threads == CONNECTIONS_MAX


def test_the_guide_names_the_connections_of_a_process() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert f"keeps up to {CONNECTIONS_MAX} PostgreSQL connections" in text
    assert "`max_connections` of 100 is enough for five processes" in text
    assert 5 * CONNECTIONS_MAX < 100 - 3  # PostgreSQL reserves three for superusers
