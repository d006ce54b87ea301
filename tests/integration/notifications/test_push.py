"""Web Push: contents, recipients, when none is sent, and the mail that follows an unseen push.

Over 250 lines because a push has many kinds of contents and recipients.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from time_machine import TimeMachineFixture

from notifications import services
from notifications.effects.pushes import deliver
from notifications.models import Notice, PushDevice
from sync.writes.db_executor import read, write
from tests.support.apps.push import (
    DEVICES,
    KEYS,
    NOTICES,
    PREFERENCES,
    acknowledge,
    notify_maya,
    push_due,
    register_device,
)
from tests.support.database.effects import effects_of
from tests.support.fakes.push_service import PushService
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Json, Portal, row, sign_in
from tests.support.sync.device import actor_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def test_every_device_gets_a_push_that_only_it_can_decrypt(
    portal: Portal, pushes: PushService, time_machine: TimeMachineFixture
) -> None:
    devices = [await register_device(portal, pushes) for _ in range(2)]
    for name in ("ana", "otto"):
        await register_device(portal, pushes, name)
    notice = await notify_maya(portal)
    await push_due()
    assert pushes.taken() == []  # an active user has ten seconds to see it
    time_machine.move_to(timedelta(seconds=11))
    await push_due()
    received = pushes.taken()
    assert {push.data.pop("device") for push in received} == {str(device) for device in devices}
    at = notice["told_at"].strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    for push in received:
        assert push.data == {
            "user": str(portal.users["maya"].id),
            "id": str(notice["id"]),
            "n": 1,
            "tag": f"messages:{portal.clients['maya']}",
            "title": "New message from Ana Ferreira",
            "body": "Your page is faster now.",
            "path": "/dashboard/messaging",
            "badge": 1,
            "at": at,
        }
        assert push.sender is not None
        key = (await portal.as_("maya").get(DEVICES)).json()["key"]
        assert (push.sender["aud"], push.sender["sub"], push.sender["key"]) == (
            pushes.url,
            "mailto:support@pulseboard.example",
            key,
        )
        headers = {name: push.headers[name] for name in ("ttl", "urgency", "topic", "content-encoding")}
        topic = notice["id"].hex
        assert headers == {"ttl": "86400", "urgency": "high", "topic": topic, "content-encoding": "aes128gcm"}
    assert (await row(Notice, id=notice["id"]))["pushed_at"] is not None
    await push_due()
    assert pushes.taken() == []


async def test_the_longest_text_fits_into_a_push(
    portal: Portal, pushes: PushService, time_machine: TimeMachineFixture
) -> None:
    await register_device(portal, pushes)
    await notify_maya(portal, "\U0001f680\u05d0" * 2000)
    time_machine.move_to(timedelta(seconds=11))
    await push_due()
    [push] = pushes.taken()
    assert push.size < 4096
    assert push.data["body"].startswith("\U0001f680")


@pytest.mark.parametrize(
    ("status", "is_registered", "trouble"),
    [
        (404, False, ""),
        (410, False, ""),
        (400, True, "The push service refused: it answered 400"),
        (403, True, "The push service refused: it answered 403"),
        (413, True, "The push service refused: it answered 413"),
        (307, True, "The push service refused: it answered 307"),  # the server follows no redirect
    ],
)
async def test_a_push_services_error_is_stored_with_the_device(
    status: int,
    is_registered: bool,
    trouble: str,
    portal: Portal,
    pushes: PushService,
    time_machine: TimeMachineFixture,
) -> None:
    device = await register_device(portal, pushes)
    notice = await notify_maya(portal)
    time_machine.move_to(timedelta(seconds=11))
    pushes.answers(status)
    await push_due()
    devices = await read(lambda: list(PushDevice.objects.values_list("id", "trouble")))
    assert devices == ([(device, trouble)] if is_registered else [])
    assert (await row(Notice, id=notice["id"]))["pushed_at"] is None
    await push_due()
    assert pushes.taken() == []


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_temporary_failure_is_retried(
    status: int, portal: Portal, pushes: PushService, time_machine: TimeMachineFixture
) -> None:
    await register_device(portal, pushes)
    await notify_maya(portal)
    time_machine.move_to(timedelta(seconds=11))
    pushes.answers(status)
    await push_due()
    assert pushes.taken() == []
    time_machine.move_to(timedelta(seconds=30))
    await push_due()
    assert [push.data["n"] for push in pushes.taken()] == [1]


async def test_a_push_service_that_does_not_respond_is_tried_for_a_day(
    portal: Portal, pushes: PushService, time_machine: TimeMachineFixture
) -> None:
    device = await register_device(portal, pushes)
    await notify_maya(portal)
    for time, pending_count in ((timedelta(seconds=11), 1), (timedelta(hours=23), 1), (timedelta(hours=25), 0)):
        time_machine.move_to(time)
        pushes.answers(503)
        await push_due()
        assert await read(effects_of(deliver).filter(done_at=None).count) == pending_count
    trouble = "The push service failed: it answered 503"
    assert await read(PushDevice.objects.values_list("id", "trouble").get) == (device, trouble)
    assert pushes.taken() == []


async def mute(portal: Portal, notice: Json) -> None:
    assert (await portal.as_("maya").patch("/rest/v1/clients", json={"notify_messages": False})).status_code == 200


async def see(portal: Portal, notice: Json) -> None:
    await acknowledge(portal, notice)


async def open_it(portal: Portal, notice: Json) -> None:
    await acknowledge(portal, notice, "opened")


async def sign_out(portal: Portal, notice: Json) -> None:
    await portal.end_sessions("maya")


@pytest.mark.parametrize("action", [mute, see, open_it, sign_out])
async def test_no_push_is_sent_after_muting_seeing_opening_or_signing_out(
    action: Any, portal: Portal, pushes: PushService, mailbox: Mailbox, time_machine: TimeMachineFixture
) -> None:
    await register_device(portal, pushes)
    await action(portal, await notify_maya(portal))
    time_machine.move_to(timedelta(seconds=11))
    await push_due()
    assert pushes.taken() == []
    time_machine.move_to(timedelta(minutes=11))
    assert len(await mailbox.mails()) == (1 if action is sign_out else 0)  # a user without a device gets a mail


async def test_quiet_hours_delay_a_push(
    portal: Portal, pushes: PushService, mailbox: Mailbox, time_machine: TimeMachineFixture
) -> None:
    await register_device(portal, pushes)
    preferences = {"is_quiet": True, "quiet_from": 0, "quiet_to": 0, "zone": "UTC"}  # quiet all day
    assert (await portal.as_("maya").put(PREFERENCES, json=preferences)).status_code == 200
    await notify_maya(portal)
    time_machine.move_to(timedelta(seconds=11))
    await push_due()
    time_machine.move_to(timedelta(minutes=11))
    assert (pushes.taken(), await mailbox.mails()) == ([], [])
    await write(services.save_preferences, actor=actor_of(portal.users["maya"]), is_quiet=False)
    time_machine.move_to(timedelta(days=1))
    await push_due()
    assert [push.data["n"] for push in pushes.taken()] == [1]


async def test_one_mail_lists_all_notices_that_no_device_showed(
    portal: Portal, pushes: PushService, mailbox: Mailbox, time_machine: TimeMachineFixture
) -> None:
    await register_device(portal, pushes)
    await notify_maya(portal, "One")
    time_machine.move_to(timedelta(seconds=20))
    await push_due()
    await notify_maya(portal, "Two")
    time_machine.move_to(timedelta(seconds=40))
    await push_due()
    assert [push.data["title"] for push in pushes.taken()] == [
        "New message from Ana Ferreira",
        "2 new messages from Ana Ferreira",
    ]
    assert await mailbox.mails() == []
    time_machine.move_to(timedelta(minutes=12))
    mail = await mailbox.mail()
    assert (mail.to, mail.subject) == ("maya@portal.example", "2 new messages at Pulseboard")
    assert "- 2 new messages from Ana Ferreira: Two" in mail.text
    time_machine.move_to(timedelta(minutes=40))
    await portal.post("ana", "Three")
    time_machine.move_to(timedelta(hours=2))
    await push_due()
    assert await mailbox.mails() == []  # a user who has not visited since the last mail gets no other mail for a day


async def test_a_client_who_opens_nothing_for_two_days_is_shown_to_the_provider(
    portal: Portal, pushes: PushService, mailbox: Mailbox, time_machine: TimeMachineFixture
) -> None:
    notice = await notify_maya(portal)
    time_machine.move_to(timedelta(seconds=11))
    await push_due()
    time_machine.move_to(timedelta(hours=47))
    await mailbox.mails()
    assert (await row(Notice, id=notice["id"]))["unreached_at"] is None
    time_machine.move_to(timedelta(hours=2))
    async with portal.grows({"u:maya": 1, "w": 1}):
        await mailbox.mails()
    [frame] = await portal.frames("w", 1)
    assert (frame["tbl"], frame["row"]["id"]) == ("notices", str(notice["id"]))
    portal.replace_session("maya", await sign_in("maya@portal.example"))
    await acknowledge(portal, notice, "opened")
    [frame] = await portal.frames("w", 1)
    assert (frame["op"], (await row(Notice, id=notice["id"]))["unreached_at"]) == ("x", None)


async def test_devices_beyond_the_limit_that_were_silent_longest_are_removed(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.preferences, "DEVICES_MAX", 2)
    keys = {"p256dh": KEYS[0], "auth": KEYS[1]}
    ids = {}
    for name in ("one", "two", "three"):
        reply = await portal.as_("maya").put(DEVICES, json={"endpoint": f"https://push.example/{name}", **keys})
        ids[name] = UUID(reply.json()["id"])
        if name == "two":
            notice = await notify_maya(portal)
            acknowledgement = {"id": str(notice["id"]), "n": 1, "what": "shown", "device": str(ids["one"])}
            assert (await portal.as_("maya").put(NOTICES, json=acknowledgement)).status_code == 200
    assert await read(lambda: set(PushDevice.objects.values_list("id", flat=True))) == {ids["one"], ids["three"]}
    reply = await portal.as_("maya").put(DEVICES, json={"endpoint": "https://push.example/one", **keys})
    assert (UUID(reply.json()["id"]), await read(PushDevice.objects.count)) == (ids["one"], 2)
