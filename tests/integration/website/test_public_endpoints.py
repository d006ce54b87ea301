"""The public endpoints: website settings and health."""

import asyncio
import errno
import re
from pathlib import Path

import pytest
from django.db import OperationalError
from pytest_django import Settings

from core import disk
from sync import heartbeats
from sync.writes.db_executor import read, write
from tests.support.portal.agency import Portal
from website import queries
from website.models import WebsiteSettings
from website.workflows import readiness
from website.workflows.readiness import Check

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/website_settings"
DEFAULTS = {
    "id": 1,
    "logo_url": None,
    "primary_color": "#2563EB",
    "hero_title": "Transform Your Business with AI",
    "hero_subtitle": "Powerful digital dashboards and AI chatbots tailored for your business needs",
    "features_title": "Powerful Features for Your Business",
}


@pytest.mark.parametrize("name", [None, "maya", "ana"])
async def test_every_user_gets_the_default_settings(name: str | None, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_(name).get(PATH)
    assert (reply.status_code, reply.json()) == (200, {"data": DEFAULTS})


async def test_every_user_gets_the_stored_settings(portal: Portal) -> None:
    values = {"logo_url": "/storage/v1/logo.png", "primary_color": "#112233", "hero_title": "Grüße"}
    await write(lambda: WebsiteSettings.objects.filter(id=1).update(**values))
    assert (await portal.as_(None).get(PATH)).json()["data"] == DEFAULTS | values


async def test_a_missing_row_returns_no_data(portal: Portal) -> None:
    await write(lambda: WebsiteSettings.objects.all().delete())
    reply = await portal.as_(None).get(PATH)
    assert (reply.status_code, reply.json()) == (200, {"data": None, "code": "PGRST116"})


@pytest.mark.parametrize("path", ["/health/live", "/health/ready"])
async def test_the_server_reports_its_health(path: str, portal: Portal) -> None:
    reply = await portal.as_(None).get(path)
    assert (reply.status_code, reply.json()) == (200, {"status": "ok"})


async def test_a_server_without_its_database_is_alive_and_not_ready(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    class BrokenConnection:
        def cursor(self) -> None:
            raise OperationalError("disk I/O error")

    monkeypatch.setattr(queries, "connection", BrokenConnection())
    assert (await portal.as_(None).get("/health/live")).status_code == 200
    reply = await portal.as_(None).get("/health/ready")
    assert (reply.status_code, reply.json()["status"], reply.json()["failed"][0]) == (503, "not ready", "database")


async def test_concurrent_readiness_requests_share_one_check(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "CACHED_FOR_S", 60.0)
    reads, database_answers = [], queries.database_answers

    def count_read() -> bool:
        reads.append(1)
        return database_answers()

    monkeypatch.setattr(queries, "database_answers", count_read)
    http = portal.as_(None)
    replies = await asyncio.gather(*(http.get("/health/ready") for _ in range(20)))
    assert {reply.status_code for reply in replies} == {200}
    assert len(reads) == 1


async def test_a_server_whose_database_rejects_writes_is_not_ready(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_full() -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(heartbeats, "beat", raise_full)
    reply = await portal.as_(None).get("/health/ready")
    assert (reply.status_code, reply.json()) == (503, {"status": "not ready", "failed": ["writer"]})


@pytest.mark.parametrize(("name", "failed"), [("", "data folder"), ("files", "files folder")])
async def test_a_server_whose_folder_cannot_be_written_is_not_ready(
    name: str, failed: str, portal: Portal, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    (settings.DATA_DIR / "files").mkdir(exist_ok=True)
    write_probe = disk.write_probe

    def fail_in_folder(folder: Path) -> None:
        if folder == settings.DATA_DIR / name:
            raise OSError(errno.ENOSPC, "No space left on device")
        write_probe(folder)

    monkeypatch.setattr(disk, "write_probe", fail_in_folder)
    reply = await portal.as_(None).get("/health/ready")
    assert (reply.status_code, reply.json()) == (503, {"status": "not ready", "failed": [failed]})


async def test_readiness_writes_one_row_and_leaves_no_file(portal: Portal, settings: Settings) -> None:
    before = set(settings.DATA_DIR.iterdir())
    async with portal.grows({"sync_heartbeat": 1}):
        assert (await portal.as_(None).get("/health/ready")).status_code == 200
    assert set(settings.DATA_DIR.iterdir()) == before


async def test_a_failing_check_is_logged_at_its_start_and_its_end(
    portal: Portal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(readiness, "CACHED_FOR_S", 0.0)
    results = iter((True, False, False, False, True, True))
    monkeypatch.setattr(readiness, "CHECKS", {"log": Check(lambda: read(lambda: next(results)))})
    http = portal.as_(None)
    statuses = [(await http.get("/health/ready")).status_code for _ in range(6)]
    assert statuses == [200, 503, 503, 503, 200, 200]
    lines = [record.getMessage() for record in caplog.records if record.name == readiness.__name__]
    first, last = lines
    assert first == "not ready: log"
    assert re.fullmatch(r"ready again: log, after \d+ s \(failed attempts: 3\)", last)
