"""Checkout at the sandbox's Stripe, from a product to a paying customer, through the official client."""

import httpx
import pytest
import stripe

from tests.support.fakes.stripe_shop import BACK, SUCCESS, Shop

pytestmark = pytest.mark.thorough


def test_a_trial_begins_with_a_card(shop: Shop) -> None:
    session = shop.checkout()
    assert (session.status, session.payment_status) == ("open", "no_payment_required")
    page = httpx.get(str(session.url)).text
    for text in (
        "Stripe sandbox",
        "Pulseboard",
        "14 days free",
        "Then $99.00 per month",
        "maya@harborcoffee.example",
        BACK,
    ):
        assert text in page
    paid = shop.sandbox.pay(str(session.url))
    assert paid.status_code == 303
    assert paid.headers["Location"] == SUCCESS.replace("{CHECKOUT_SESSION_ID}", session.id)
    session = shop.session(session.id)
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


def test_a_checkout_without_a_trial_is_paid_at_once(shop: Shop) -> None:
    session = shop.checkout(days=None)
    shop.sandbox.pay(str(session.url))
    session = shop.session(session.id)
    assert isinstance(session.subscription, stripe.Subscription)
    assert isinstance(session.invoice, stripe.Invoice)
    assert (session.payment_status, session.subscription.status) == ("paid", "active")
    assert (session.invoice.status, session.invoice.amount_paid) == ("paid", 9900)


@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("4000000000000002", "Your card was declined."),
        ("4000000000009995", "Your card has insufficient funds."),
        ("4242424242424241", "Your card number is incorrect."),
        ("4111111111111111", "used a non test (live) card"),
    ],
)
def test_a_declined_card_leaves_the_session_open(shop: Shop, number: str, message: str) -> None:
    session = shop.checkout()
    response = shop.sandbox.pay(str(session.url), number)
    assert (response.status_code, message in response.text) == (200, True)
    assert shop.session(session.id).status == "open"
    assert shop.v1.subscriptions.list().data == []
    assert shop.sandbox.pay(str(session.url)).status_code == 303


@pytest.mark.parametrize("number", ["4000002500003155", "4000000000003220"])
def test_a_bank_may_require_3d_secure(shop: Shop, number: str) -> None:
    session = shop.checkout()
    challenge = shop.sandbox.pay(str(session.url), number)
    assert "3-D Secure" in httpx.get(challenge.headers["Location"]).text
    failed = shop.sandbox.answer(challenge.headers["Location"], "fail")
    again = httpx.get(failed.headers["Location"])
    assert "We are unable to authenticate your payment method." in again.text
    assert shop.session(session.id).status == "open"
    challenge = shop.sandbox.pay(str(session.url), number)
    passed = shop.sandbox.answer(challenge.headers["Location"])
    redirect = httpx.get(passed.headers["Location"])
    assert redirect.headers["Location"] == SUCCESS.replace("{CHECKOUT_SESSION_ID}", session.id)
    assert shop.session(session.id).status == "complete"
    assert "This request has been answered" in shop.sandbox.answer(challenge.headers["Location"]).text


def test_a_session_expires_or_is_ended(shop: Shop) -> None:
    late, ended, paid = shop.checkout(), shop.checkout(), shop.checkout()
    shop.sandbox.pay(str(paid.url))
    assert shop.v1.checkout.sessions.expire(ended.id).status == "expired"
    shop.sandbox.move_clock(seconds=86401)
    assert [shop.session(each.id).status for each in (late, ended, paid)] == ["expired", "expired", "complete"]
    assert "This link has expired" in shop.sandbox.pay(str(late.url)).text
    with pytest.raises(stripe.InvalidRequestError, match="Only Checkout Sessions with a status in"):
        shop.v1.checkout.sessions.expire(paid.id)
    assert len(shop.v1.subscriptions.list().data) == 1
