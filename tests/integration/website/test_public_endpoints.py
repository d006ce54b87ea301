"""The public endpoints: website settings and health."""

import asyncio

import pytest
from django.db import OperationalError

from sync.writes.db_executor import write
from tests.support.portal.agency import Portal
from website import queries
from website.models import WebsiteSettings

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
    stored = {"logo_url": "/storage/v1/logo.png", "primary_color": "#112233", "hero_title": "Grüße"}
    await write(lambda: WebsiteSettings.objects.filter(id=1).update(**stored))
    assert (await portal.as_(None).get(PATH)).json()["data"] == DEFAULTS | stored


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
    class Broken:
        def cursor(self) -> None:
            raise OperationalError("disk I/O error")

    monkeypatch.setattr(queries, "connection", Broken())
    assert (await portal.as_(None).get("/health/live")).status_code == 200
    reply = await portal.as_(None).get("/health/ready")
    assert (reply.status_code, reply.json()["status"], reply.json()["failed"][0]) == (503, "not ready", "database")


async def test_many_readiness_requests_poll_once_a_second(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    reads, answers = [], queries.database_answers

    def noted() -> bool:
        reads.append(1)
        return answers()

    monkeypatch.setattr(queries, "database_answers", noted)
    http = portal.as_(None)
    replies = await asyncio.gather(*(http.get("/health/ready") for _ in range(20)))
    assert {reply.status_code for reply in replies} == {200}
    assert len(reads) == 1
