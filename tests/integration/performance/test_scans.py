"""A scan from the URL that a client types to the score on every device."""

import json

import pytest
from django.conf import settings

from core.ids import uuid7
from performance.models import ScanRun, Score
from performance.scan_result import Result
from sync.writes.db_executor import read
from tests.support.apps.scans import (
    ONBOARDING,
    SCAN_NOW,
    SITE,
    import_score,
    onboard,
    runs,
    scan_due,
    scanned,
    scores_of,
    store_website,
)
from tests.support.fakes.page_speed import KEY, FakePageSpeed
from tests.support.portal.agency import Json, Portal
from tests.support.sync.convergence import Devices, replicas_converge

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

SCAN_FAILED = "PageSpeed scan failed — please try again later."
NEW_ROWS = {"scan_runs": 1, "effects": 1, "c:maya": 2, "w": 2}


async def test_a_client_saves_their_website_and_its_scan_begins(portal: Portal, speed: FakePageSpeed) -> None:
    async with portal.grows(NEW_ROWS):
        fields = await onboard(portal, url=" Bakery.example ", areas="  ")
    assert (fields["client"]["website_url"], fields["client"]["service_areas"]) == (SITE, None)
    assert {name: fields["run"][name] for name in ("why", "state", "step", "steps", "website_url")} == {
        "why": "onboarding",
        "state": "queued",
        "step": 0,
        "steps": 3,
        "website_url": SITE,
    }
    assert speed.queries == []


async def test_service_areas_are_stored(portal: Portal, speed: FakePageSpeed) -> None:
    assert (await onboard(portal, areas=" Lisbon, Porto "))["client"]["service_areas"] == "Lisbon, Porto"


@pytest.mark.parametrize("text", ["", "ftp://bakery.example", "https://me:pw@bakery.example", "bakery .example"])
async def test_an_invalid_address_is_rejected(text: str, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("maya").post(ONBOARDING, json={"website_url": text})
    assert (reply.status_code, reply.json()) == (
        422,
        {"code": "bad_website", "message": "Please enter a valid website URL."},
    )


async def test_an_admin_has_no_website(portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").post(ONBOARDING, json={"website_url": SITE})
    assert (reply.status_code, reply.json()["code"]) == (404, "client_not_found")


async def test_the_median_of_three_measurements_is_the_score(portal: Portal, speed: FakePageSpeed) -> None:
    await onboard(portal)
    speed.scores(0.91, 0.43, 0.77)
    await scan_due()
    assert [query for query in speed.queries if set(query) == {"url", "key", "strategy", "category"}] == speed.queries
    assert {(query["url"], query["key"], query["strategy"]) for query in speed.queries} == {(SITE, KEY, "mobile")}
    [score] = await scores_of(portal)
    assert (score["performance_score"], score["runs"], score["is_incomplete"]) == (77, [91, 43, 77], False)
    assert (score["source"], score["strategy"], score["website_url"]) == ("pagespeed", "mobile", SITE)
    assert (score["verdict"], score["reasons"], score["previous_score"]) == ("first", [], None)
    assert score["metrics"]["lcp_ms"] == 924.768
    assert score["user_id"] == str(portal.users["maya"].id)
    [run] = await runs()
    assert (run["state"], run["step"], str(run["score_id"]), run["error"]) == ("done", 3, score["id"], "")


async def test_devices_receive_the_progress_and_never_the_raw_response(
    portal: Portal, speed: FakePageSpeed, devices: Devices
) -> None:
    async with replicas_converge(devices):
        await onboard(portal)
        await scan_due()
    frames = [frame for frame in await portal.frames("c:maya", 20) if frame["tbl"] == "scan_runs"]
    assert [(one["row"]["state"], one["row"]["step"]) for one in frames] == [
        ("queued", 0),
        ("running", 0),
        ("running", 1),
        ("running", 2),
        ("done", 3),
    ]
    tables = {frame["tbl"] for frame in await portal.frames("w", 20)}
    assert ("scan_runs" in tables, "performance_scores" in tables) == (True, False)
    ottos_tables = {tbl for tbl, _ in devices["otto"].replica.rows}
    assert "scan_runs" not in ottos_tables
    [row] = [row for (tbl, _), row in devices["maya"].replica.rows.items() if tbl == "performance_scores"]
    assert "json_response" not in row


async def test_the_raw_response_is_sent_as_it_is_stored(portal: Portal) -> None:
    """The server does not parse it: a website can make it 20 MB long, which would stop all requests for 3 s."""
    raw = {"lighthouseResult": {"requestedUrl": SITE, "categories": {"performance": {"score": 0.5}}, "x": "\ud83d"}}
    score_id = await import_score(portal, Result(raw, (50,), "test"))
    reply = await portal.as_("maya").get(f"/rest/v1/performance_scores/{score_id}")
    assert (reply.status_code, reply.json()["json_response"]) == (200, raw)
    assert json.dumps(raw, separators=(",", ":")).encode() in reply.content


async def test_the_raw_response_is_an_object_for_permitted_users(portal: Portal, speed: FakePageSpeed) -> None:
    score = await first_score(portal, speed)
    for name in ("maya", "ana"):
        reply = await portal.as_(name).get(f"/rest/v1/performance_scores/{score['id']}")
        body = reply.json()
        assert body["json_response"]["lighthouseResult"]["finalDisplayedUrl"] == SITE
        assert {key: value for key, value in body.items() if key != "json_response"} == score
    stored_response = await read(lambda: bytes(Score.objects.get().json_response))
    assert (b"lighthouseResult" in stored_response, len(stored_response) < 5_000) == (False, True)
    for name in ("otto", "ana"):
        score_id = score["id"] if name == "otto" else str(uuid7())
        reply = await portal.as_(name).get(f"/rest/v1/performance_scores/{score_id}")
        assert (reply.status_code, reply.json()["code"]) == (404, "score_not_found")


async def test_a_client_reads_their_own_scores_without_naming_the_client(portal: Portal, speed: FakePageSpeed) -> None:
    score = await first_score(portal, speed)
    params = {"user_id": str(portal.users["maya"].id), "limit": "10"}
    reply = await portal.as_("maya").get("/rest/v1/performance_scores", params=params)
    assert (reply.status_code, reply.json()) == (200, {"rows": [score]})
    assert (await portal.as_("otto").get("/rest/v1/performance_scores")).json() == {"rows": []}
    admins_reply = await portal.as_("ana").get("/rest/v1/performance_scores")
    assert (admins_reply.status_code, admins_reply.json()["code"]) == (404, "client_not_found")


@pytest.mark.parametrize("path", ["performance_scores", "scan_tasks"])
async def test_another_clients_scans_are_not_found(path: str, portal: Portal, speed: FakePageSpeed) -> None:
    await first_score(portal, speed)
    params = {"client_id": str(portal.clients["maya"])}
    assert (await portal.as_("ana").get(f"/rest/v1/{path}", params=params)).status_code == 200
    reply = await portal.as_("otto").get(f"/rest/v1/{path}", params=params)
    assert (reply.status_code, reply.json()["code"]) == (404, "client_not_found")


@pytest.mark.parametrize("statuses", [(400,), (500, 429, 503, 500)])
async def test_a_scan_that_fails_leaves_no_score(
    statuses: tuple[int, ...], portal: Portal, speed: FakePageSpeed, caplog: pytest.LogCaptureFixture
) -> None:
    await onboard(portal)
    speed.fails(*statuses)
    async with portal.grows({"c:maya": 2, "w": 2, "notices": 1, "effects": 1, "u:maya": 1}):
        await scan_due()
    [run] = await runs()
    assert (run["state"], run["reason"], run["error"], run["score_id"]) == ("failed", "service", SCAN_FAILED, None)
    assert len(speed.queries) == len(statuses)
    assert "has no result (service)" in caplog.text
    assert KEY not in caplog.text


async def test_a_request_to_a_busy_service_is_repeated(portal: Portal, speed: FakePageSpeed) -> None:
    await onboard(portal)
    speed.fails(429, 503, Retry_After="0")
    await scan_due()
    assert ([run["state"] for run in await runs()], len(speed.queries)) == (["done"], 5)


async def test_one_measurement_of_three_may_fail_but_not_the_first(portal: Portal, speed: FakePageSpeed) -> None:
    speed.scores(0.9)
    speed.fails(400)
    await store_website(portal)
    assert (await scanned(portal, speed, 0.8))["runs"] == [90, 80]
    speed.fails(400)
    await portal.as_("ana").post(SCAN_NOW, json={"client_id": str(portal.clients["maya"])})
    await scan_due()
    assert [run["state"] for run in await runs()] == ["done", "failed"]


async def test_a_page_that_cannot_be_measured_leaves_no_score(portal: Portal, speed: FakePageSpeed) -> None:
    """A runtimeError comes with status 200, and with a score of 0 or none."""
    await onboard(portal)
    speed.page["lighthouseResult"]["runtimeError"] = {"code": "FAILED_DOCUMENT_REQUEST", "message": "net::ERR_FAILED"}
    await scan_due()
    assert ([run["reason"] for run in await runs()], await scores_of(portal)) == (["page"], [])


async def test_a_response_over_20_mb_is_rejected(portal: Portal, speed: FakePageSpeed) -> None:
    """A page may list a million resources, and the server holds the whole response in memory."""
    await onboard(portal)
    speed.page["named"] = "x" * (20 * 1024 * 1024)
    await scan_due()
    assert [(run["state"], run["reason"], run["score_id"]) for run in await runs()] == [("failed", "service", None)]
    assert (len(speed.queries), await scores_of(portal)) == (1, [])


async def test_a_measured_zero_differs_from_no_data(portal: Portal, speed: FakePageSpeed) -> None:
    """A missing category is a score of 0 that is incomplete; a measured 0 is complete."""
    await store_website(portal)
    zero = await scanned(portal, speed, 0.0, 0.0, 0.0)
    missing = await scanned(portal, speed, None, None, None)
    assert [(one["performance_score"], one["is_incomplete"]) for one in (zero, missing)] == [(0, False), (0, True)]
    assert (missing["verdict"], missing["previous_score"], missing["runs"]) == ("first", None, [None] * 3)
    after = await scanned(portal, speed, 0.3, 0.3, 0.3)
    assert after["previous_score"] == 0
    assert after["previous_at"] == zero["created_at"]


async def test_without_a_scanner_the_log_names_the_package_to_install(
    portal: Portal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(settings, "PAGESPEED_KEY", None)
    monkeypatch.setattr("shutil.which", lambda name, path=None: None)
    await onboard(portal)
    await scan_due()
    [run] = await runs()
    assert (run["state"], run["reason"], run["error"]) == ("failed", "no-browser", SCAN_FAILED)
    assert "install Chromium (Debian: apt-get install chromium), or set PAGESPEED_KEY" in caplog.text


async def test_clients_devices_have_the_last_ten_scores_and_admins_the_latest(
    portal: Portal, speed: FakePageSpeed, devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "SCAN_RUNS", 1)
    await store_website(portal)
    async with replicas_converge(devices):
        for score in range(12):
            await scanned(portal, speed, 0.5 + score / 100)
    scores = [row for (tbl, _), row in devices["maya"].replica.rows.items() if tbl == "performance_scores"]
    assert sorted(row["performance_score"] for row in scores) == list(range(52, 62))
    scans = {
        name: [row for (tbl, _), row in devices[name].replica.rows.items() if tbl == "scan_runs"] for name in devices
    }
    assert {name: len(rows) for name, rows in scans.items()} == {"ana": 1, "maya": 10, "otto": 0}
    assert scans["ana"][0]["performance_score"] == 61
    assert len(await scores_of(portal, limit=100)) == 12
    assert await read(ScanRun.objects.count) == 12


async def first_score(portal: Portal, speed: FakePageSpeed) -> Json:
    """Save and scan Maya's website; returns its score."""
    await onboard(portal)
    await scan_due()
    return (await scores_of(portal))[0]
