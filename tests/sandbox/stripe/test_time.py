"""Time at the sandbox's Stripe: trials end, periods renew, failed payments are retried, and each sends its events."""

from typing import Literal

import httpx
import pytest
import stripe

from tests.support.fakes.stripe_shop import DAY_S, Shop

pytestmark = pytest.mark.thorough

HOUR_S = 3600
WithoutCard = Literal["cancel", "create_invoice", "pause"]
FAILS_LATER = "pm_card_chargeCustomerFail"


def invoice_of(subscription: stripe.Subscription) -> stripe.Invoice:
    assert isinstance(subscription.latest_invoice, stripe.Invoice)
    return subscription.latest_invoice


def period(subscription: stripe.Subscription) -> tuple[int, int]:
    item = subscription["items"].data[0]
    return item.current_period_start, item.current_period_end


def past_due(shop: Shop) -> str:
    """The id of a subscription whose trial has ended, and whose first payment has failed."""
    subscription = shop.subscribe(FAILS_LATER)
    shop.sandbox.move_clock(seconds=14 * DAY_S + HOUR_S + 60)
    assert shop.subscription(subscription.id).status == "past_due"
    return subscription.id


def test_a_trial_sends_a_warning_and_is_then_paid_and_renewed(shop: Shop) -> None:
    subscription = shop.subscribe()
    assert (subscription.status, period(subscription)) == (
        "trialing",
        (subscription.created, subscription.created + 14 * DAY_S),
    )
    before = len(shop.event_types())
    shop.sandbox.move_clock(days=11)
    assert shop.event_types()[before:] == ["customer.subscription.trial_will_end"]
    shop.sandbox.move_clock(days=3)
    ended = shop.subscription(subscription.id)
    assert (ended.status, invoice_of(ended).status) == ("active", "draft")
    assert period(ended)[0] == subscription.trial_end
    shop.sandbox.move_clock(seconds=HOUR_S + 60)
    paid = invoice_of(shop.subscription(subscription.id))
    assert (paid.status, paid.amount_paid, paid.billing_reason) == ("paid", 9900, "subscription_cycle")
    assert shop.event_types()[before + 1 :] == [
        "invoice.created",
        "customer.subscription.updated",
        "invoice.finalized",
        "payment_intent.succeeded",
        "invoice.paid",
        "invoice.payment_succeeded",
    ]
    shop.sandbox.move_clock(to=period(ended)[1] + 2 * HOUR_S)
    renewed = shop.subscription(subscription.id)
    assert (renewed.status, period(renewed)[0], invoice_of(renewed).status) == ("active", period(ended)[1], "paid")
    assert len(shop.v1.invoices.list({"subscription": subscription.id, "status": "paid"}).data) == 3


def test_a_short_trial_sends_its_warning_at_once(shop: Shop) -> None:
    shop.subscribe(days=2)
    assert shop.event_types("customer.subscription.trial_will_end") == ["customer.subscription.trial_will_end"]


@pytest.mark.parametrize(
    ("rule", "status", "reason"),
    [("cancel", "canceled", "payment_failed"), ("unpaid", "unpaid", None), ("past_due", "past_due", None)],
)
def test_a_failed_payment_is_retried_three_times(shop: Shop, rule: str, status: str, reason: str | None) -> None:
    shop.sandbox.command("/settings", {"after_retries": rule})
    id = past_due(shop)
    for attempts, days in ((1, 3), (2, 5), (3, 7)):
        current = shop.subscription(id)
        assert (current.status, invoice_of(current).attempt_count) == ("past_due", attempts)
        shop.sandbox.move_clock(days=days)
    final = shop.subscription(id)
    assert (final.status, invoice_of(final).status, invoice_of(final).next_payment_attempt) == (status, "open", None)
    assert final.cancellation_details
    assert final.cancellation_details.reason == reason
    assert len(shop.event_types("invoice.payment_failed")) == 4
    assert shop.event_types("customer.subscription.deleted") == ["customer.subscription.deleted"] * (rule == "cancel")


def test_another_card_pays_the_open_invoice(shop: Shop) -> None:
    id = past_due(shop)
    subscription = shop.subscription(id)
    method = shop.v1.payment_methods.attach("pm_card_mastercard", {"customer": str(subscription.customer)})
    shop.v1.subscriptions.update(id, {"default_payment_method": method.id})
    assert shop.subscription(id).status == "past_due"
    shop.v1.invoices.pay(invoice_of(subscription).id)
    assert (shop.subscription(id).status, invoice_of(shop.subscription(id)).status) == ("active", "paid")
    shop.sandbox.move_clock(days=20)
    assert shop.subscription(id).status == "active"


def test_a_cancellation_at_the_period_end_ends_the_subscription_without_another_invoice(shop: Shop) -> None:
    subscription, other = shop.subscribe(), shop.subscribe()
    for each in (subscription, other):
        planned = shop.v1.subscriptions.update(each.id, {"cancel_at_period_end": True})
        assert (planned.status, planned.cancel_at_period_end) == ("trialing", True)
        assert planned.canceled_at
    resumed = shop.v1.subscriptions.update(other.id, {"cancel_at_period_end": False})
    assert (resumed.cancel_at_period_end, resumed.canceled_at) == (False, None)
    shop.sandbox.move_clock(days=15)
    ended = shop.subscription(subscription.id)
    assert (ended.status, ended.ended_at) == ("canceled", subscription.trial_end)
    assert [each.status for each in shop.v1.invoices.list({"subscription": subscription.id}).data] == ["paid"]
    assert shop.subscription(other.id).status == "active"
    with pytest.raises(stripe.InvalidRequestError, match="No such subscription"):
        shop.v1.subscriptions.update(subscription.id, {"cancel_at_period_end": False})


def test_a_subscription_cancelled_now_ends_now(shop: Shop) -> None:
    ended = shop.v1.subscriptions.cancel(shop.subscribe().id)
    assert (ended.status, ended.ended_at, ended.cancel_at_period_end) == ("canceled", ended.canceled_at, False)
    assert shop.v1.subscriptions.list().data == []
    assert [each.id for each in shop.v1.subscriptions.list({"status": "all"}).data] == [ended.id]


@pytest.mark.parametrize(
    ("behavior", "status"), [("cancel", "canceled"), ("pause", "paused"), ("create_invoice", "past_due")]
)
def test_a_trial_without_a_card_ends_by_its_settings(shop: Shop, behavior: WithoutCard, status: str) -> None:
    subscription = shop.subscribe(None)
    shop.v1.subscriptions.update(
        subscription.id, {"trial_settings": {"end_behavior": {"missing_payment_method": behavior}}}
    )
    shop.sandbox.move_clock(seconds=14 * DAY_S + HOUR_S + 60)
    assert shop.subscription(subscription.id).status == status


def test_a_paused_subscription_resumes_with_a_card(shop: Shop) -> None:
    subscription = shop.subscribe(None)
    shop.v1.subscriptions.update(
        subscription.id, {"trial_settings": {"end_behavior": {"missing_payment_method": "pause"}}}
    )
    now = shop.sandbox.move_clock(days=20)
    method = shop.v1.payment_methods.attach("pm_card_visa", {"customer": str(subscription.customer)})
    shop.v1.subscriptions.update(subscription.id, {"default_payment_method": method.id})
    resumed = shop.v1.subscriptions.resume(subscription.id)
    assert resumed.status == "active"
    assert period(resumed)[0] - now in range(60)
    assert invoice_of(shop.subscription(subscription.id)).status == "paid"


def test_a_trial_can_be_ended_now(shop: Shop) -> None:
    subscription = shop.subscribe()
    ended = shop.v1.subscriptions.update(subscription.id, {"trial_end": "now"})
    assert (ended.status, invoice_of(shop.subscription(subscription.id)).amount_paid) == ("active", 9900)
    assert ended.trial_end == period(ended)[0]


def test_a_subscription_expires_after_23_hours_without_its_first_payment(shop: Shop) -> None:
    subscription = shop.subscribe(FAILS_LATER, days=None)
    shop.sandbox.move_clock(seconds=22 * HOUR_S)
    assert shop.subscription(subscription.id).status == "incomplete"
    shop.sandbox.move_clock(seconds=HOUR_S + 60)
    late = shop.subscription(subscription.id)
    assert (late.status, invoice_of(late).status) == ("incomplete_expired", "void")


def test_a_first_payment_may_require_3d_secure(shop: Shop) -> None:
    subscription = shop.subscribe("pm_card_threeDSecure2Required", days=None)
    assert subscription.status == "incomplete"
    expanded = shop.v1.subscriptions.retrieve(
        subscription.id,
        {"expand": ["latest_invoice.payments.data.payment.payment_intent", "latest_invoice.confirmation_secret"]},
    )
    payments, secret = invoice_of(expanded).payments, invoice_of(expanded).confirmation_secret
    assert payments
    assert secret
    intent = payments.data[0].payment.payment_intent
    assert isinstance(intent, stripe.PaymentIntent)
    assert (intent.status, intent.client_secret) == ("requires_action", secret.client_secret)
    assert intent.next_action
    assert intent.next_action.use_stripe_sdk
    assert "Thank you" in shop.sandbox.answer(intent.next_action.use_stripe_sdk["stripe_js"]).text
    paid = shop.subscription(subscription.id)
    assert (paid.status, invoice_of(paid).status) == ("active", "paid")


def test_the_clock_cannot_be_set_back(shop: Shop) -> None:
    now = shop.sandbox.move_clock(days=1)
    response = httpx.post(f"{shop.sandbox.url}/sandbox/clock", json={"to": now - DAY_S})
    assert (response.status_code, response.json()) == (400, {"error": "the clock goes forward only"})
    assert shop.sandbox.move_clock() >= now
