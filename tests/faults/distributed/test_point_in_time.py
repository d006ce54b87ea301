"""Recovery of PostgreSQL to a point in time: every device loads again, and none merges undone changes."""

from collections.abc import Iterator
from contextlib import ExitStack

import psycopg
import pytest

from tests.support.servers.crash_harness import Json, Place, eventually, holes_in
from tests.support.servers.deployment import web
from tests.support.servers.postgresql_and_redis import NO_POWER_CUTS, PostgreSQL, base_backup, copy_between
from tests.support.servers.server import Server
from tests.support.servers.temporary_folders import temporary_folder

pytestmark = pytest.mark.thorough


class ArchivingPostgreSQL:
    """A PostgreSQL server with a copy of the place's database. It archives its WAL, and can be recovered to a time."""

    def __init__(self, place: Place) -> None:
        self._place, self._folder = place, temporary_folder("archive")
        self.wal = self._folder / "wal"
        self.wal.mkdir()
        self._folder.chmod(0o755)
        self.wal.chmod(0o777)  # the server runs as nobody if the tests run as root
        # As in deploy/docs/point-in-time-recovery.md. After a kill during a plain copy the archive had half a segment.
        segment = f"{self.wal}/%f"
        archive = f"archive_command=test ! -f {segment} && cp %p {segment}.part && mv {segment}.part {segment}"
        self.server = PostgreSQL((*NO_POWER_CUTS, "wal_level=replica", "archive_mode=on", archive))
        copy_between(place.settings["DATABASE_URL"], self.server.address)
        place.settings |= {"DATABASE_URL": self.server.address}
        base_backup(self.server.address, self._folder / "base")

    def time(self) -> str:
        """The server's time."""
        with psycopg.connect(self.server.address) as store:
            [(timestamp,)] = store.execute("SELECT clock_timestamp()::text").fetchall()
            return str(timestamp)

    def recover(self, timestamp: str) -> None:
        """Recover to this time on another server, and direct the place to it. No process of the product runs."""
        with psycopg.connect(self.server.address, autocommit=True) as store:
            [(last,)] = store.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchall()
        assert eventually(lambda: (self.wal / last).exists())
        self.server.kill()
        target = (f"recovery_target_time={timestamp}", "recovery_target_action=promote")
        restore = f"restore_command=cp {self.wal}/%f %p"
        self.server = PostgreSQL((*NO_POWER_CUTS, restore, *target), base=self._folder / "base")
        self._place.settings |= {"DATABASE_URL": self.server.address}
        assert eventually(lambda: self._place.rows("SELECT pg_is_in_recovery()") == [(False,)])


@pytest.fixture
def archiving_postgresql(place: Place) -> Iterator[ArchivingPostgreSQL]:
    archive = ArchivingPostgreSQL(place)
    yield archive
    archive.server.kill()


def write_and_recover(place: Place, archiving_postgresql: ArchivingPostgreSQL) -> tuple[Json, Json]:
    """Send "stored", then "undone", and recover to the time between them. Returns a device's cursor after each."""
    with ExitStack() as running:
        server = running.enter_context(web(place))
        http = running.enter_context(place.http(server))
        assert http.post("/rest/v1/messages", json=place.message("stored")).status_code == 201
        before, timestamp = place.cursor(server), archiving_postgresql.time()
        assert http.post("/rest/v1/messages", json=place.message("undone")).status_code == 201
        after = place.cursor(server)
    archiving_postgresql.recover(timestamp)
    assert place.contents() == (["before", "stored"], ["before", "stored"])
    return before, after


def decisions(place: Place, *cursors: Json) -> list[tuple[str, str | None]]:
    """The server's mode and reason for devices with these cursors, after two more messages were written."""
    with ExitStack() as running:
        server = running.enter_context(web(place))
        http = running.enter_context(place.http(server))
        for content in ("since", "since then"):
            assert http.post("/rest/v1/messages", json=place.message(content)).status_code == 201
        result = []
        for cursor in cursors:
            with place.socket(server, cursor) as line:
                [subscription] = [sub for sub in line.frames[-1]["subs"] if sub["s"] == cursor["s"]]
                result.append((subscription["mode"], subscription.get("why")))
        return result


def test_cu4_every_device_loads_again_after_a_recovery_to_a_point_in_time(
    place: Place, archiving_postgresql: ArchivingPostgreSQL
) -> None:
    before, after = write_and_recover(place, archiving_postgresql)
    Server(place.data_dir, **place.settings).manage("rotate_epoch", "--yes")
    assert decisions(place, before, after) == [("reset", "epoch"), ("reset", "epoch")]
    assert place.contents()[0] == ["before", "stored", "since", "since then"]
    assert holes_in(place) == []


def test_cu5_a_device_does_not_merge_undone_changes_even_without_a_new_epoch(
    place: Place, archiving_postgresql: ArchivingPostgreSQL
) -> None:
    """The operator forgets `rotate_epoch`. Only the device that has an undone change loads again."""
    before, after = write_and_recover(place, archiving_postgresql)
    assert decisions(place, before, after) == [("resume", None), ("reset", "fork")]
    assert place.contents()[0] == ["before", "stored", "since", "since then"]
