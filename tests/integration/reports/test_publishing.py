"""Publishing a report now or on Monday at eight, withdrawing it before users are notified, its figures and video."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils.timezone import get_default_timezone_name
from pytest_django import Settings

from core.clock import now
from core.ids import uuid7
from reports.effects import video_posters
from reports.providers import posters
from reports.publish_time import last_posted_day
from reports.services import publication
from reports.video_addresses import Video
from sync.writes.db_executor import read
from tests.support.apps.reports import (
    EMBED,
    PUBLICATIONS,
    REPORTS,
    VIDEOS,
    YOUTUBE,
    Calendar,
    calendar,
    publish,
    published,
    run_handler,
    run_monday_publication,
    seen_by,
    written,
)
from tests.support.apps.scans import onboard, running_speed, scan_due, speed
from tests.support.database.effects import effects_of
from tests.support.fakes.page_speed import FakePageSpeed
from tests.support.portal.agency import Json, Portal
from tests.support.sync.convergence import Devices, replicas_converge

__all__ = ["calendar", "running_speed", "speed"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def home_of(portal: Portal, name: str = "maya") -> Json | None:
    """The weekly video on Maya's home, as `name` sees it."""
    reply = await portal.as_(name).get(VIDEOS, params={"client_id": str(portal.clients["maya"])})
    home: Json | None = reply.json()["data"]
    return home


async def test_a_report_published_now_is_visible_to_the_client_at_once(
    portal: Portal, calendar: Calendar, devices: Devices
) -> None:
    report = await written(portal)
    async with replicas_converge(devices), portal.grows({"audit_log": 1, "effects": 1, "c:maya": 1, "w": 1}):
        result = await publish(portal, report["id"])
    assert (result["status"], result["published_at"], result["publish_at"]) == (
        "published",
        "2026-11-20T09:00:00.000000Z",
        None,
    )
    assert [str(id) for id in await seen_by(portal, "maya")] == [report["id"]]
    assert ("reports", report["id"]) in devices["maya"].replica.rows
    async with portal.unchanged():
        assert await publish(portal, report["id"], "monday") == result


async def test_a_scheduled_report_is_published_on_monday_at_eight_in_the_providers_zone(
    portal: Portal, calendar: Calendar, settings: Settings
) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    report = await written(portal, video_url=YOUTUBE)
    async with portal.grows({"audit_log": 1, "effects": 1, "w": 1}):
        scheduled_report = await publish(portal, report["id"], "monday", on_home=True)
    assert (scheduled_report["status"], scheduled_report["publish_at"]) == ("scheduled", "2026-11-23T07:00:00.000000Z")
    effect = await read(lambda: effects_of(publication.publish_scheduled).get())
    assert (effect.subject, effect.due.isoformat()) == (f"{report['id']} 2026-11-23", "2026-11-23T07:00:00+00:00")
    calendar.pass_(days=2)
    async with portal.unchanged():
        await run_monday_publication(report["id"])
    assert await seen_by(portal, "maya") == []
    calendar.pass_(hours=22)
    await run_monday_publication(report["id"])
    assert [str(id) for id in await seen_by(portal, "maya")] == [report["id"]]
    home = await home_of(portal)
    assert home is not None
    assert (home["embed_url"], home["posted_at"], home["report_id"]) == (EMBED, "2026-11-23", report["id"])
    async with portal.unchanged():
        await run_monday_publication(report["id"])


async def test_a_scheduled_report_that_was_withdrawn_is_not_published(portal: Portal, calendar: Calendar) -> None:
    report = await written(portal)
    await publish(portal, report["id"], "monday")
    reply = await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    assert (reply.json()["status"], reply.json()["publish_at"]) == ("draft", None)
    calendar.pass_(days=4)
    async with portal.unchanged():
        await run_monday_publication(report["id"])
        repeat = await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    assert repeat.json() == reply.json()


async def test_a_report_can_be_withdrawn_within_seconds_and_not_later(
    portal: Portal, calendar: Calendar, devices: Devices
) -> None:
    before = await published(portal, video_url="https://vimeo.com/76979871", on_home=True)
    calendar.pass_(days=7)
    report = await published(portal, video_url=YOUTUBE, on_home=True)
    home = await home_of(portal)
    assert home is not None
    assert home["report_id"] == report["id"]
    calendar.pass_(seconds=10)
    async with replicas_converge(devices):
        reply = await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    assert (reply.status_code, reply.json()["status"], reply.json()["figures"]) == (200, "draft", None)
    home = await home_of(portal)
    assert home is not None
    assert home["report_id"] == before["id"]
    await publish(portal, report["id"], on_home=True)
    calendar.pass_(seconds=13)
    async with portal.unchanged():
        reply = await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    assert (reply.status_code, reply.json()["code"]) == (409, "report_already_told")


async def test_a_videos_poster_reaches_users_who_may_see_the_report(
    portal: Portal, calendar: Calendar, devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A poster that arrives after the video was replaced or the report was withdrawn is not stored."""
    urls: list[str] = []
    picture = "data:image/png;base64,iVBORw0KGgo="

    def picture_of(video: Video) -> str:
        urls.append(video.address)
        return picture

    monkeypatch.setattr(posters, "picture_of", picture_of)
    async with replicas_converge(devices):
        report = await published(portal, video_url=YOUTUBE)
        await run_handler(video_posters.fetch, f"{report['id']} {report['v']}")
    path = f"/rest/v1/report_posters/{report['id']}"
    pictures = [(await portal.as_(name).get(path)).json().get("picture") for name in ("ana", "maya", "otto")]
    assert (pictures, urls) == ([picture, picture, None], [YOUTUBE])
    row_counts = {name: sum(tbl == "report_posters" for tbl, _ in one.replica.rows) for name, one in devices.items()}
    assert row_counts == {"ana": 0, "maya": 1, "otto": 0}
    await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    assert (await portal.as_("ana").get(path)).json() == {"picture": ""}
    async with portal.unchanged():
        await run_handler(video_posters.fetch, f"{report['id']} {report['v']}")
        await run_handler(video_posters.fetch, f"{uuid7()} 1")
    assert urls == [YOUTUBE, YOUTUBE]


async def test_a_report_keeps_the_figures_of_its_day(portal: Portal, speed: FakePageSpeed) -> None:
    assert (await published(portal))["figures"] is None
    await onboard(portal)
    for score in (0.61, 0.74):
        speed.scores(score, score, score)
        await scan_due()
        await portal.as_("ana").post("/rest/v1/scan_runs", json={"client_id": str(portal.clients["maya"])})
    report = await published(portal)
    figures = report["figures"]
    assert (figures["score"], figures["score_before"], [score for _, score in figures["scores"]]) == (74, 61, [61, 74])
    assert (figures["users"], figures["bounce_rate"]) == (None, None)
    speed.scores(0.9, 0.9, 0.9)
    await scan_due()
    reply = await portal.as_("ana").put(f"{REPORTS}/{report['id']}", json={"content": {"text": "Later."}})
    assert reply.json()["figures"] == figures


async def test_a_weekly_video_is_dated_at_most_a_year_ahead(portal: Portal) -> None:
    """A video dated 9999-12-31 would stay the newest on the client's home, and hide all later videos."""
    body = {"client_id": str(portal.clients["maya"]), "video_url": "https://cdn.example/a.mp4"}
    last = last_posted_day(now(), ZoneInfo(get_default_timezone_name()))
    async with portal.unchanged():
        for day in (last + timedelta(days=1), date.max):
            reply = await portal.as_("ana").post(VIDEOS, json=body | {"posted_at": day.isoformat()})
            assert (reply.status_code, reply.json()) == (
                422,
                {"code": "bad_posted_at", "message": "The posted date cannot be more than a year ahead"},
            )
    assert (await portal.as_("ana").post(VIDEOS, json=body | {"posted_at": last.isoformat()})).status_code == 201


async def test_a_stored_video_beyond_the_limit_does_not_stay_the_latest(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier version of the product accepted dates of any year."""
    body = {"client_id": str(portal.clients["maya"]), "video_url": "https://cdn.example/a.mp4"}
    with monkeypatch.context() as patch:
        patch.setattr("reports.publish_time.POSTED_AHEAD_DAYS", 1000)
        far_day = now().date() + timedelta(days=900)
        await portal.as_("ana").post(VIDEOS, json=body | {"posted_at": far_day.isoformat()})
    newest = await portal.as_("ana").post(VIDEOS, json=body | {"posted_at": now().date().isoformat()})
    home = (await portal.as_("maya").get(VIDEOS, params={"client_id": body["client_id"]})).json()["data"]
    assert home["id"] == newest.json()["id"]


@pytest.mark.parametrize(
    ("days", "expected_name"),
    [(((23, "a"), (16, "b")), "a"), (((16, "a"), (23, "b")), "b"), (((23, "a"), (23, "b")), "b")],
)
async def test_the_home_shows_the_newest_video(
    days: tuple[tuple[int, str], ...], expected_name: str, portal: Portal, devices: Devices
) -> None:
    async with replicas_converge(devices):
        for day, name in days:
            body = {
                "id": str(uuid7()),
                "client_id": str(portal.clients["maya"]),
                "video_url": f"https://cdn.example/{name}.mp4",
                "posted_at": f"2026-11-{day}",
            }
            reply = await portal.as_("ana").post(VIDEOS, json=body)
            assert reply.status_code == 201, reply.text
    async with portal.unchanged():
        repeat = await portal.as_("ana").post(VIDEOS, json=body)
        conflict = await portal.as_("ana").post(VIDEOS, json=body | {"posted_at": "2026-11-01"})
        invalid = await portal.as_("ana").post(VIDEOS, json=body | {"video_url": "rubbish"})
    assert (repeat.status_code, conflict.status_code, invalid.status_code) == (200, 409, 422)
    assert invalid.json()["message"].startswith("Please provide a valid video URL")
    for name in ("maya", "ana"):
        home = await home_of(portal, name)
        assert home is not None
        assert home["video_url"] == f"https://cdn.example/{expected_name}.mp4"
    assert (await portal.as_("otto").get(VIDEOS, params={"client_id": str(portal.clients["otto"])})).json() == {
        "data": None,
        "code": "PGRST116",
    }
    row_counts = {name: sum(tbl == "client_videos" for tbl, _ in one.replica.rows) for name, one in devices.items()}
    assert row_counts == {"ana": 1, "maya": 2, "otto": 0}
