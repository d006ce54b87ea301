"""Uploaded videos of reports: a client sees one while its report is published, and a report keeps its file."""

import asyncio
from datetime import timedelta

import pytest
from pytest_django import Settings

from core.ids import uuid7
from environment.video_host import VideoHost
from files import workflows
from tests.support.apps.files import MP4, PNG, Sender, signed
from tests.support.apps.reports import (
    PUBLICATIONS,
    REPORTS,
    VIDEOS,
    YOUTUBE,
    Calendar,
    calendar,
    draft,
    publish,
    written,
)
from tests.support.portal.agency import Json, Portal
from tests.support.sync.convergence import Devices, replicas_converge

__all__ = ["calendar"]
pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("storage_folder"),
]
SIGN, SIGN_UPLOAD = "/storage/v1/object/sign", "/functions/v1/sign-video-upload"
OTHER_MP4 = MP4 + b"another"


async def upload_video(portal: Portal, content: bytes = MP4) -> str:
    """Upload a report's video as ana; returns its URL."""
    return await Sender(portal.as_("ana"), "report-videos").upload("Week 47.mp4", content)


async def set_video(portal: Portal, report: Json, video_url: str) -> Json:
    """Change the video of a report as ana; returns the report."""
    reply = await portal.as_("ana").put(f"{REPORTS}/{report['id']}", json={"content": {"video_url": video_url}})
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def viewers(portal: Portal, url: object) -> list[str]:
    """The users who may see the file at this URL."""
    responses = {name: await portal.as_(name).post(SIGN, json={"url": url}) for name in ("ana", "maya", "otto")}
    assert {reply.status_code for reply in responses.values()} <= {200, 404}
    return [name for name, reply in responses.items() if reply.status_code == 200]


async def home_of(portal: Portal) -> Json | None:
    """The weekly video on Maya's home."""
    reply = await portal.as_("maya").get(VIDEOS, params={"client_id": str(portal.clients["maya"])})
    home: Json | None = reply.json()["data"]
    return home


async def test_a_client_sees_an_uploaded_video_only_while_its_report_is_published(
    portal: Portal, calendar: Calendar, devices: Devices
) -> None:
    url = await upload_video(portal)
    async with replicas_converge(devices):
        report = await written(portal, video_url=url)
        assert await viewers(portal, url) == ["ana"]
        await publish(portal, report["id"])
    fields = {"text": "A good week.", "embed_url": None, "video_url": url, "video_name": "Week 47.mp4"}
    assert (report["content"], report["video_kind"], report["video_size"]) == (fields, "upload", len(MP4))
    assert await viewers(portal, url) == ["ana", "maya"]
    reply = await portal.as_(None).get(await signed(portal.as_("maya"), url), headers={"Range": "bytes=0-9"})
    assert (reply.status_code, reply.content, reply.headers["Content-Type"]) == (206, MP4[:10], "video/mp4")
    await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    assert await viewers(portal, url) == ["ana"]


async def test_a_repeated_report_returns_the_stored_one(portal: Portal) -> None:
    body = draft(portal, video_url=await upload_video(portal))
    first = await portal.as_("ana").post(REPORTS, json=body)
    async with portal.unchanged():
        repeat = await portal.as_("ana").post(REPORTS, json=body)
    assert (first.status_code, repeat.status_code, repeat.json()) == (201, 200, first.json())


async def test_the_home_has_the_current_video_of_its_report(
    portal: Portal, calendar: Calendar, devices: Devices
) -> None:
    first, second = await upload_video(portal), await upload_video(portal, OTHER_MP4)
    report = await written(portal, video_url=first)
    async with replicas_converge(devices):
        await publish(portal, report["id"], on_home=True)
        calendar.pass_(days=1)
        homes = [await home_of(portal)]
        for url in (second, YOUTUBE, ""):
            await set_video(portal, report, url)
            homes.append(await home_of(portal))
    videos = [(one["video_kind"], one["video_url"], one["posted_at"]) if one else None for one in homes]
    day = "2026-11-20"
    assert videos == [("upload", first, day), ("upload", second, day), ("youtube", YOUTUBE, day), None]


async def test_a_report_keeps_its_file_and_releases_its_former_file(portal: Portal) -> None:
    first, second, third = [await upload_video(portal, MP4 + bytes([i])) for i in range(3)]
    report = await written(portal, video_url=first)
    assert (await set_video(portal, report, f" {first} "))["v"] == report["v"]
    async with portal.unchanged():
        reply = await portal.as_("ana").put(f"{REPORTS}/{report['id']}", json={"content": {"video_url": "rubbish"}})
    assert reply.status_code == 422
    edited_report = await set_video(portal, report, second)
    assert edited_report["content"]["video_url"] == second
    assert await viewers(portal, first) == []
    text = {"content": {"text": "Better."}}
    assert (await portal.as_("ana").put(f"{REPORTS}/{report['id']}", json=text)).json()["video_size"] == len(MP4) + 1
    assert await asyncio.to_thread(workflows.sweep, min_age=timedelta(0)) == 2
    assert [await viewers(portal, url) for url in (first, second, third)] == [[], ["ana"], []]


@pytest.mark.parametrize(
    "case", ["another bucket's", "a file that does not exist", "another client's attachment", "out of the bucket"]
)
async def test_a_report_accepts_only_uploaded_report_videos(case: str, portal: Portal) -> None:
    bucket_path = "/storage/v1/object/report-videos"
    urls = {
        "another bucket's": await Sender(portal.as_("ana"), "website-assets").upload("logo.png", PNG),
        "a file that does not exist": f"{bucket_path}/reports/1732000000000-0123456789abcdef.mp4",
        "another client's attachment": await Sender(portal.as_("maya")).upload("a.png", PNG),
        "out of the bucket": f"{bucket_path}/../../../../etc/passwd",
    }
    async with portal.unchanged():
        reply = await portal.as_("ana").post(REPORTS, json=draft(portal, video_url=urls[case]))
    assert (reply.status_code, reply.json()["code"]) == (404, "file_not_found")


async def test_clients_cannot_upload_report_videos(portal: Portal) -> None:
    async with portal.unchanged():
        response = await Sender(portal.as_("maya"), "report-videos").send("a.mp4", MP4)
        video = {"id": str(uuid7()), "client_id": str(portal.clients["maya"]), "posted_at": "2026-11-23"}
        home_reply = await portal.as_("ana").post(
            VIDEOS, json=video | {"video_url": "/storage/v1/object/report-videos/x.mp4"}
        )
    assert (response.status_code, home_reply.status_code) == (404, 422)


async def test_an_upload_to_the_video_host_is_signed_only_for_admins(portal: Portal, settings: Settings) -> None:
    body = {"id": str(uuid7())}
    settings.VIDEO_HOST = VideoHost("https://host.example", "pulse", "123456", "nobodys-secret")
    async with portal.unchanged():
        response = await portal.as_("maya").post(SIGN_UPLOAD, json=body)
        signed_for_ana = await portal.as_("ana").post(SIGN_UPLOAD, json=body)
        settings.VIDEO_HOST = None
        without_host = await portal.as_("ana").post(SIGN_UPLOAD, json=body)
    assert (response.status_code, response.json()["code"]) == (403, "admins_only")
    assert signed_for_ana.json()["address"] == "https://host.example/v1_1/pulse/video/upload"
    assert signed_for_ana.json()["fields"]["public_id"] == f"reports/{body['id']}"
    assert without_host.json() == {"address": None, "fields": {}}
