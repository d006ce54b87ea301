"""Stripe's webhooks: unsigned ones are rejected; signed ones may be late, repeated, reordered or lost."""

import asyncio
import hashlib
import hmac
import json
import time
from datetime import timedelta
from uuid import UUID

import pytest
from time_machine import Traveller

from billing import tasks
from billing.models import Event
from billing.stripe_types import Card, State
from clients.models import Client
from sync.log import changes
from sync.writes.db_executor import read, write
from tests.support.apps.billing import CARD, Till, store_stripe_state, till, work
from tests.support.fakes.stripe_sandbox import fake_stripe
from tests.support.portal.agency import contents, row

__all__ = ["fake_stripe", "till"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

SECRET = "whsec_sandbox"


def signature_of(body: bytes, *, secret: str = SECRET, at: float | None = None) -> str:
    timestamp = int(time.time() if at is None else at)
    digest = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={timestamp},v1={digest}"


async def pay(till: Till, name: str) -> None:
    """Pay on Stripe's page; the browser never returns to the portal."""
    checkout = (await till.checkout(name)).json()
    assert (await asyncio.to_thread(till.sandbox.pay, checkout["url"])).status_code == 303


async def test_an_event_updates_the_stored_state(till: Till) -> None:
    await pay(till, "maya")
    await till.deliver(*(await till.events("checkout.session.completed")))
    stored_row = await till.row("maya")
    assert (stored_row["subscription_status"], stored_row["payment_method_last4"]) == ("trialing", "4242")


async def test_webhooks_in_any_order_and_repetition_give_the_same_rows(till: Till) -> None:
    await pay(till, "maya")
    events = await till.events()
    await till.deliver(*events)
    stored_row = await till.row("maya")
    rows = await contents()
    await till.deliver(*events[::-1], *events)
    assert await till.row("maya") == stored_row
    assert await contents() == rows
    assert len(await read(lambda: list(Event.objects.all()))) == len(events)


async def test_a_late_event_stores_the_current_state(till: Till) -> None:
    await pay(till, "maya")
    created_events = await till.events("customer.subscription.created")
    [subscription] = await till.subscriptions("maya")
    await asyncio.to_thread(till.v1.subscriptions.cancel, subscription.id)
    await till.deliver(*(await till.events("customer.subscription.deleted")))
    assert (await till.row("maya"))["subscription_status"] == "canceled"
    await till.deliver(*created_events)
    assert (await till.row("maya"))["subscription_status"] == "canceled"


async def test_nightly_reconciling_finds_changes_without_a_webhook(till: Till, fake_clock: Traveller) -> None:
    await pay(till, "maya")
    assert (await till.row("maya"))["payment_method_last4"] is None
    fake_clock.shift(timedelta(days=1))
    await asyncio.to_thread(tasks.schedule_reconciling)
    await work()
    stored_row = await till.row("maya")
    assert (stored_row["subscription_status"], stored_row["payment_method_last4"]) == ("trialing", "4242")


@pytest.mark.parametrize("fault", ["none", "empty", "another secret", "another body", "yesterday's", "no time"])
async def test_a_forged_webhook_is_rejected_and_changes_nothing(fault: str, till: Till) -> None:
    await pay(till, "maya")
    [event] = await till.events("checkout.session.completed")
    body, _ = await asyncio.to_thread(till.sandbox.signed, event)
    signature = {
        "none": "",
        "empty": "t=,v1=",
        "another secret": signature_of(body, secret="whsec_guessed"),
        "another body": signature_of(body + b" "),
        "yesterday's": signature_of(body, at=time.time() - 86_400),
        "no time": signature_of(body).partition(",")[2],
    }[fault]
    async with till.portal.unchanged():
        reply = await till.post_event(body, signature)
    assert (reply.status_code, reply.json()["code"]) == (422, "bad_signature")


async def test_a_signed_body_that_is_not_an_event_is_rejected(till: Till) -> None:
    async with till.portal.unchanged():
        for body in (b"", b"[]", b"{", b'{"object":"event"}', b'"evt_1"'):
            reply = await till.post_event(body, signature_of(body))
            assert (reply.status_code, reply.json()["code"]) == (422, "bad_signature"), body


async def test_an_event_of_an_unknown_customer_changes_no_payment_row(till: Till) -> None:
    body = {"id": "evt_9", "object": "event", "type": "customer.updated"}
    text = json.dumps(body | {"data": {"object": {"id": "cus_9", "object": "customer"}}}).encode()
    async with till.portal.grows({"stripe_events": 1, "effects": 1}):
        assert (await till.post_event(text, signature_of(text))).status_code == 200
        await work()


async def test_an_older_read_does_not_replace_a_newer_one(till: Till) -> None:
    await store_stripe_state(
        till.portal, "otto", State(status="active", subscription_id="sub_1", card=CARD), read_number=7
    )
    before = await till.row("otto")
    await store_stripe_state(till.portal, "otto", State(card=Card("amex", "0005", None)), read_number=6)
    await store_stripe_state(till.portal, "otto", State(card=Card("amex", "0005", None)), read_number=7)
    assert await till.row("otto") == before


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("trialing", "active"),
        ("active", "active"),
        ("past_due", "inactive"),
        ("unpaid", "inactive"),
        ("canceled", "inactive"),
        ("incomplete", "inactive"),
        ("incomplete_expired", "inactive"),
        ("paused", "inactive"),
    ],
)
async def test_a_clients_status_follows_their_subscription(status: str, expected: str, till: Till) -> None:
    await store_stripe_state(till.portal, "maya", State(status=status, subscription_id="sub_1", card=CARD))
    stored_row = await row(Client, id=till.portal.clients["maya"])
    assert (stored_row["subscription_status"], stored_row["status_source"]) == (expected, "billing")
    assert (await till.row("maya"))["subscription_status"] == status


async def test_a_payment_does_not_reactivate_a_client_that_an_admin_deactivated(till: Till) -> None:
    client = till.portal.clients["maya"]
    await write(_deactivate, client)
    await store_stripe_state(till.portal, "maya", State(status="active", subscription_id="sub_1", card=CARD))
    stored_row = await row(Client, id=client)
    assert (stored_row["subscription_status"], stored_row["status_source"]) == ("inactive", "admin")
    assert (await till.row("maya"))["subscription_status"] == "active"


def _deactivate(client_id: UUID) -> None:
    client = Client.objects.select_for_update().get(id=client_id)
    changes.update(client, subscription_status="inactive", status_source="admin")
