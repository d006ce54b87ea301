"""Actions of the reports app: drafts, publications, views and weekly videos."""

from datetime import date

from core.clock import now
from core.ids import uuid7
from files import buckets
from files.models import StoredObject
from reports import services as reports
from reports.effects import video_posters
from reports.models import Report
from reports.services import notify, publication
from sync.writes.db_executor import read, write
from tests.support.actions import Actions
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

FIRST, SECOND = "https://youtu.be/aqz-KE-bpKQ", "https://vimeo.com/76979871"
PICTURE = "data:image/png;base64,iVBORw0KGgo="


async def draft(portal: Portal, video_url: str | None = FIRST) -> Report:
    written = await write(
        reports.create_report,
        actor=actor_of(portal.users["ana"]),
        report_id=uuid7(),
        client_id=portal.clients["maya"],
        title="Week 47",
        text="A good week.",
        video_url=video_url,
    )
    return written.report


async def admin_writes(portal: Portal) -> None:
    await draft(portal, None)


async def admin_writes_for_a_quarter(portal: Portal) -> None:
    """Write thirteen reports; the thirteenth removes the first from admins' devices."""
    first = await publish(portal)
    await write(video_posters.store, owner_id=first.id, video_url=FIRST, picture=PICTURE)
    for _ in range(12):
        await draft(portal, None)


async def publish(portal: Portal, *, on_home: bool = False) -> Report:
    """A new report that ana published."""
    report = await draft(portal)
    return await write(
        reports.publish_report, actor=actor_of(portal.users["ana"]), report_id=report.id, when="now", on_home=on_home
    )


async def report_is_published_and_changed(portal: Portal) -> None:
    report = await publish(portal)
    await write(video_posters.store, owner_id=report.id, video_url=FIRST, picture=PICTURE)
    for address in (SECOND, ""):
        actor = actor_of(portal.users["ana"])
        await write(reports.update_report, actor=actor, report_id=report.id, title="Week 48", video_url=address)
    await write(
        video_posters.store, owner_id=report.id, video_url=FIRST, picture=PICTURE
    )  # too late: the report has no video now


async def report_is_withdrawn(portal: Portal) -> None:
    for _ in range(2):
        report = await publish(portal, on_home=True)
        await write(video_posters.store, owner_id=report.id, video_url=FIRST, picture=PICTURE)
        await write(reports.withdraw_report, actor=actor_of(portal.users["ana"]), report_id=report.id)


async def report_is_published_on_monday(portal: Portal) -> None:
    report, actor = await draft(portal), actor_of(portal.users["ana"])
    await write(reports.publish_report, actor=actor, report_id=report.id, when="monday", on_home=True)
    await write(publication.publish_if_due, report_id=report.id)  # too early


async def client_opens_report(portal: Portal) -> None:
    report = await publish(portal)
    for _ in range(2):
        await write(reports.view_report, actor=actor_of(portal.users["maya"]), report_id=report.id)


async def videos_are_shown_on_home(portal: Portal) -> None:
    for day, address in ((23, FIRST), (16, SECOND), (30, SECOND)):
        posted = await write(
            reports.save_weekly_video,
            actor=actor_of(portal.users["ana"]),
            video_id=uuid7(),
            client_id=portal.clients["maya"],
            video_url=address,
            posted_at=date(2026, 11, day),
        )
        await write(video_posters.store, owner_id=posted.video.id, video_url=address, picture=PICTURE)


async def upload(portal: Portal, name: str) -> str:
    """Store the row of a video that ana uploaded, without its bytes; returns the file's URL."""
    place = {"bucket": buckets.REPORT_VIDEOS.name, "name": f"reports/{name}.mp4"}
    columns = {"title": "Week 47.mp4", "type": "video/mp4", "size": 1000, "created_at": now()}
    await read(StoredObject.objects.create, id=uuid7(), owner_id=portal.users["ana"].id, **place, **columns)
    return buckets.address(**place)


async def report_gets_uploaded_videos(portal: Portal) -> None:
    report = await draft(portal, await upload(portal, "first"))
    actor = actor_of(portal.users["ana"])
    await write(reports.publish_report, actor=actor, report_id=report.id, when="now", on_home=True)
    for video_url in (await upload(portal, "second"), FIRST, ""):
        await write(reports.update_report, actor=actor, report_id=report.id, video_url=video_url)


async def both_sides_are_notified(portal: Portal) -> None:
    report = await publish(portal)
    assert report.published_at is not None
    for _ in range(2):
        await write(
            notify.notify_users,
            report_id=report.id,
            published_at=notify.hex_time(report.published_at),
            publisher_id=None,
        )
    await write(reports.view_report, actor=actor_of(portal.users["maya"]), report_id=report.id)


ACTIONS: Actions = {
    "reports.create_report": [admin_writes, admin_writes_for_a_quarter, report_gets_uploaded_videos],
    "reports.update_report": [report_is_published_and_changed, report_gets_uploaded_videos],
    "reports.publish_report": [report_is_published_and_changed, report_is_published_on_monday],
    "reports.withdraw_report": [report_is_withdrawn],
    "reports.view_report": [client_opens_report, both_sides_are_notified],
    "reports.save_weekly_video": [videos_are_shown_on_home],
}
