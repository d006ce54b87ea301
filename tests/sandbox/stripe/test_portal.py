"""The sandbox's billing portal, where a customer manages their own subscription, card and invoices, and no others."""

from urllib.parse import urlsplit

import httpx
import pytest
import stripe

from tests.support.fakes.stripe_sandbox import ANY_TIME
from tests.support.fakes.stripe_shop import DAY_S, Shop

pytestmark = pytest.mark.thorough

RETURN_URL = "http://localhost:8000/dashboard/subscriptions"


def portal_url(shop: Shop, subscription: stripe.Subscription) -> str:
    """The URL of a new portal session of the subscription's customer."""
    return shop.v1.billing_portal.sessions.create(
        {"customer": str(subscription.customer), "return_url": RETURN_URL}
    ).url


def change_card(page: str, number: str) -> httpx.Response:
    return httpx.post(f"{page}/card", data={"number": number, **ANY_TIME})


def last4(shop: Shop, id: str) -> str:
    """The last four digits of the card that a subscription is charged to."""
    method = shop.v1.subscriptions.retrieve(id, {"expand": ["default_payment_method"]}).default_payment_method
    assert isinstance(method, stripe.PaymentMethod)
    assert method.card
    return method.card.last4


def test_the_portal_shows_the_subscription_card_and_invoices(shop: Shop) -> None:
    page = httpx.get(portal_url(shop, shop.subscribe())).text
    for text in (
        "Stripe sandbox",
        "Pulseboard",
        "Free trial",
        "$99.00 per month",
        "Visa •••• 4242",
        "Paid",
        RETURN_URL,
    ):
        assert text in page


def test_a_subscription_is_cancelled_and_resumed(shop: Shop) -> None:
    """In flexible billing mode the portal sets `cancel_at` and leaves `cancel_at_period_end` alone."""
    subscription = shop.subscribe()
    page = portal_url(shop, subscription)
    assert "stays available until" in httpx.get(f"{page}/cancel/{subscription.id}").text
    assert httpx.post(f"{page}/cancel/{subscription.id}").status_code == 303
    ending = shop.subscription(subscription.id)
    assert (ending.cancel_at, ending.cancel_at_period_end, ending.status) == (subscription.trial_end, False, "trialing")
    assert "Ends on" in httpx.get(page).text
    assert httpx.post(f"{page}/resume/{subscription.id}").status_code == 303
    assert (shop.subscription(subscription.id).cancel_at, shop.subscription(subscription.id).canceled_at) == (
        None,
        None,
    )
    assert shop.event_types("customer.subscription.updated") == ["customer.subscription.updated"] * 2
    httpx.post(f"{page}/cancel/{subscription.id}")
    shop.sandbox.move_clock(days=15)
    assert (shop.subscription(subscription.id).status, shop.subscription(subscription.id).ended_at) == (
        "canceled",
        subscription.trial_end,
    )


def test_another_card_is_charged_from_then_on(shop: Shop) -> None:
    subscription = shop.subscribe()
    page = portal_url(shop, subscription)
    declined = change_card(page, "4000000000000002")
    assert (declined.status_code, "Your card was declined." in declined.text) == (200, True)
    assert shop.subscription(subscription.id).default_payment_method is None
    assert change_card(page, "5555555555554444").status_code == 303
    assert last4(shop, subscription.id) == "4444"
    challenge = change_card(page, "4000002500003155").headers["Location"]
    failed = shop.sandbox.answer(challenge, "fail").headers["Location"]
    assert "We are unable to authenticate" in httpx.get(failed).text
    assert last4(shop, subscription.id) == "4444"
    challenge = change_card(page, "4000002500003155").headers["Location"]
    shop.sandbox.answer(challenge)
    assert last4(shop, subscription.id) == "3155"
    assert "Visa •••• 3155" in httpx.get(page).text


def test_an_open_invoice_is_paid(shop: Shop) -> None:
    subscription = shop.subscribe("pm_card_chargeCustomerFail")
    shop.sandbox.move_clock(seconds=14 * DAY_S + 3660)
    page, open_one = portal_url(shop, subscription), shop.subscription(subscription.id).latest_invoice
    assert isinstance(open_one, stripe.Invoice)
    assert "Past due" in httpx.get(page).text
    assert httpx.post(f"{page}/pay/{open_one.id}").headers["Location"].endswith("?message=declined")
    change_card(page, "4242424242424242")
    assert shop.subscription(subscription.id).status == "active"
    assert "Paid" in httpx.get(str(open_one.hosted_invoice_url)).text
    assert httpx.post(f"{page}/pay/{open_one.id}").status_code == 404


def test_a_finished_flow_redirects_back(shop: Shop) -> None:
    subscription = shop.subscribe()
    url = shop.v1.billing_portal.sessions.create(
        {
            "customer": str(subscription.customer),
            "flow_data": {
                "type": "subscription_cancel",
                "subscription_cancel": {"subscription": subscription.id},
                "after_completion": {"type": "redirect", "redirect": {"return_url": RETURN_URL}},
            },
        }
    ).url
    first = httpx.get(url)
    assert first.headers["Location"] == f"{urlsplit(url).path}/cancel/{subscription.id}"
    assert httpx.post(f"{url}/cancel/{subscription.id}").headers["Location"] == RETURN_URL
    assert "Ends on" in httpx.get(url).text


@pytest.mark.parametrize("action", ["cancel", "resume"])
def test_the_portal_rejects_another_customers_objects(shop: Shop, action: str) -> None:
    mine, other = shop.subscribe(), shop.subscribe()
    page, before = portal_url(shop, mine), shop.event_types()
    assert httpx.post(f"{page}/{action}/{other.id}").status_code == 404
    invoice = shop.subscription(other.id).latest_invoice
    assert isinstance(invoice, stripe.Invoice)
    assert httpx.post(f"{page}/pay/{invoice.id}").status_code == 404
    sent = httpx.post(f"{page}/{action}/{mine.id}", headers={"Sec-Fetch-Site": "cross-site"})
    assert (sent.status_code, shop.event_types()) == (403, before)


def test_a_page_is_open_for_an_hour(shop: Shop) -> None:
    subscription = shop.subscribe()
    page = portal_url(shop, subscription)
    shop.sandbox.move_clock(seconds=3601)
    assert "This link has expired" in httpx.post(f"{page}/cancel/{subscription.id}").text
    assert shop.subscription(subscription.id).cancel_at is None
    assert "This link has expired" in httpx.get(page[:-1]).text


def test_the_sandbox_page_has_every_control_of_the_api(shop: Shop) -> None:
    subscription = shop.subscribe()
    control = f"{shop.sandbox.url}/sandbox"
    assert "Stripe’s clock" in httpx.get(control).text
    assert httpx.post(control, data={"do": "clock", "days": "14"}).status_code == 303
    assert shop.subscription(subscription.id).status == "active"
    assert (
        httpx.post(control, data={"do": "clock", "days": "14"}, headers={"Sec-Fetch-Site": "cross-site"}).status_code
        == 403
    )
    httpx.post(control, data={"do": "faults", "hold": "on", "twice": "on"})
    faults = httpx.get(f"{control}/webhooks").json()["faults"]
    assert (faults["hold"], faults["copies"], faults["drop"]) == (True, 2, [])
