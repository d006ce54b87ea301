"""Admins write reports, their client reads them once they are published, and nobody else has access."""

from uuid import UUID

import pytest

from core.ids import uuid7
from reports import services
from sync.log import changes
from sync.models import SyncedRow
from tests.support.apps.reports import (
    EMBED,
    PUBLICATIONS,
    REPORTS,
    VIDEOS,
    VIEWS,
    YOUTUBE,
    Calendar,
    calendar,
    draft,
    publish,
    published,
    seen_by,
    written,
)
from tests.support.portal.agency import Json, Portal
from tests.support.sync.convergence import Devices, replicas_converge
from tests.support.sync.device import actor_of

__all__ = ["calendar"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

ONLY_ADMINS = {
    "code": "admins_only",
    "message": "Only administrators can create reports. Please contact support if you believe this is an error.",
}
NO_TITLE = {"code": "report_untitled", "message": "Please provide a report title and select a client"}
NO_VIDEO = {
    "code": "bad_video",
    "message": "Please provide a valid video URL (YouTube, Vimeo, Loom, Pictory, or direct video link)",
}


async def test_an_admin_writes_a_draft_that_only_admins_see(portal: Portal) -> None:
    body = draft(portal, video_url=YOUTUBE, title="  Week 47 ")
    async with portal.grows({"reports": 1, "w": 1}):
        reply = await portal.as_("ana").post(REPORTS, json=body)
    row = reply.json()
    assert (reply.status_code, row["title"], row["status"], row["video_kind"]) == (201, "Week 47", "draft", "youtube")
    assert row["content"] == {
        "text": "A good week.",
        "embed_url": EMBED,
        "video_url": YOUTUBE,
        "video_name": None,
    }
    assert row["author_name"] == "Ana Ferreira"
    assert ([str(id) for id in await seen_by(portal, "ana")], await seen_by(portal, "maya")) == ([body["id"]], [])


async def test_mu1_a_repeat_returns_the_stored_report_and_another_draft_is_rejected(portal: Portal) -> None:
    body = draft(portal, video_url=YOUTUBE)
    first = await portal.as_("ana").post(REPORTS, json=body)
    async with portal.unchanged():
        repeat = await portal.as_("ana").post(REPORTS, json=body)
        conflict = await portal.as_("ana").post(REPORTS, json=body | {"title": "Another"})
    assert (repeat.status_code, repeat.json()) == (200, first.json())
    assert (conflict.status_code, conflict.json()["code"]) == (409, "report_id_taken")


async def test_older_reports_are_read_by_page(portal: Portal) -> None:
    ids = [(await written(portal, title=f"Week {n}"))["id"] for n in range(1, 6)]
    await publish(portal, ids[0])

    async def page(name: str, before: str) -> tuple[int, list[str]]:
        params = {"client_id": str(portal.clients["maya"]), "before": before, "limit": "2"}
        reply = await portal.as_(name).get(REPORTS, params=params)
        return reply.status_code, [row["id"] for row in reply.json().get("rows", [])]

    assert await page("ana", ids[4]) == (200, [ids[3], ids[2]])
    assert await page("ana", ids[2]) == (200, [ids[1], ids[0]])
    assert await page("ana", ids[0]) == (200, [])
    assert await page("maya", ids[0]) == (200, [])
    assert [(await page(*arguments))[0] for arguments in (("maya", ids[1]), ("ana", str(uuid7())))] == [404, 404]


@pytest.mark.parametrize(
    ("_case", "name", "fields", "status", "error"),
    [
        ("a client", "maya", {}, 403, ONLY_ADMINS),
        ("another client", "otto", {}, 403, ONLY_ADMINS),
        ("no title", "ana", {"title": " \u200b "}, 422, NO_TITLE),
        ("a script for a video", "ana", {"content": {"video_url": "javascript:alert(1)"}}, 422, NO_VIDEO),
        (
            "a host that imitates a service",
            "ana",
            {"content": {"video_url": "https://youtube.com.evil.example/x"}},
            422,
            NO_VIDEO,
        ),
        (
            "no such client",
            "ana",
            {"client_id": str(uuid7())},
            404,
            {"code": "client_not_found", "message": "Client not found"},
        ),
    ],
)
async def test_an_invalid_report_is_rejected(
    _case: str, name: str, fields: Json, status: int, error: Json, portal: Portal
) -> None:
    async with portal.unchanged():
        reply = await portal.as_(name).post(REPORTS, json=draft(portal, **fields))
    assert (reply.status_code, reply.json()) == (status, error)


async def test_an_update_changes_only_the_given_fields_of_a_report(portal: Portal) -> None:
    report = await written(portal, video_url=YOUTUBE)
    async with portal.grows({"w": 1}):
        reply = await portal.as_("ana").put(f"{REPORTS}/{report['id']}", json={"content": {"text": "Better."}})
    edited_report = reply.json()
    assert (edited_report["title"], edited_report["content"]) == (
        report["title"],
        report["content"] | {"text": "Better."},
    )
    assert edited_report["updated_at"] > report["updated_at"]
    without_video = (
        await portal.as_("ana").put(f"{REPORTS}/{report['id']}", json={"content": {"video_url": ""}})
    ).json()
    assert (
        without_video["content"]["video_url"],
        without_video["content"]["embed_url"],
        without_video["video_kind"],
    ) == (None, None, "")
    async with portal.unchanged():
        unchanged_reply = await portal.as_("ana").put(f"{REPORTS}/{report['id']}", json={"title": report["title"]})
    assert unchanged_reply.json() == without_video


@pytest.mark.parametrize("name", ["maya", "otto"])
async def test_clients_cannot_change_or_publish_reports(name: str, portal: Portal) -> None:
    report = await published(portal)
    video = {"id": str(uuid7()), "client_id": report["client_id"], "video_url": YOUTUBE, "posted_at": "2026-11-23"}
    http = portal.as_(name)
    async with portal.unchanged():
        replies = [
            await http.put(f"{REPORTS}/{report['id']}", json={"title": "Mine"}),
            await http.put(PUBLICATIONS, json={"id": report["id"], "when": "now"}),
            await http.delete(f"{PUBLICATIONS}/{report['id']}"),
            await http.post(VIDEOS, json=video),
        ]
    assert [(reply.status_code, reply.json()) for reply in replies] == [(403, ONLY_ADMINS)] * 4


async def test_another_clients_report_is_not_found(portal: Portal) -> None:
    report, draft_report = await published(portal), await written(portal)
    otto, maya = portal.as_("otto"), portal.as_("maya")
    params = {"client_id": report["client_id"]}
    async with portal.unchanged():
        replies = [
            await otto.get(REPORTS, params=params),
            await otto.get(VIDEOS, params=params),
            await otto.get(f"/rest/v1/report_posters/{report['id']}"),
            await otto.post(VIEWS, json={"report_id": report["id"]}),
            await maya.get(f"/rest/v1/report_posters/{draft_report['id']}"),
            await maya.post(VIEWS, json={"report_id": draft_report["id"]}),
            await portal.as_("ana").post(VIEWS, json={"report_id": report["id"]}),
            await portal.as_("ana").put(f"{REPORTS}/{uuid7()!s}", json={"title": "None"}),
        ]
    not_found = (404, "report_not_found")
    assert [(one.status_code, one.json()["code"]) for one in replies] == [(404, "client_not_found")] * 2 + [
        not_found
    ] * 6


async def test_a_client_opens_a_report_and_the_admin_sees_when(portal: Portal, calendar: Calendar) -> None:
    report = await published(portal)
    calendar.pass_(minutes=5)
    async with portal.grows({"report_views": 1, "c:maya": 1, "w": 1}):
        reply = await portal.as_("maya").post(VIEWS, json={"report_id": report["id"]})
    assert (reply.json()["seen_at"], reply.json()["seen_by"]) == ("2026-11-20T09:05:00.000000Z", "Maya Lindqvist")
    calendar.pass_(minutes=5)
    async with portal.unchanged():
        repeat = await portal.as_("maya").post(VIEWS, json={"report_id": report["id"]})
    assert repeat.json() == reply.json()


async def test_a_report_withdrawn_while_it_is_opened_is_not_seen(
    portal: Portal, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = await published(portal)
    locked = changes.locked

    def withdrawn_before_the_lock(model: type[SyncedRow], row_id: UUID) -> SyncedRow | None:
        monkeypatch.setattr(changes, "locked", locked)
        services.withdraw_report(actor=actor, report_id=row_id)
        return locked(model, row_id)

    actor = actor_of(portal.users["ana"])
    monkeypatch.setattr(changes, "locked", withdrawn_before_the_lock)
    async with portal.unchanged():
        reply = await portal.as_("maya").post(VIEWS, json={"report_id": report["id"]})
    assert (reply.status_code, reply.json()["code"]) == (404, "report_not_found")


async def test_admins_devices_have_a_clients_last_twelve_reports_and_the_clients_devices_all(
    portal: Portal, devices: Devices, calendar: Calendar
) -> None:
    async with replicas_converge(devices):
        for _ in range(14):
            calendar.pass_(days=7)
            await publish(portal, (await written(portal))["id"])
    report_counts = {name: sum(tbl == "reports" for tbl, _ in device.replica.rows) for name, device in devices.items()}
    assert report_counts == {"ana": 12, "maya": 14, "otto": 0}
    assert len(await seen_by(portal, "ana")) == 14
