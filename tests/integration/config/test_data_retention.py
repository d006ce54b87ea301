"""Retention: each kind of data is deleted after its setting's days, on the server and on devices, and not before."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from pytest_django import Settings
from time_machine import Traveller

from chatbots import services as chatbots
from chatbots import tasks as chatbots_tasks
from chatbots.models import ChatMessage
from core.clock import now
from environment.retention import RetentionSettings
from mail import services as mail
from mail import tasks as mail_tasks
from mail.models import Mail
from notifications import tasks as notifications_tasks
from notifications.models import Notice
from sync.models import Change
from sync.writes.db_executor import read, write
from tests.support.actions.chatbots import REPLY, send_question
from tests.support.actions.notifications import notify_users
from tests.support.apps import bots
from tests.support.database.maintenance import prune as prune_log
from tests.support.portal.agency import Json, Portal
from tests.support.sync.convergence import Devices, replicas_converge
from tests.support.sync.device import Device

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

HOUR = timedelta(hours=1)
RETENTION = RetentionSettings(
    log_days=14, mail_days=20, notice_days=40, chat_days=50, session_days=None, max_session_days=None
)


@pytest.fixture
def retention(settings: Settings) -> RetentionSettings:
    settings.RETENTION = RETENTION
    return RETENTION


def rows_on(device: Device, table: str) -> list[Json]:
    """The rows of a table that a device holds."""
    return [row for (tbl, _), row in device.replica.rows.items() if tbl == table]


async def run_daily(job: Callable[[str], None]) -> None:
    """Run a daily job in a thread, as the sweeper does."""

    def run() -> None:
        try:
            job("today")
        finally:
            connection.close()

    await asyncio.to_thread(run)


async def test_conversations_with_bots_leave_the_server_and_devices(
    portal: Portal, devices: Devices, fake_clock: Traveller, retention: RetentionSettings
) -> None:
    chatbot_id = await bots.assigned_bot(portal)
    for age in (timedelta(days=50) + HOUR, timedelta(days=50) - HOUR):
        fake_clock.shift(-age)
        question_id = await send_question(portal, chatbot_id, f"Asked {age.days} days ago?")
        await write(chatbots.store_reply, question_id=question_id, reply=REPLY)
        fake_clock.shift(age)
    async with replicas_converge(devices):
        await run_daily(chatbots_tasks.prune)
    stored = await read(lambda: list(ChatMessage.objects.order_by("created_at").values_list("content", flat=True)))
    assert stored == ["Asked 49 days ago?", "At eight."]
    assert sorted(row["content"] for row in rows_on(devices["maya"], "chat_messages")) == sorted(stored)


async def test_conversations_stay_without_the_setting(
    portal: Portal, fake_clock: Traveller, settings: Settings
) -> None:
    chatbot_id = await bots.assigned_bot(portal)
    fake_clock.shift(timedelta(days=-10_000))
    await send_question(portal, chatbot_id)
    fake_clock.shift(timedelta(days=10_000))
    async with portal.unchanged():
        await run_daily(chatbots_tasks.prune)


async def test_notices_leave_the_server_and_devices(
    portal: Portal, devices: Devices, fake_clock: Traveller, retention: RetentionSettings
) -> None:
    for name, age in (("maya", timedelta(days=40) + HOUR), ("otto", timedelta(days=40) - HOUR)):
        fake_clock.shift(-age)
        await notify_users(portal, name)
        fake_clock.shift(age)
    async with replicas_converge(devices):
        await run_daily(notifications_tasks.prune)
    [notice] = await read(lambda: list(Notice.objects.all()))
    assert notice.user_id == portal.users["otto"].id
    assert [len(rows_on(devices[name], "notices")) for name in ("maya", "otto")] == [0, 1]


async def test_settled_mails_are_deleted_and_waiting_ones_stay(
    portal: Portal, fake_clock: Traveller, retention: RetentionSettings
) -> None:
    for to, age in (("old@x.example", timedelta(days=20) + HOUR), ("young@x.example", timedelta(days=20) - HOUR)):
        fake_clock.shift(-age)
        mail_id = await write(mail.send, kind="test", to=to)
        fake_clock.shift(age)
        await write(Mail.objects.filter(id=mail_id).update, settled_at=now() - age)
    fake_clock.shift(timedelta(days=-100))
    await write(mail.send, kind="test", to="waits@x.example")
    fake_clock.shift(timedelta(days=100))
    await run_daily(mail_tasks.prune)
    recipients = await read(lambda: set(Mail.objects.values_list("recipient", flat=True)))
    assert {"old@x.example", "young@x.example", "waits@x.example"} & recipients == {
        "young@x.example",
        "waits@x.example",
    }


async def test_the_log_is_pruned_after_its_days(
    portal: Portal, fake_clock: Traveller, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sync.log.retention.MIN_CHANGES", 0)
    settings.RETENTION = RetentionSettings(30, 20, 40, None, None, None)
    await portal.post("maya", "old")
    fake_clock.shift(timedelta(days=30) - HOUR)
    assert await prune_log() == 0
    fake_clock.shift(2 * HOUR)
    await prune_log()
    assert await read(Change.objects.count) == 0
