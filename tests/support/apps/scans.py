"""Scans for integration tests: the test starts them, and a fake PageSpeed Insights measures."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection

from clients import services as clients
from performance import tasks
from performance.effects import scan_runs
from performance.models import ScanRun
from performance.providers import page_speed
from performance.queries import findings
from performance.scan_result import Result
from performance.services import requests
from sync.writes.db_executor import read, write
from tests.support.fakes.page_speed import KEY, FakePageSpeed, running_page_speed
from tests.support.portal.agency import Json, Portal
from tests.support.sync.device import actor_of

SITE = "https://bakery.example/"
ONBOARDING, SCAN_NOW = "/rest/v1/onboarding", "/rest/v1/scan_runs"


@pytest.fixture(scope="session")
def running_speed() -> Iterator[FakePageSpeed]:
    with running_page_speed() as running:
        yield running


@pytest.fixture
def speed(running_speed: FakePageSpeed, monkeypatch: pytest.MonkeyPatch) -> FakePageSpeed:
    """The fake PageSpeed Insights, which has no requests yet; the product does not wait between two attempts."""
    monkeypatch.setattr(settings, "PAGESPEED_API", running_speed.url)
    monkeypatch.setattr(settings, "PAGESPEED_KEY", KEY)
    monkeypatch.setattr(page_speed, "FIRST_WAIT_S", 0.0)
    running_speed.forget()
    return running_speed


class Calendar:
    """The clock of the performance app; each reading is 1 ms later than the one before."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)  # a Friday

    def pass_(self, **time: float) -> None:
        self.time += timedelta(**time)

    def now(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    fake = Calendar()
    for module in (findings, requests, scan_runs, tasks):
        monkeypatch.setattr(module, "now", fake.now)
    return fake


async def scan_due() -> None:
    """Run the due scans, as the scan thread does."""

    def work() -> None:
        try:
            tasks.run_due_scans()
        finally:
            connection.close()

    await asyncio.to_thread(work)


async def store_website(portal: Portal) -> None:
    """Store Maya's website, and request no scan of it."""
    await write(clients.save_website, actor=actor_of(portal.users["maya"]), website_url=SITE, service_areas=None)


async def onboard(portal: Portal, name: str = "maya", url: str = SITE, areas: str | None = None) -> Json:
    """Save the website of a client; returns the endpoint's response."""
    reply = await portal.as_(name).post(ONBOARDING, json={"website_url": url, "service_areas": areas})
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def scanned(portal: Portal, speed: FakePageSpeed, *scores: float | None, picture: str = "small-picture") -> Json:
    """Scan maya's website with these scores, at an admin's request; returns the newest score."""
    speed.scores(*scores, name=picture)
    reply = await portal.as_("ana").post(SCAN_NOW, json={"client_id": str(portal.clients["maya"])})
    assert reply.status_code == 200, reply.text
    await scan_due()
    return (await scores_of(portal))[0]


async def import_score(portal: Portal, result: Result, *, name: str = "maya", url: str = SITE) -> UUID:
    """Store a completed Friday scan with this result. Returns the id of its score."""
    client_id, user_id = portal.clients[name], portal.users[name].id
    evaluation = await read(findings.evaluate, client_id=client_id, url=url, result=result)
    run = await write(
        requests.import_weekly_scan,
        client_id=client_id,
        user_id=user_id,
        url=url,
        week=date(2026, 11, 20),
        findings=evaluation,
    )
    assert run.score_id is not None
    return run.score_id


async def scores_of(portal: Portal, name: str = "maya", limit: int = 10) -> list[Json]:
    params = {"client_id": str(portal.clients[name]), "limit": str(limit)}
    return list((await portal.as_(name).get("/rest/v1/performance_scores", params=params)).json()["rows"])


async def tasks_of(portal: Portal, name: str = "maya") -> list[Json]:
    params = {"client_id": str(portal.clients[name])}
    return list((await portal.as_(name).get("/rest/v1/scan_tasks", params=params)).json()["rows"])


async def runs() -> list[Json]:
    """Every scan, oldest first."""
    return await read(lambda: [dict(run) for run in ScanRun.objects.order_by("asked_at", "id").values()])
