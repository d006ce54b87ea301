"""The sandbox's Stripe from a product to a paying customer: checkout, cards, and what the official client makes of it."""

import httpx
import pytest
import stripe
from stripe.params.checkout._session_create_params import SessionCreateParamsSubscriptionData

from tests.support.stripe_stand_in import StripeStandIn

SUCCESS = "http://localhost:8000/checkout/success?session_id={CHECKOUT_SESSION_ID}"
BACK = "http://localhost:8000/pricing"


def opened(client: stripe.StripeClient, *, days: int | None = 14) -> stripe.checkout.Session:
    product = client.v1.products.create({"name": "Pulseboard"})
    price = client.v1.prices.create(
        {"product": product.id, "unit_amount": 9900, "currency": "usd", "recurring": {"interval": "month"}}
    )
    customer = client.v1.customers.create({"email": "maya@harborcoffee.example", "name": "Maya Chen"})
    about: SessionCreateParamsSubscriptionData = {"metadata": {"client": "7"}}
    if days is not None:
        about["trial_period_days"] = days
    return client.v1.checkout.sessions.create(
        {
            "mode": "subscription",
            "customer": customer.id,
            "line_items": [{"price": price.id, "quantity": 1}],
            "subscription_data": about,
            "success_url": SUCCESS,
            "cancel_url": BACK,
        }
    )


def finished(client: stripe.StripeClient, id: str) -> stripe.checkout.Session:
    return client.v1.checkout.sessions.retrieve(id, {"expand": ["subscription.default_payment_method", "invoice"]})


def test_a_trial_begins_with_a_card(stripe_stand_in: StripeStandIn) -> None:
    client = stripe_stand_in.client()
    session = opened(client)
    assert (session.status, session.payment_status) == ("open", "no_payment_required")
    page = httpx.get(str(session.url)).text
    for said in ("stand-in", "Pulseboard", "14 days free", "Then $99.00 per month", "maya@harborcoffee.example", BACK):
        assert said in page
    paid = stripe_stand_in.pay(str(session.url))
    assert paid.status_code == 303
    assert paid.headers["Location"] == SUCCESS.replace("{CHECKOUT_SESSION_ID}", session.id)
    session = finished(client, session.id)
    subscription, invoice = session.subscription, session.invoice
    assert isinstance(subscription, stripe.Subscription)
    assert isinstance(invoice, stripe.Invoice)
    method = subscription.default_payment_method
    assert isinstance(method, stripe.PaymentMethod)
    assert method.card
    assert (method.card.brand, method.card.last4, method.customer) == ("visa", "4242", session.customer)
    assert (session.status, subscription.status, invoice.amount_due) == ("complete", "trialing", 0)
    assert subscription["items"].data[0].current_period_end == subscription.trial_end
    assert subscription.trial_end == subscription.created + 14 * 86400
    assert subscription.metadata["client"] == "7"


def test_without_a_trial_it_is_paid_at_once(stripe_stand_in: StripeStandIn) -> None:
    client = stripe_stand_in.client()
    session = opened(client, days=None)
    stripe_stand_in.pay(str(session.url))
    session = finished(client, session.id)
    assert isinstance(session.subscription, stripe.Subscription)
    assert isinstance(session.invoice, stripe.Invoice)
    assert (session.payment_status, session.subscription.status) == ("paid", "active")
    assert (session.invoice.status, session.invoice.amount_paid) == ("paid", 9900)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("4000000000000002", "Your card was declined."),
        ("4000000000009995", "Your card has insufficient funds."),
        ("4242424242424241", "Your card number is incorrect."),
        ("4111111111111111", "used a non test (live) card"),
    ],
)
def test_a_refused_card_leaves_the_session_open(stripe_stand_in: StripeStandIn, number: str, said: str) -> None:
    client = stripe_stand_in.client()
    session = opened(client)
    refused = stripe_stand_in.pay(str(session.url), number)
    assert (refused.status_code, said in refused.text) == (200, True)
    assert finished(client, session.id).status == "open"
    assert client.v1.subscriptions.list().data == []
    assert stripe_stand_in.pay(str(session.url)).status_code == 303


@pytest.mark.parametrize("number", ["4000002500003155", "4000000000003220"])
def test_a_bank_may_ask_who_pays(stripe_stand_in: StripeStandIn, number: str) -> None:
    client = stripe_stand_in.client()
    session = opened(client)
    asked = stripe_stand_in.pay(str(session.url), number)
    assert "3-D Secure" in httpx.get(asked.headers["Location"]).text
    failed = stripe_stand_in.answer(asked.headers["Location"], "fail")
    again = httpx.get(failed.headers["Location"])
    assert "We are unable to authenticate your payment method." in again.text
    assert finished(client, session.id).status == "open"
    asked = stripe_stand_in.pay(str(session.url), number)
    proved = stripe_stand_in.answer(asked.headers["Location"])
    back = httpx.get(proved.headers["Location"])
    assert back.headers["Location"] == SUCCESS.replace("{CHECKOUT_SESSION_ID}", session.id)
    assert finished(client, session.id).status == "complete"
    assert "This has been answered" in stripe_stand_in.answer(asked.headers["Location"]).text


def test_a_session_expires_or_is_ended(stripe_stand_in: StripeStandIn) -> None:
    client = stripe_stand_in.client()
    late, ended, done = opened(client), opened(client), opened(client)
    stripe_stand_in.pay(str(done.url))
    assert client.v1.checkout.sessions.expire(ended.id).status == "expired"
    stripe_stand_in.move_clock(seconds=86401)
    assert [finished(client, each.id).status for each in (late, ended, done)] == ["expired", "expired", "complete"]
    assert "This link has expired" in stripe_stand_in.pay(str(late.url)).text
    with pytest.raises(stripe.InvalidRequestError, match="Only Checkout Sessions with a status in"):
        client.v1.checkout.sessions.expire(done.id)
    assert len(client.v1.subscriptions.list().data) == 1
