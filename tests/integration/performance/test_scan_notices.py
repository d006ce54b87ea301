"""Notices of the end of a scan: who gets one, its push, and that it follows the switch for reports."""

from datetime import UTC, datetime, timedelta

import pytest
from time_machine import TimeMachineFixture

from notifications.effects import delivery
from notifications.models import Notice
from sync.writes.db_executor import read, write
from tests.support.apps.push import PREFERENCES, push_due, register_device
from tests.support.apps.scans import SCAN_NOW, SITE, onboard, scan_due, scanned, store_website
from tests.support.fakes.page_speed import FakePageSpeed
from tests.support.fakes.push_service import PushService
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

SCAN_FAILED = "PageSpeed scan failed — please try again later."
ONE_NOTICE = {"notices": 1, "effects": 1, "u:maya": 1}


async def notices() -> list[Json]:
    return await read(lambda: [dict(notice) for notice in Notice.objects.order_by("told_at").values()])


async def test_the_end_of_a_clients_scan_is_pushed_once_and_not_mailed(
    portal: Portal, speed: FakePageSpeed, pushes: PushService, mailbox: Mailbox, time_machine: TimeMachineFixture
) -> None:
    await register_device(portal, pushes)
    await onboard(portal)
    speed.scores(0.91, 0.91, 0.91)
    await scan_due()
    [frame] = await portal.frames("u:maya", 1)
    fields = {"kind": "report", "tag": "scan", "title": "Your website scored 91.", "body": SITE, "count": 1}
    assert frame["tbl"] == "notices"
    assert {name: frame["row"][name] for name in fields} == fields
    time_machine.move_to(timedelta(seconds=11))
    await push_due()
    [push] = pushes.taken()
    assert (push.data["title"], push.data["path"]) == ("Your website scored 91.", "/dashboard?view=pagespeed")
    time_machine.move_to(timedelta(days=3))
    await scan_due()
    await push_due()
    for former_effect in (delivery.email_notices, delivery.check_unreached):
        await write(former_effect, [f"{frame['row']['id']}:1"])
    assert (await mailbox.mails(), pushes.taken()) == ([], [])
    [notice] = await notices()
    assert (notice["n"], notice["unreached_at"]) == (1, None)


async def test_a_failed_scan_and_one_without_a_score_notify_the_client(portal: Portal, speed: FakePageSpeed) -> None:
    await onboard(portal)
    speed.fails(400)
    async with portal.grows(ONE_NOTICE | {"c:maya": 2, "w": 2}):
        await scan_due()
    speed.page["lighthouseResult"]["categories"] = {}
    await onboard(portal)
    await scan_due()
    [notice] = await notices()
    assert (notice["title"], notice["n"], notice["count"]) == (SCAN_FAILED, 2, 1)


async def test_the_push_of_a_scan_is_sent_once_after_the_quiet_hours(
    portal: Portal, speed: FakePageSpeed, pushes: PushService, time_machine: TimeMachineFixture
) -> None:
    await register_device(portal, pushes)
    start, end = (datetime.now(UTC) + timedelta(hours=hours) for hours in (-1, 1))
    hours = {"quiet_from": start.hour * 60 + start.minute, "quiet_to": end.hour * 60 + end.minute}
    preferences = {"is_quiet": True, "zone": "UTC"} | hours
    assert (await portal.as_("maya").put(PREFERENCES, json=preferences)).status_code == 200
    await onboard(portal)
    speed.scores(0.91, 0.91, 0.91)
    await scan_due()
    time_machine.move_to(timedelta(minutes=1))
    await push_due()
    assert (len(await notices()), pushes.taken()) == (1, [])
    time_machine.move_to(timedelta(hours=2))
    for _ in range(2):
        await push_due()
    assert [push.data["title"] for push in pushes.taken()] == ["Your website scored 91."]


async def test_only_a_client_who_requested_the_scan_and_receives_reports_is_notified(
    portal: Portal, speed: FakePageSpeed
) -> None:
    await store_website(portal)
    await scanned(portal, speed, 0.8)  # an admin's scan
    assert await notices() == []
    reply = await portal.as_("ana").post(SCAN_NOW, json={"client_id": str(portal.clients["maya"])})
    assert (await onboard(portal, url="https://bread.example"))["run"]["id"] == reply.json()["id"]
    await scan_due()  # the admin's scan, which the client has requested too
    assert [notice["body"] for notice in await notices()] == ["https://bread.example/"]
    assert (await portal.as_("maya").patch("/rest/v1/clients", json={"notify_reports": False})).status_code == 200
    await onboard(portal, url="https://cake.example")
    await scan_due()
    assert [notice["n"] for notice in await notices()] == [1]
