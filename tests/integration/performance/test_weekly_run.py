"""The Friday run, and the earlier score that each week's score is compared with.

Over 250 lines because a scan of the Friday run can end in many ways.
"""

import asyncio
from collections.abc import Callable
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection

from clients.models import Client
from performance import services, tasks
from performance.effects import scan_job, scan_runs
from performance.services import requests
from sync.effects import effects
from sync.effects.reactions import Queue
from sync.log import changes
from sync.models import Effect
from sync.writes.db_executor import read, write
from tests.support.apps.scans import SITE, Calendar, onboard, runs, scan_due, scanned, scores_of
from tests.support.database.effects import effects_of
from tests.support.fakes.page_speed import FakePageSpeed
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def tick() -> None:
    """Run the hourly tick of each process, then the sweeper."""

    def work() -> None:
        try:
            tasks.schedule_friday_run()
            effects.sweep()
        finally:
            connection.close()

    await asyncio.to_thread(work)


async def update_client(portal: Portal, name: str, **fields: object) -> None:
    """Change columns of a client's row."""

    def write_row() -> None:
        changes.update(Client.objects.select_for_update().get(id=portal.clients[name]), **fields)

    await write(write_row)


@pytest.fixture
async def sites(portal: Portal, speed: FakePageSpeed, calendar: Calendar, monkeypatch: pytest.MonkeyPatch) -> Portal:
    """On a Friday, Maya, Otto and a client who has not signed up have websites."""
    monkeypatch.setattr(settings, "SCAN_RUNS", 1)
    for name in portal.clients:
        await update_client(portal, name, website_url=f"https://{name}.example/")
    return portal


async def test_the_friday_run_scans_every_active_signed_up_client(sites: Portal, speed: FakePageSpeed) -> None:
    await tick()
    await scan_due()
    scans = {(str(run["week"]), run["why"], run["state"], run["website_url"]) for run in await runs()}
    friday = ("2026-11-20", "weekly", "done")
    assert scans == {(*friday, "https://maya.example/"), (*friday, "https://otto.example/")}


@pytest.mark.parametrize(
    "fields",
    [{"subscription_status": "inactive"}, {"is_staff": True}, {"website_url": None}, {"user_id": None}],
)
async def test_the_run_leaves_out_ineligible_clients(
    fields: dict[str, object], sites: Portal, speed: FakePageSpeed
) -> None:
    await update_client(sites, "otto", **fields)
    await tick()
    await scan_due()
    assert [run["website_url"] for run in await runs()] == ["https://maya.example/"]


async def test_a_client_who_became_inactive_is_dropped_from_the_run(sites: Portal, speed: FakePageSpeed) -> None:
    await tick()
    await update_client(sites, "otto", subscription_status="inactive")
    await scan_due()
    assert {run["website_url"]: run["state"] for run in await runs()} == {
        "https://maya.example/": "done",
        "https://otto.example/": "dropped",
    }
    assert set(speed.calls) == {"https://maya.example/"}


async def test_repeated_ticks_start_one_run_a_week(sites: Portal, speed: FakePageSpeed, calendar: Calendar) -> None:
    for _ in range(3):
        await tick()
        await scan_due()
        calendar.pass_(hours=20)
    assert len(await runs()) == 2
    assert await read(effects_of(tasks.friday_run).count) == 1
    calendar.pass_(days=5)
    await tick()
    assert len(await runs()) == 4


@pytest.mark.parametrize(("days", "scan_count"), [(-1, 0), (0, 2), (1, 2), (2, 2), (3, 0), (4, 0), (5, 0)])
async def test_the_weekly_run_is_requested_only_on_its_days(
    days: int, scan_count: int, sites: Portal, speed: FakePageSpeed, calendar: Calendar
) -> None:
    calendar.pass_(days=days)
    await tick()
    assert len(await runs()) == scan_count


async def test_a_partly_requested_run_is_completed(
    sites: Portal, speed: FakePageSpeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends between two batches, and the whole effect runs again."""
    original: Callable[..., object] = services.request_weekly_scans
    calls = iter([True, False])

    def end_second_call(**arguments: object) -> object:
        if next(calls, None) is False:
            raise SystemError("the process ends here")
        return original(**arguments)

    monkeypatch.setattr(requests, "BATCH_SIZE", 1)
    monkeypatch.setattr(services, "request_weekly_scans", end_second_call)
    await tick()
    assert len(await runs()) == 1
    first = await runs()
    await write(lambda: effects_of(tasks.friday_run).update(due="2026-01-01T00:00:00Z"))
    await tick()
    assert len(await runs()) == 2
    assert first[0] in await runs()


async def test_a_queued_scan_counts_as_this_weeks_scan(sites: Portal, speed: FakePageSpeed) -> None:
    await onboard(sites, url=SITE)
    await tick()
    await scan_due()
    mayas_runs = [run for run in await runs() if run["client_id"] == sites.clients["maya"]]
    assert [(run["why"], str(run["week"]), run["state"]) for run in mayas_runs] == [
        ("onboarding", "2026-11-20", "done")
    ]


async def test_a_new_client_does_not_wait_for_the_friday_run(sites: Portal, speed: FakePageSpeed) -> None:
    await update_client(sites, "maya", website_url=None)
    await tick()
    await onboard(sites, url=SITE)
    await scan_due()
    assert [query["url"] for query in speed.queries] == [SITE, "https://otto.example/"]


async def test_a_score_is_compared_with_the_last_score_of_an_earlier_week(
    sites: Portal, speed: FakePageSpeed, calendar: Calendar, berlin_zone: None
) -> None:
    await update_client(sites, "maya", website_url=SITE)
    first = await scanned(sites, speed, 0.61)
    assert (first["last_week_score"], first["previous_score"]) == (None, None)
    calendar.pass_(days=1)
    same_week = await scanned(sites, speed, 0.64)
    assert (same_week["last_week_score"], same_week["previous_score"]) == (None, 61)
    calendar.pass_(days=6)
    next_week = await scanned(sites, speed, 0.83)
    assert (next_week["last_week_score"], next_week["last_week_at"]) == (64, same_week["created_at"])
    calendar.pass_(hours=1)
    latest = await scanned(sites, speed, 0.84)
    assert (latest["last_week_score"], latest["previous_score"]) == (64, 83)


async def test_scores_of_different_websites_are_not_compared(
    sites: Portal, speed: FakePageSpeed, calendar: Calendar
) -> None:
    await update_client(sites, "maya", website_url=SITE)
    await scanned(sites, speed, 0.61)
    calendar.pass_(days=7)
    await update_client(sites, "maya", website_url="https://bread.example/")
    score = await scanned(sites, speed, 0.83)
    assert (score["verdict"], score["previous_score"], score["last_week_score"]) == ("first", None, None)
    assert len(await scores_of(sites)) == 2


@pytest.fixture
def berlin_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The provider is in Berlin."""
    monkeypatch.setattr(settings, "TIME_ZONE", "Europe/Berlin")


async def retry_now() -> None:
    """Make the effect that waits after a failed attempt due, and run the due scans."""
    await write(lambda: Effect.objects.filter(done_at=None).update(due="2026-01-01T00:00:00Z"))
    await scan_due()


async def test_a_users_request_moves_a_queued_friday_scan_to_the_on_demand_queue(
    sites: Portal, speed: FakePageSpeed
) -> None:
    await update_client(sites, "otto", website_url=None)
    await tick()
    run = (await onboard(sites, url="https://maya.example/"))["run"]
    assert (run["why"], run["state"], str(run["week"])) == ("onboarding", "queued", "2026-11-20")

    def sweep(queue: Queue) -> int:
        try:
            return effects.sweep(queue)
        finally:
            connection.close()

    assert (await asyncio.to_thread(sweep, scan_job.WEEKLY), speed.queries) == (1, [])
    assert await asyncio.to_thread(sweep, scan_job.ON_DEMAND) == 1
    assert [(one["id"], one["state"]) for one in await runs()] == [(UUID(run["id"]), "done")]


@pytest.mark.parametrize("has_crashed", [False, True])
async def test_a_running_friday_scan_that_a_user_requests_is_not_queued_again_if_it_fails(
    has_crashed: bool, sites: Portal, speed: FakePageSpeed
) -> None:
    await update_client(sites, "otto", website_url=None)
    await tick()
    [run] = await runs()
    await write(services.start, run_id=run["id"], is_weekly=True)
    requested_run = (await onboard(sites, url="https://maya.example/"))["run"]
    assert (requested_run["id"], requested_run["why"], requested_run["state"]) == (
        str(run["id"]),
        "onboarding",
        "running",
    )
    effect = await read(effects_of(scan_job.scan).get)
    assert effect.due > run["asked_at"] + scan_job.LEASE  # until then, the first process may still measure
    if not has_crashed:
        assert await write(services.fail, run_id=run["id"], reason="service") is False
    await retry_now()
    [run] = await runs()
    assert (run["state"], len(speed.queries)) == (("done", 1) if has_crashed else ("failed", 0))


async def test_a_failed_friday_scan_is_retried_until_it_has_a_score(sites: Portal, speed: FakePageSpeed) -> None:
    await update_client(sites, "otto", website_url=None)
    await tick()
    speed.fails(400)
    await scan_due()
    [run] = await runs()
    assert (run["state"], run["reason"], run["tries"], run["finished_at"]) == ("queued", "service", 1, None)
    await scan_due()
    assert len(speed.queries) == 1  # not before it is due
    await retry_now()
    [run] = await runs()
    assert (run["state"], run["tries"], run["performance_score"] is None) == ("done", 2, False)
    assert await read(effects_of(scan_job.weekly_scan).filter(done_at=None).count) == 0


async def test_a_friday_scan_fails_after_its_last_attempt(sites: Portal, speed: FakePageSpeed) -> None:
    await update_client(sites, "otto", website_url=None)
    await tick()
    speed.fails(*[400] * scan_runs.ATTEMPTS_MAX)
    await scan_due()
    for _ in range(scan_runs.ATTEMPTS_MAX - 1):
        assert [run["state"] for run in await runs()] == ["queued"]
        await retry_now()
    [run] = await runs()
    assert (run["state"], run["error"]) == ("failed", scan_runs.FAILED)
    await retry_now()
    assert len(speed.queries) == scan_runs.ATTEMPTS_MAX
    assert await read(Effect.objects.filter(done_at=None).count) == 0
