"""Stripe's customer portal and its changes; the end of a trial, a failed payment, and the mails about both."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from stripe.params._subscription_update_params import SubscriptionUpdateParams
from time_machine import Traveller

from billing.models import Subscription
from billing.stripe_types import State
from clients.models import Client
from tests.support.apps.billing import CARD, Till, store_stripe_state, till
from tests.support.fakes.stripe_sandbox import fake_stripe
from tests.support.mail.mailbox import Mailbox, mailbox
from tests.support.portal.agency import row

__all__ = ["fake_stripe", "mailbox", "till"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

NOT_FOUND = (404, {"code": "client_not_found", "message": "Client not found"})


async def test_a_client_opens_their_own_stripe_portal_and_an_admin_any(till: Till) -> None:
    await till.add_card("maya")
    maya = str(till.portal.clients["maya"])
    for user in ("maya", "ana"):
        reply = await till.call(user, "create-portal-session", clientId=maya)
        assert reply.status_code == 200, reply.text
        assert set(reply.json()) == {"url"}
        assert reply.json()["url"].startswith(till.sandbox.url)


async def test_another_clients_stripe_portal_is_not_found(till: Till) -> None:
    await till.add_card("maya")
    async with till.portal.unchanged():
        for user, client in (("otto", "maya"), ("maya", "otto"), ("maya", "pending"), ("ana", "pending")):
            reply = await till.call(user, "create-portal-session", clientId=str(till.portal.clients[client]))
            assert (reply.status_code, reply.json()) == NOT_FOUND, (user, client)
        for user, unknown in (("ana", "01890000-0000-7000-8000-000000000000"), ("ana", "maya"), ("maya", "")):
            reply = await till.call(user, "create-portal-session", clientId=unknown)
            assert (reply.status_code, reply.json()) == NOT_FOUND, (user, unknown)
        reply = await till.portal.as_(None).post("/functions/v1/create-portal-session", json={"clientId": "maya"})
        assert reply.status_code == 401


async def test_opening_the_stripe_portal_creates_a_missing_customer(till: Till) -> None:
    reply = await till.call("maya", "create-portal-session", clientId=str(till.portal.clients["maya"]))
    assert reply.json()["url"].startswith(till.sandbox.url)
    assert (await till.customer("maya")).startswith("cus_")


@pytest.mark.parametrize("field", ["cancel_at_period_end", "cancel_at"])
async def test_cancelling_and_resuming_update_the_users_and_the_clients_row(field: str, till: Till) -> None:
    end = (await till.add_card("maya"))["current_period_end"]
    [subscription] = await till.subscriptions("maya")
    changes: dict[str, tuple[SubscriptionUpdateParams, SubscriptionUpdateParams]] = {
        "cancel_at_period_end": ({"cancel_at_period_end": True}, {"cancel_at_period_end": False}),
        "cancel_at": ({"cancel_at": end}, {"cancel_at": ""}),
    }
    for change, expected in zip(changes[field], (True, False), strict=True):
        earlier = set(await till.events("customer.subscription.updated"))
        await asyncio.to_thread(till.v1.subscriptions.update, subscription.id, change)
        await till.deliver(
            *[event for event in await till.events("customer.subscription.updated") if event not in earlier]
        )
        assert (await till.row("maya"))["cancel_at_period_end"] is expected
        assert (await row(Subscription, id=till.portal.clients["maya"]))["cancel_at_period_end"] is expected
    assert (await row(Client, id=till.portal.clients["maya"]))["subscription_status"] == "active"


async def test_a_subscription_is_active_after_its_trial_is_paid(till: Till) -> None:
    end = (await till.add_card("maya"))["current_period_end"]
    await asyncio.to_thread(lambda: till.sandbox.move_clock(days=15))
    await till.deliver(*(await till.events("invoice.paid")))
    stored_row = await till.row("maya")
    assert stored_row["subscription_status"] == "active"
    assert stored_row["current_period_end"] > end


async def test_a_failed_payment_deactivates_the_client_and_sends_one_mail(till: Till, mailbox: Mailbox) -> None:
    await till.add_card("maya", "pm_card_chargeCustomerFail")
    await asyncio.to_thread(lambda: till.sandbox.move_clock(days=15))
    events = await till.events("invoice.payment_failed", "customer.subscription.updated")
    await till.deliver(*events)
    assert (await till.row("maya"))["subscription_status"] == "past_due"
    assert (await row(Client, id=till.portal.clients["maya"]))["subscription_status"] == "inactive"
    assert (await till.portal.as_("maya").get("/rest/v1/clients")).status_code == 200
    mail = await mailbox.mail()
    assert (mail.to, mail.subject) == ("maya@portal.example", "Your payment did not go through")
    assert "/dashboard/subscriptions" in mail.text
    await asyncio.to_thread(lambda: till.sandbox.move_clock(days=4))
    await till.deliver(*(await till.events("invoice.payment_failed")))
    assert await mailbox.mails() == []


@pytest.mark.parametrize("trigger", ["by the clock", "by Stripe's event"])
async def test_one_mail_is_sent_three_days_before_a_trial_ends(
    trigger: str, till: Till, mailbox: Mailbox, fake_clock: Traveller
) -> None:
    end = (await till.add_card("maya"))["current_period_end"]
    await till.deliver()
    assert await mailbox.mails() == []
    if trigger == "by the clock":
        fake_clock.move_to(datetime.fromtimestamp(end - 3 * 86_400 + 60, UTC))
    else:
        await asyncio.to_thread(lambda: till.sandbox.move_clock(days=12))
    await till.deliver(*(await till.events("customer.subscription.trial_will_end")))
    mail = await mailbox.mail()
    day = datetime.fromtimestamp(end, UTC)
    assert mail.subject == f"Your free trial ends on {day:%B} {day.day}, {day.year}"
    assert "continues at $99 per month, charged to the card on file" in " ".join(mail.text.split())
    await till.deliver(*(await till.events("customer.subscription.trial_will_end")))
    fake_clock.move_to(datetime.fromtimestamp(end - 3600, UTC))
    await till.deliver()
    assert await mailbox.mails() == []


async def test_a_cancelled_subscription_gets_no_reminder(till: Till, mailbox: Mailbox, fake_clock: Traveller) -> None:
    end = (await till.add_card("maya"))["current_period_end"]
    [subscription] = await till.subscriptions("maya")
    await asyncio.to_thread(till.v1.subscriptions.update, subscription.id, {"cancel_at_period_end": True})
    fake_clock.move_to(datetime.fromtimestamp(end - 3 * 86_400 + 60, UTC))
    await till.deliver()
    assert await mailbox.mails() == []


async def test_a_trial_whose_card_was_read_later_counts_as_the_cards_trial(till: Till) -> None:
    trial = State(status="trialing", subscription_id="sub_1", trial_end=2_000_000_000)
    await store_stripe_state(till.portal, "maya", trial)
    await store_stripe_state(till.portal, "maya", replace(trial, card=CARD))
    await store_stripe_state(till.portal, "otto", State(card=CARD))
    assert (await till.row("otto"))["trial_used"] == "card"


async def test_an_incomplete_subscription_does_not_activate_the_client(till: Till) -> None:
    await store_stripe_state(till.portal, "maya", State(status="incomplete", subscription_id="sub_1", card=CARD))
    assert (await row(Client, id=till.portal.clients["maya"]))["subscription_status"] == "inactive"
    rows = [change["row"] for change in await till.portal.frames("w", 2) if change["tbl"] == "stripe_subscriptions"]
    assert [one["status"] for one in rows] == ["incomplete"]
