"""Reasons for a changed score, and the tasks that scans open, close with a proof, and reopen."""

import pytest
from django.conf import settings

from clients import services as clients
from performance.models import ScanTask
from sync.writes.db_executor import read, write
from tests.support.apps.scans import SITE, Calendar, scanned, tasks_of
from tests.support.fakes.page_speed import FakePageSpeed, Json, stored
from tests.support.portal.agency import Portal
from tests.support.sync.convergence import Devices, replicas_converge
from tests.support.sync.device import actor_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PICTURE = "Make the picture hero.png smaller"


@pytest.fixture
async def site(portal: Portal, speed: FakePageSpeed, calendar: Calendar, monkeypatch: pytest.MonkeyPatch) -> Portal:
    monkeypatch.setattr(settings, "SCAN_RUNS", 1)
    await write(clients.save_website, actor=actor_of(portal.users["maya"]), website_url=SITE, service_areas=None)
    return portal


def with_picture(size: int) -> Json:
    """The result of a page with hero.png at this many bytes, and no failing audit."""
    raw = stored("small-picture", score=0.9)
    items = raw["lighthouseResult"]["audits"]["network-requests"]["details"]["items"]
    items.append({"url": f"{SITE}hero.png", "resourceType": "Image", "transferSize": size, "entity": "bakery.example"})
    return raw


async def test_a_new_large_picture_is_reported_and_becomes_a_task(
    site: Portal, speed: FakePageSpeed, devices: Devices
) -> None:
    await scanned(site, speed, 0.89)
    assert await tasks_of(site) == []
    async with replicas_converge(devices):
        score = await scanned(site, speed, 0.62, picture="large-picture")
    assert score["verdict"] == "moved"
    assert "New on the page: hero.png, 2.1 MB." in score["reasons"]
    first = (await tasks_of(site))[0]
    assert (first["title"], first["subject"], first["is_open"]) == (PICTURE, f"{SITE}hero.png", True)
    mayas_tables = {tbl for tbl, _ in devices["maya"].replica.rows}
    assert "scan_tasks" in mayas_tables
    assert "scan_tasks" not in {tbl for name in ("ana", "otto") for tbl, _ in devices[name].replica.rows}


async def test_a_scan_is_stored_with_any_file_names(site: Portal, speed: FakePageSpeed) -> None:
    """PostgreSQL accepts neither NUL nor a lone surrogate."""
    await scanned(site, speed, 0.89)
    raw = with_picture(2_000_000)
    raw["lighthouseResult"]["categories"]["performance"]["score"] = 0.5
    raw["lighthouseResult"]["audits"]["network-requests"]["details"]["items"][-1]["url"] = f"{SITE}a%00%0Ab.png"
    raw["lighthouseResult"]["finalDisplayedUrl"] = "http://["
    speed.answers.append((200, raw, {}))
    score = await scanned(site, speed)
    assert (score["performance_score"], "New on the page: a b.png, 2.0 MB." in score["reasons"]) == (50, True)
    assert [task["title"] for task in await tasks_of(site)] == ["Make the picture a b.png smaller"]


async def test_fixing_the_picture_closes_the_task_with_proof(
    site: Portal, speed: FakePageSpeed, devices: Devices
) -> None:
    await scanned(site, speed, 0.62, picture="large-picture")
    speed.answers.append((200, with_picture(140_000), {}))
    async with replicas_converge(devices):
        score = await scanned(site, speed)
    assert "hero.png has shrunk from 2.1 MB to 140 kB." in score["reasons"]
    [closed_task] = [task for task in await tasks_of(site) if task["audit"] == "picture"]
    assert (closed_task["is_open"], closed_task["proof"], closed_task["closed_at"] is None) == (
        False,
        "hero.png weighs 140 kB now.",
        False,
    )


async def test_a_recurring_task_is_reopened(site: Portal, speed: FakePageSpeed) -> None:
    await scanned(site, speed, 0.62, picture="large-picture")
    [before] = [task for task in await tasks_of(site) if task["audit"] == "picture"]
    await scanned(site, speed, 0.9)
    await scanned(site, speed, 0.6, picture="large-picture")
    [after] = [task for task in await tasks_of(site) if task["audit"] == "picture"]
    assert (after["id"], after["is_open"], after["reopened"], after["proof"]) == (before["id"], True, 1, "")
    assert after["opened_at"] > before["opened_at"]


async def test_a_repeated_finding_changes_no_task(site: Portal, speed: FakePageSpeed) -> None:
    await scanned(site, speed, 0.62, picture="large-picture")
    before = await tasks_of(site)
    score = await scanned(site, speed, 0.6, picture="large-picture")
    assert (score["verdict"], len(score["reasons"])) == ("same", 1)
    assert await tasks_of(site) == before


async def test_an_incomplete_response_closes_no_task(site: Portal, speed: FakePageSpeed) -> None:
    await scanned(site, speed, 0.62, picture="large-picture")
    before = await tasks_of(site)
    await scanned(site, speed, None)
    assert await tasks_of(site) == before


async def test_an_audit_that_could_not_run_closes_no_task(site: Portal, speed: FakePageSpeed) -> None:
    await scanned(site, speed, 0.62, picture="large-picture")
    raw = stored("small-picture", score=0.9)
    raw["lighthouseResult"]["audits"]["cache-insight"] = {"scoreDisplayMode": "error", "score": None}
    speed.answers.append((200, raw, {}))
    await scanned(site, speed)
    assert {task["audit"]: task["is_open"] for task in await tasks_of(site)} == {
        "picture": False,
        "cache-insight": True,
    }


async def test_at_most_twelve_tasks_are_opened(site: Portal, speed: FakePageSpeed) -> None:
    raw = with_picture(400_000)
    items = raw["lighthouseResult"]["audits"]["network-requests"]["details"]["items"]
    items += [{**items[-1], "url": f"{SITE}{n}.png", "transferSize": 500_000 + n} for n in range(30)]
    speed.answers.append((200, raw, {}))
    await scanned(site, speed)
    assert await read(ScanTask.objects.filter(is_open=True).count) == 12
