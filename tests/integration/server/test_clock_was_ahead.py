"""The server's clock was a day ahead for a while: the times that it stored do not delay users afterwards."""

import asyncio
from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings
from time_machine import Traveller

from analytics.models import Snapshot
from core.clock import now
from core.ids import uuid7
from messaging import services as messaging
from sync.log import changes
from sync.writes.db_executor import read, write
from tests.support.accounts.api import sign_up
from tests.support.accounts.mailed_sign_up import ADA
from tests.support.actions import chatbots
from tests.support.apps.analytics import Analytics, analytics
from tests.support.apps.chatbots import Chat, chat, with_limits
from tests.support.apps.push import push_due
from tests.support.fakes.push_service import PushService
from tests.support.mail.mailbox import Mailbox, sweep
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

__all__ = ["analytics", "chat"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

DAY = timedelta(days=1)


async def test_a_mail_can_be_requested_again(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings, fake_clock: Traveller
) -> None:
    settings.AUTH_MAIL_COOLDOWN_S = 60
    await sign_up(http)
    fake_clock.shift(DAY)
    await http.post("/recover", json={"email": ADA})
    assert len(await mailbox.mails()) == 1
    fake_clock.shift(-DAY)
    await http.post("/recover", json={"email": ADA})
    assert len(await mailbox.mails()) == 1
    await http.post("/recover", json={"email": ADA})
    assert await mailbox.mails() == []


async def test_a_bot_answers_the_next_question(
    portal: Portal, chat: Chat, settings: Settings, fake_clock: Traveller
) -> None:
    with_limits(settings, per_minute=1, per_day=2)
    fake_clock.shift(DAY)
    await chatbots.send_question(portal, chat.bot)
    fake_clock.shift(-DAY)
    await chat.answer()
    assert (await chat.request()).json()["code"] == "chat_rate_limit"


async def test_a_question_of_a_crashed_process_is_answered(portal: Portal, chat: Chat, fake_clock: Traveller) -> None:
    fake_clock.shift(DAY)
    question_id = await chatbots.send_question(portal, chat.bot)  # the process that received the question has died
    fake_clock.shift(-DAY)
    assert (await chat.answer(id=str(question_id)))["response"] == "At eight each morning."


async def test_new_messages_are_pushed_and_mailed(
    portal: Portal, pushes: PushService, mailbox: Mailbox, fake_clock: Traveller
) -> None:
    reply = await portal.as_("maya").put("/rest/v1/push_devices", json=pushes.subscribe())
    assert reply.status_code == 200
    for text, shift in (("One", DAY), ("Two", timedelta()), ("Three", timedelta())):
        fake_clock.shift(shift)
        ana, thread = actor_of(portal.users["ana"]), portal.clients["maya"]
        await write(messaging.send_message, actor=ana, message_id=uuid7(), client_id=thread, content=text)
        await asyncio.to_thread(sweep)
        fake_clock.shift(timedelta(seconds=11))
        await push_due()
        fake_clock.shift(-shift)
    assert [push.data["body"] for push in pushes.taken()] == ["One", "Two", "Three"]
    fake_clock.shift(timedelta(minutes=11))
    assert "- 3 new messages from Ana Ferreira: Three" in (await mailbox.mail()).text


async def test_figures_are_replaced_by_newer_ones(analytics: Analytics) -> None:
    await analytics.connect()
    analytics.google.order("reset")
    parts = ("totals", "trend", "sources")

    def move_ahead() -> None:
        snapshot = changes.locked(Snapshot, Snapshot.objects.get().id)
        assert snapshot is not None
        changes.update(snapshot, **{f"{part}_as_of": now() + DAY for part in parts})

    await write(move_ahead)
    assert (await analytics.call("refresh")).status_code == 200
    assert analytics.google.calls() == {"runReport": 3}
    snapshot = await read(Snapshot.objects.get)
    assert all(getattr(snapshot, f"{part}_as_of") <= now() for part in parts)
