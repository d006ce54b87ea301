"""Notices of a published report: for its client and the other admins, once it can no longer be withdrawn."""

from uuid import UUID

import pytest

from clients import services as clients
from notifications import queries
from notifications.models import Notice
from reports.services import notify
from sync.models import Change, Effect
from sync.writes.db_executor import read, write
from tests.support.apps.reports import (
    PUBLICATIONS,
    REPORTS,
    VIEWS,
    Calendar,
    calendar,
    publish,
    published,
    run_monday_publication,
    written,
)
from tests.support.database.effects import effects_of
from tests.support.portal.agency import Json, Portal

__all__ = ["calendar"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def scheduled_effect(report: Json) -> Effect:
    """The effect that the publication of a report scheduled."""
    return await read(lambda: effects_of(notify.send_notifications).get(subject__startswith=UUID(report["id"]).hex))


async def notices_of(report: Json) -> list[Json]:
    """The notices once the effect of this report has run."""
    effect = await scheduled_effect(report)
    assert effect.due.isoformat() == "2026-11-20T09:00:10+00:00"
    await write(notify.send_notifications, [effect.subject])
    return await read(lambda: [dict(one) for one in Notice.objects.values("user_id", "kind", "tag", "body", "path")])


async def test_the_client_is_notified_once_the_report_can_no_longer_be_withdrawn(
    portal: Portal, calendar: Calendar
) -> None:
    report = await published(portal)
    notice = {
        "user_id": portal.users["maya"].id,
        "kind": "report",
        "tag": f"report:{report['id']}",
        "body": "Week 47",
        "path": f"/dashboard/reports?report={report['id']}",
    }
    assert await notices_of(report) == [notice]
    assert await notices_of(report) == [notice]
    await portal.as_("maya").post(VIEWS, json={"report_id": report["id"]})
    assert await read(lambda: Notice.objects.get().opened_at) is not None


@pytest.mark.parametrize("reason", ["withdrawn", "opened", "muted", "not signed up"])
async def test_a_withdrawn_opened_or_muted_report_notifies_no_client(
    reason: str, portal: Portal, calendar: Calendar
) -> None:
    if reason == "muted":
        reply = await portal.as_("maya").patch("/rest/v1/clients", json={"notify_reports": False})
        assert reply.status_code == 200, reply.text
    report = await published(portal, to="pending" if reason == "not signed up" else "maya")
    if reason == "withdrawn":
        await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    if reason == "opened":
        await portal.as_("maya").post(VIEWS, json={"report_id": report["id"]})
    assert await notices_of(report) == []


async def test_lg10_a_withdrawn_report_leaves_no_text_in_the_clients_notice(portal: Portal, calendar: Calendar) -> None:
    report = await publish(portal, (await written(portal, title="Swordfish"))["id"])
    await notices_of(report)
    calendar.pass_(seconds=11)
    reply = await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    assert reply.status_code == 200, reply.text
    notice = await read(Notice.objects.get)
    assert (notice.body, notice.opened_at is not None, notice.count) == ("This report was withdrawn.", True, 0)
    assert await streams_with("Swordfish") == {"w"}


async def test_lg10_a_withdrawn_report_leaves_no_former_title_and_notifies_again(
    portal: Portal, calendar: Calendar
) -> None:
    report = await publish(portal, (await written(portal, title="Swordfish"))["id"])
    await notices_of(report)
    calendar.pass_(seconds=11)
    await portal.as_("ana").put(f"{REPORTS}/{report['id']}", json={"title": "Week 47"})
    reply = await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    assert reply.status_code == 200, reply.text
    assert await streams_with("Swordfish") == {"w"}
    await publish(portal, report["id"])
    last = await read(lambda: effects_of(notify.send_notifications).order_by("due").last())
    assert last is not None
    await write(notify.send_notifications, [last.subject])
    notice = await read(Notice.objects.get)
    assert (notice.body, notice.opened_at, notice.count) == ("Week 47", None, 1)


async def test_lg10_a_withdrawn_report_leaves_no_text_in_the_other_admins_notices(
    portal: Portal, calendar: Calendar
) -> None:
    await create_second_admin()
    report = await publish(portal, (await written(portal, title="Swordfish"))["id"])
    await notices_of(report)
    calendar.pass_(seconds=11)
    reply = await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    assert reply.status_code == 200, reply.text
    notice = await read(lambda: Notice.objects.get(side="provider"))
    assert (notice.body, notice.opened_at is not None, notice.count) == ("This report was withdrawn.", True, 0)
    assert await streams_with("Swordfish") == {"w"}


async def test_lg10_a_withdrawal_keeps_the_admins_notice_of_a_later_report(portal: Portal, calendar: Calendar) -> None:
    """All reports share a notice, whose earlier changes quote the withdrawn one."""
    await create_second_admin()
    report = await publish(portal, (await written(portal, title="Swordfish"))["id"])
    later = await publish(portal, (await written(portal, to="otto"))["id"])
    for one in (report, later):
        await notices_of(one)
    calendar.pass_(seconds=11)
    reply = await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    assert reply.status_code == 200, reply.text
    notice = await read(lambda: Notice.objects.get(side="provider"))
    assert (notice.body, notice.opened_at, notice.count) == ("Week 47", None, 2)
    assert await streams_with("Swordfish") == {"w"}


@pytest.mark.parametrize("seconds", [5, 11])
async def test_a_report_that_is_withdrawn_and_published_again_notifies_again(
    seconds: int, portal: Portal, calendar: Calendar
) -> None:
    await create_second_admin()
    report = await publish(portal, (await written(portal))["id"])
    if seconds > 10:
        await notices_of(report)
    calendar.pass_(seconds=seconds)
    reply = await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")
    assert reply.status_code == 200, reply.text
    await publish(portal, report["id"])
    last = await read(lambda: effects_of(notify.send_notifications).order_by("due").last())
    assert last is not None
    for _ in range(2):
        await write(notify.send_notifications, [last.subject])
    stored = await read(lambda: list(Notice.objects.order_by("side").values_list("side", "body", "opened_at", "count")))
    assert stored == [("client", "Week 47", None, 1), ("provider", "Week 47", None, 1)]


async def test_an_unopened_report_stays_in_the_admins_notice_after_a_later_one_was_withdrawn(
    portal: Portal, calendar: Calendar
) -> None:
    await create_second_admin()
    earlier = await publish(portal, (await written(portal, to="otto"))["id"])
    withdrawn = await publish(portal, (await written(portal, title="Swordfish"))["id"])
    for one in (earlier, withdrawn):
        await notices_of(one)
    calendar.pass_(seconds=11)
    reply = await portal.as_("ana").delete(f"{PUBLICATIONS}/{withdrawn['id']}")
    assert reply.status_code == 200, reply.text
    notice = await read(lambda: Notice.objects.get(side="provider"))
    assert (notice.title, notice.body, notice.path) == ("Reports published", "", "/dashboard/reports")
    assert (notice.opened_at, notice.count) == (None, 1)
    assert await streams_with("Swordfish") == {"w"}


async def streams_with(text: str) -> set[str]:
    """The streams with a change whose frame contains the text."""
    streams = Change.objects.filter(frame__contains=text).values_list("stream", flat=True)
    return await read(lambda: set(streams))


async def create_second_admin() -> None:
    await write(clients.create_admin, email="rui@portal.example", name="Rui Costa", password_hash="")


async def test_admins_are_notified_of_a_colleagues_report(portal: Portal, calendar: Calendar) -> None:
    await create_second_admin()
    report = await published(portal)
    await notices_of(report)
    [notice] = await read(lambda: list(Notice.objects.filter(side="provider").values()))
    rui = await read(lambda: queries.admin_users(excluded=portal.users["ana"].id))
    assert [notice["user_id"]] == rui
    fields = {name: notice[name] for name in ("kind", "tag", "title", "body", "path")}
    assert fields == {
        "kind": "report",
        "tag": "reports",
        "title": "Report published: Harbor Coffee",
        "body": "Week 47",
        "path": f"/dashboard/reports?client={portal.clients['maya']}&report={report['id']}",
    }


async def test_every_admin_gets_one_notice_for_all_reports_of_a_monday(portal: Portal, calendar: Calendar) -> None:
    await create_second_admin()
    reports = [await written(portal, to=to) for to in ("maya", "otto")]
    for report in reports:
        await publish(portal, report["id"], "monday")
    calendar.pass_(days=3)
    for report in reports:
        await run_monday_publication(report["id"])
        effect = await scheduled_effect(report)
        for _ in range(2):
            await write(notify.send_notifications, [effect.subject])
    notices = await read(lambda: list(Notice.objects.filter(side="provider").values_list("title", "count", "n")))
    assert len(notices) == 2
    assert set(notices) == {("Report published: Otto's Bikes", 2, 2)}


async def test_an_admin_who_muted_reports_gets_no_notice(portal: Portal, calendar: Calendar) -> None:
    reply = await portal.as_("ana").put("/rest/v1/notice_wishes", json={"reports": False})
    assert reply.status_code == 200, reply.text
    report = await written(portal)
    await publish(portal, report["id"], "monday")
    calendar.pass_(days=3)
    await run_monday_publication(report["id"])
    await write(notify.send_notifications, [(await scheduled_effect(report)).subject])
    assert await read(lambda: set(Notice.objects.values_list("side", flat=True))) == {"client"}
