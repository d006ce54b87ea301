"""The names of external services cannot be resolved: users get an error, and accepted work is done once afterwards.

Emails are in tests/integration/mail/test_delivery.py.
"""

import asyncio
import dataclasses
from datetime import timedelta

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings
from time_machine import TimeMachineFixture

from chatbots.workflows import reply as replies
from files.providers.storage.backend import file_storage
from notifications import tasks
from notifications.effects import pushes as push_effects
from notifications.models import PushDevice
from sync.writes.db_executor import read
from tests.support.accounts.api import execute
from tests.support.apps.analytics import Analytics, analytics
from tests.support.apps.billing import Till, till
from tests.support.apps.chatbots import Chat, chat, messages
from tests.support.apps.files import Sender
from tests.support.database.effects import effects_of
from tests.support.fakes.bucket import Bucket, bucket, s3
from tests.support.fakes.names import Names, names
from tests.support.fakes.push_service import PushService
from tests.support.fakes.sandbox import Sandbox
from tests.support.fakes.stripe_sandbox import StripeSandbox, fake_stripe
from tests.support.mail.mailbox import sweep
from tests.support.portal.agency import Portal

__all__ = ["analytics", "bucket", "chat", "fake_stripe", "names", "s3", "till"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

DEVICES = "/rest/v1/push_devices"
QUESTION = "What are your opening hours?"


async def send_due_pushes() -> None:
    """Send the due pushes."""
    await asyncio.to_thread(tasks.send_due_pushes)


async def waiting_pushes() -> list[tuple[int, str]]:
    """The number of tries and the error of each push that is not delivered yet."""
    waiting_effects = effects_of(push_effects.deliver).filter(done_at=None).order_by("error")
    return await read(lambda: list(waiting_effects.values_list("tries", "error")))


async def test_a_push_waits_and_is_sent_once(
    portal: Portal, pushes: PushService, names: Names, time_machine: TimeMachineFixture
) -> None:
    """The product resolves the host of each push URL, even a numeric one. For https it uses a tunnel of its proxy."""
    device = pushes.subscribe()
    for endpoint in (device["endpoint"], "https://push.example/1"):
        reply = await portal.as_("maya").put(DEVICES, json=device | {"endpoint": endpoint})
        assert reply.status_code == 200, reply.text
    await portal.post("ana", "Your page is faster now.")
    await asyncio.to_thread(sweep)
    time_machine.move_to(timedelta(seconds=11))
    names.hosts |= {"127.0.0.1", "push.example"}
    names.fail()
    await send_due_pushes()
    assert await waiting_pushes() == [
        (1, "PushServiceUnavailable('ProxyError')"),
        (1, "PushServiceUnavailable('it answered 502')"),
    ]
    names.recover()
    assert pushes.taken() == []
    for _ in range(3):
        time_machine.move_to(timedelta(minutes=1))
        await send_due_pushes()
    assert [push.data["n"] for push in pushes.taken()] == [1]
    # No push service listens at the second address.
    assert [error for _, error in await waiting_pushes()] == ["PushServiceUnavailable('ProxyError')"]
    assert await read(lambda: list(PushDevice.objects.values_list("trouble", flat=True))) == ["", ""]


async def test_a_bot_apologizes_and_answers_the_next_question(chat: Chat, names: Names, settings: Settings) -> None:
    settings.CHAT = dataclasses.replace(settings.CHAT, api=names.named(settings.CHAT.api, "model.example"))
    names.fail()
    answer = await chat.answer(QUESTION)
    assert (answer["response"], answer["model_used"], answer["error"]) == (replies.FALLBACK, "fallback", "unavailable")
    assert chat.requests() == []
    names.recover()
    answer = await chat.answer(QUESTION)
    assert (answer["fallback_used"], answer["error"]) == (False, None)
    assert len(chat.requests()) == 1
    assert await messages() == [
        ("user", QUESTION),
        ("bot", replies.FALLBACK),
        ("user", QUESTION),
        ("bot", answer["response"]),
    ]


async def test_figures_stay_and_are_read_once_afterwards(
    analytics: Analytics, names: Names, fake_providers: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    await analytics.connect()
    for name in ("GOOGLE_ISSUER", "GOOGLE_DATA_API", "GOOGLE_ADMIN_API"):
        monkeypatch.setattr(django_settings, name, names.named(fake_providers.url, "google.example"))
    figures, row_before = await analytics.figures(), await analytics.row()
    analytics.google.order("reset")
    names.fail()
    await analytics.read_now()
    failed_row = await analytics.row()
    assert (failed_row["status"], failed_row["error"]) == (
        "error",
        "Failed to fetch Google Analytics data: Google does not respond",
    )
    assert (failed_row["last_sync"], await analytics.figures()) == (row_before["last_sync"], figures)
    assert len(await analytics.errors_to_retry()) == 1
    names.recover()
    await execute("UPDATE effects SET due = '2000-01-01' WHERE done_at IS NULL")
    await analytics.work()
    row_after = await analytics.row()
    assert (row_after["status"], row_after["error"]) == ("connected", "")
    assert row_after["last_sync"] > row_before["last_sync"]
    assert (analytics.google.calls(), await analytics.errors_to_retry()) == ({"runReport": 3}, [])


async def test_a_card_is_stored_and_its_trial_started_once_afterwards(
    till: Till, names: Names, fake_stripe: StripeSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    intent = await till.enter_card("maya")
    monkeypatch.setattr(django_settings, "STRIPE_API", names.named(fake_stripe.url, "stripe.example"))
    names.fail()
    async with till.portal.unchanged():
        for function, body, message in (
            ("create-setup-intent", {}, "Failed to create payment method"),
            ("save-payment-method", {"setup_intent": intent}, "Failed to update subscription"),
        ):
            reply = await till.call("maya", function, **body)
            assert (reply.status_code, reply.json()) == (503, {"code": "payments_unavailable", "message": message})
    names.recover()
    for _ in range(2):
        assert (await till.call("maya", "save-payment-method", setup_intent=intent)).status_code == 200
    assert len(await till.subscriptions("maya")) == 1


async def test_a_part_of_an_upload_waits_for_the_bucket(
    portal: Portal, bucket: Bucket, names: Names, settings: Settings
) -> None:
    assert settings.FILES_BUCKET is not None
    endpoint = names.named(bucket.endpoint, "bucket")
    settings.FILES_BUCKET = dataclasses.replace(settings.FILES_BUCKET, endpoint=endpoint)
    file_storage.cache_clear()
    sender = Sender(portal.as_("maya"))
    await sender.begin("plan.txt", 4)
    names.fail()
    async with portal.unchanged():
        reply = await sender.part(0, b"Plan")
    assert (reply.status_code, reply.json()) == (
        503,
        {"code": "storage_unavailable", "message": "The file cannot be stored right now. Please try again."},
    )
    names.recover()
    reply = await sender.part(0, b"Plan")
    key = reply.headers["Content-Location"].removeprefix("/storage/v1/object/")
    assert (bucket.keys(), bucket.content(key)) == ([key], b"Plan")
