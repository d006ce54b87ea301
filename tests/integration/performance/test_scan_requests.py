"""Scan requests: permissions, merged requests, limits, and the ends of a scan."""

import threading
from datetime import timedelta
from uuid import UUID

import pytest

from core.ids import uuid7
from environment.scanning import SCAN_RUNS_MAX
from performance import services
from performance.effects import scan_job, scan_runs
from performance.providers import local_lighthouse, page_speed
from performance.queries import findings
from performance.scan_result import Result
from sync.writes.db_executor import read, write
from tests.support.apps.scans import SCAN_NOW, SITE, Calendar, onboard, runs, scan_due, scores_of, store_website
from tests.support.database.effects import effects_of
from tests.support.fakes.page_speed import FakePageSpeed, stored
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def test_saving_the_same_website_again_starts_no_second_scan(portal: Portal, speed: FakePageSpeed) -> None:
    first = await onboard(portal)
    async with portal.unchanged():
        assert await onboard(portal) == first
    await scan_due()
    after_scan = await onboard(portal)
    assert (after_scan["run"]["id"], after_scan["run"]["state"]) == (first["run"]["id"], "done")
    other_site = await onboard(portal, url="https://bread.example")
    assert (other_site["run"]["state"], other_site["run"]["website_url"]) == ("queued", "https://bread.example/")


async def test_a_client_starts_a_limited_number_of_scans_a_day(
    portal: Portal, speed: FakePageSpeed, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.requests, "SCANS_A_DAY", 2)
    for site in ("a", "b", "c", "d", "e"):
        last = await onboard(portal, url=f"https://{site}.example")
        await scan_due()
    assert set(speed.calls) == {"https://a.example/", "https://b.example/"}
    assert (last["client"]["website_url"], last["run"]["state"]) == ("https://e.example/", "failed")
    assert last["run"]["error"] == scan_runs.FAILED
    assert [run["website_url"] for run in await runs()] == [f"https://{site}.example/" for site in "abe"]
    reply = await portal.as_("ana").post(SCAN_NOW, json={"client_id": str(portal.clients["maya"])})
    assert reply.json()["state"] == "queued"  # admins have no such limit
    await scan_due()
    calendar.pass_(days=1)
    assert (await onboard(portal, url="https://f.example"))["run"]["state"] == "queued"


async def test_the_last_scan_of_a_day_is_returned_while_it_is_open(
    portal: Portal, speed: FakePageSpeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.requests, "SCANS_A_DAY", 1)
    last = await onboard(portal)
    assert await onboard(portal) == last
    queued = await onboard(portal, url="https://bread.example")
    assert (queued["run"]["id"], queued["run"]["state"]) == (last["run"]["id"], "queued")
    await write(services.start, run_id=UUID(last["run"]["id"]))
    running = await onboard(portal, url="https://bread.example")
    assert (running["run"]["id"], running["run"]["state"]) == (last["run"]["id"], "running")


async def test_a_website_saved_beyond_the_limit_cancels_the_scan_of_the_previous_website(
    portal: Portal, speed: FakePageSpeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.requests, "SCANS_A_DAY", 1)
    last = await onboard(portal)
    await write(services.start, run_id=UUID(last["run"]["id"]))
    assert (await onboard(portal, url="https://bread.example"))["run"]["state"] == "failed"
    await scan_due()
    assert [(run["state"], run["website_url"]) for run in await runs()] == [
        ("dropped", SITE),
        ("failed", "https://bread.example/"),
    ]
    assert (speed.queries, await scores_of(portal)) == ([], [])


async def test_saving_the_website_again_repeats_a_failed_scan(portal: Portal, speed: FakePageSpeed) -> None:
    await onboard(portal)
    speed.fails(400)
    await scan_due()
    await onboard(portal)
    await scan_due()
    assert [run["state"] for run in await runs()] == ["failed", "done"]


async def test_a_website_that_changes_during_its_scan_is_scanned_again(portal: Portal, speed: FakePageSpeed) -> None:
    run_id = UUID((await onboard(portal))["run"]["id"])
    started_run = await write(services.start, run_id=run_id)
    assert started_run is not None
    await onboard(portal, url="https://bread.example")
    await write(services.fail, run_id=run_id, reason="page")  # the scan of the former website ends
    await scan_due()
    assert [(run["state"], run["website_url"]) for run in await runs()] == [
        ("dropped", SITE),
        ("done", "https://bread.example/"),
    ]
    assert set(speed.calls) == {"https://bread.example/"}


async def test_the_result_of_a_website_that_is_no_longer_the_clients_is_dropped(
    portal: Portal, speed: FakePageSpeed
) -> None:
    """A change of the row, unlike the form of the website, starts no scan, so nothing else ends the running one."""
    run_id = UUID((await onboard(portal))["run"]["id"])
    measurement = await write(services.start, run_id=run_id)
    assert measurement is not None
    reply = await portal.as_("maya").patch("/rest/v1/clients", json={"website_url": "https://bread.example"})
    assert reply.status_code == 200, reply.text
    result = Result(stored("small-picture"), (89,), "test")
    evaluated = await read(findings.evaluate, client_id=measurement.client_id, url=measurement.url, result=result)
    await write(services.finish, run_id=run_id, measurement=measurement, findings=evaluated)
    assert ([run["state"] for run in await runs()], await scores_of(portal)) == (["dropped"], [])


async def test_an_interrupted_scan_runs_again_and_counts_once(portal: Portal, speed: FakePageSpeed) -> None:
    run_id = UUID((await onboard(portal))["run"]["id"])
    await write(services.start, run_id=run_id)
    await write(services.note_step, run_id=run_id, step=2)
    await scan_due()
    assert ([run["state"] for run in await runs()], len(await scores_of(portal))) == (["done"], 1)
    async with portal.unchanged():
        await write(services.fail, run_id=run_id, reason="page")
        await write(services.note_step, run_id=run_id, step=1)
        assert await write(services.start, run_id=run_id) is None


async def test_a_scan_that_crashes_its_process_fails_after_its_last_attempt(
    portal: Portal, speed: FakePageSpeed
) -> None:
    run_id = UUID((await onboard(portal))["run"]["id"])
    for _ in range(scan_runs.ATTEMPTS_MAX):
        assert await write(services.start, run_id=run_id) is not None
    await scan_due()
    [run] = await runs()
    assert (run["state"], run["reason"], run["error"]) == ("failed", "broken", scan_runs.FAILED)
    assert (speed.queries, await read(lambda: effects_of(scan_job.scan).filter(done_at=None).count())) == (
        [],
        0,
    )


async def test_endless_measurements_fail_before_the_lease_of_the_scan_ends(
    portal: Portal, speed: FakePageSpeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the lease another worker would run the scan too."""
    assert timedelta(seconds=SCAN_RUNS_MAX * page_speed.MEASUREMENT_S) < scan_job.LEASE
    assert timedelta(seconds=(SCAN_RUNS_MAX + 1) * local_lighthouse.TIMEOUT_S) < scan_job.LEASE
    monkeypatch.setattr(page_speed, "MEASUREMENT_S", 0.2)
    speed.holds = threading.Event()
    await onboard(portal)
    await scan_due()
    speed.holds.set()
    [run] = await runs()
    assert (run["state"], run["reason"]) == ("failed", "service")


async def test_an_admin_requests_a_scan(portal: Portal, speed: FakePageSpeed) -> None:
    await store_website(portal)
    body = {"client_id": str(portal.clients["maya"])}
    async with portal.grows({"scan_runs": 1, "effects": 1, "audit_log": 1, "c:maya": 1, "w": 1}):
        reply = await portal.as_("ana").post(SCAN_NOW, json=body)
    assert (reply.status_code, reply.json()["why"]) == (200, "asked")
    repeat = await portal.as_("ana").post(SCAN_NOW, json=body)
    assert repeat.json() == reply.json()
    assert await read(lambda: effects_of(scan_job.scan).count()) == 1


@pytest.mark.parametrize(
    ("name", "to", "status", "code"),
    [
        ("maya", "maya", 403, "admins_only"),
        ("otto", "maya", 403, "admins_only"),
        ("ana", "nobody", 404, "client_not_found"),
        ("ana", "otto", 404, "no_website"),
        ("ana", "pending", 404, "no_website"),
    ],
)
async def test_a_scan_request_of_a_client_or_without_a_website_is_rejected(
    name: str, to: str, status: int, code: str, portal: Portal
) -> None:
    client_id = portal.clients.get(to, uuid7())
    async with portal.unchanged():
        reply = await portal.as_(name).post(SCAN_NOW, json={"client_id": str(client_id)})
    assert (reply.status_code, reply.json()["code"]) == (status, code)
