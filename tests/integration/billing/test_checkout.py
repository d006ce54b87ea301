"""Checkout: Stripe's payment page for a client without a subscription, and the effects of a payment."""

import asyncio
from datetime import UTC, datetime, timedelta

import httpx
import pytest
import stripe
from django.conf import settings
from time_machine import Traveller

from billing import tasks
from clients.models import Client
from tests.support.apps.billing import BACK, SITE, Till, till, work
from tests.support.fakes.stripe_sandbox import fake_stripe
from tests.support.portal.agency import row

__all__ = ["fake_stripe", "till"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PRODUCT_NOT_FOUND = (404, {"code": "product_not_found", "message": "Product not found"})
WRONG_ADDRESS = (422, "wrong_address")


async def test_the_catalogue_is_one_product_of_99_dollars_a_month(till: Till) -> None:
    reply = await till.portal.as_(None).get("/rest/v1/products")
    [product] = reply.json()
    assert product.pop("id").startswith("prod_")
    assert product.pop("priceId").startswith("price_")
    expected = {"name": "Pulseboard", "description": "", "mode": "subscription"}
    assert product == expected | {"price": 99.0, "currency": "usd", "interval": "month"}


async def test_a_new_product_name_renames_the_plan_at_the_next_start(
    till: Till, fake_clock: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    [before] = (await till.portal.as_(None).get("/rest/v1/products")).json()
    monkeypatch.setattr(settings, "PRODUCT_NAME", "Harbor Portal")
    await asyncio.to_thread(tasks.at_start)
    with monkeypatch.context() as former_process:
        former_process.setattr(settings, "PRODUCT_NAME", "Pulseboard")
        await work()
    assert (await till.portal.as_(None).get("/rest/v1/products")).json() == [before]
    fake_clock.shift(timedelta(minutes=1))
    await work()
    assert (await till.portal.as_(None).get("/rest/v1/products")).json() == [before | {"name": "Harbor Portal"}]
    [product] = (await asyncio.to_thread(till.v1.products.list)).data
    assert (product.id, product.name) == (before["id"], "Harbor Portal")


@pytest.mark.parametrize("function", ["stripe-checkout", "create-checkout-session"])
async def test_paying_puts_a_card_on_file_before_any_webhook(function: str, till: Till) -> None:
    reply = await till.checkout("maya", function)
    assert (reply.status_code, set(reply.json())) == (200, {"sessionId", "url"})
    session = reply.json()["sessionId"]
    payment = await asyncio.to_thread(till.sandbox.pay, reply.json()["url"])
    assert payment.headers["Location"] == BACK["success_url"].replace("{CHECKOUT_SESSION_ID}", session)
    assert (await till.portal.as_("maya").get("/rest/v1/clients")).status_code == 403
    user_row = (await till.call("maya", "confirm-checkout", session_id=session)).json()
    [subscription] = await till.subscriptions("maya")
    assert (user_row["subscription_status"], user_row["payment_method_last4"]) == ("trialing", "4242")
    assert user_row["current_period_end"] == subscription.trial_end
    assert datetime.fromtimestamp(user_row["current_period_end"], UTC) > datetime.now(UTC)
    assert (await till.portal.as_("maya").get("/rest/v1/clients")).status_code == 200
    assert (await row(Client, id=till.portal.clients["maya"]))["subscription_status"] == "active"


async def test_an_unpaid_checkout_gives_no_access(till: Till) -> None:
    checkout = (await till.checkout("maya")).json()
    payment = await asyncio.to_thread(till.sandbox.pay, checkout["url"], "4000000000000002")
    assert (payment.status_code, "Your card was declined." in payment.text) == (200, True)
    user_row = (await till.call("maya", "confirm-checkout", session_id=checkout["sessionId"])).json()
    assert (user_row["subscription_status"], user_row["payment_method_last4"]) == (None, None)
    assert (await till.portal.as_("maya").get("/rest/v1/clients")).status_code == 403


async def test_another_users_checkout_is_not_found(till: Till) -> None:
    checkout = (await till.checkout("maya")).json()
    await asyncio.to_thread(till.sandbox.pay, checkout["url"])
    await till.checkout("otto")
    async with till.portal.unchanged():
        for session in (checkout["sessionId"], "cs_test_unknown", "cs_/../../customers", "../customers", ""):
            reply = await till.call("otto", "confirm-checkout", session_id=session)
            assert (reply.status_code, reply.json()["message"]) == (404, "Client not found")


async def test_a_second_checkout_of_a_live_subscription_is_rejected(till: Till) -> None:
    await till.add_card("maya")
    for function in ("stripe-checkout", "create-checkout-session"):
        reply = await till.checkout("maya", function)
        assert (reply.status_code, reply.json()["code"]) == (409, "already_subscribed")
    assert len(await till.subscriptions("maya")) == 1


async def test_a_second_checkout_page_closes_the_first(till: Till) -> None:
    first = (await till.checkout("maya")).json()
    second = (await till.checkout("maya")).json()
    late_payment = await asyncio.to_thread(till.sandbox.pay, first["url"])
    assert late_payment.status_code != 303
    assert (await asyncio.to_thread(till.sandbox.pay, second["url"])).status_code == 303
    await till.call("maya", "confirm-checkout", session_id=second["sessionId"])
    assert len(await till.subscriptions("maya")) == 1


async def test_only_one_of_two_concurrent_checkout_pages_can_be_paid(till: Till) -> None:
    replies = await asyncio.gather(till.checkout("maya"), till.checkout("maya"))
    assert {reply.status_code for reply in replies} <= {200, 503}
    urls = [reply.json()["url"] for reply in replies if reply.status_code == 200]
    payments = [await asyncio.to_thread(till.sandbox.pay, url) for url in urls]
    assert [reply.status_code for reply in payments].count(303) == 1
    assert len(await till.subscriptions("maya")) == 1


async def test_a_card_that_begins_a_trial_closes_the_open_checkout_page(till: Till) -> None:
    checkout = (await till.checkout("maya")).json()
    await till.add_card("maya")
    assert (await asyncio.to_thread(till.sandbox.pay, checkout["url"])).status_code != 303
    assert len(await till.subscriptions("maya")) == 1


async def test_no_checkout_page_is_created_while_another_cannot_be_closed(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = (await till.checkout("maya")).json()
    monkeypatch.setattr(stripe.checkout.SessionService, "expire", _raise_not_found)
    second = await till.checkout("maya")
    assert (second.status_code, second.json()["message"]) == (503, "Failed to create checkout session")
    open_sessions = await asyncio.to_thread(till.v1.checkout.sessions.list, {"status": "open"})
    assert [one.id for one in open_sessions.data] == [first["sessionId"]]


async def test_a_card_that_had_its_trial_is_charged_at_checkout_with_a_notice(till: Till) -> None:
    await till.add_card("maya")
    checkout = (await till.checkout("otto")).json()
    page = await asyncio.to_thread(httpx.get, checkout["url"])
    assert "One free trial per person and card: a card that has had one is charged today." in page.text
    await asyncio.to_thread(till.sandbox.pay, checkout["url"])
    user_row = (await till.call("otto", "confirm-checkout", session_id=checkout["sessionId"])).json()
    assert user_row["subscription_status"] == "active"
    [subscription] = await till.subscriptions("otto")
    assert subscription.status == "active"


async def test_the_first_user_of_a_card_keeps_their_trial(till: Till) -> None:
    """They keep it after another user has added the card, and after they add a card that the other user had first."""
    await till.add_card("maya")
    checkout = (await till.checkout("otto")).json()
    await asyncio.to_thread(till.sandbox.pay, checkout["url"], "5555555555554444")
    await till.call("otto", "confirm-checkout", session_id=checkout["sessionId"])
    await till.add_card("otto")
    assert (await till.add_card("maya", "pm_card_mastercard"))["subscription_status"] == "trialing"
    await till.deliver(*(await till.events()))
    for name in ("maya", "otto"):
        [subscription] = await till.subscriptions(name)
        assert (subscription.status, (await till.row(name))["subscription_status"]) == ("trialing", "trialing"), name


async def test_a_user_who_had_a_trial_pays_at_once(till: Till) -> None:
    await till.add_card("maya")
    [subscription] = await till.subscriptions("maya")
    await asyncio.to_thread(till.v1.subscriptions.cancel, subscription.id)
    checkout = (await till.checkout("maya")).json()
    await asyncio.to_thread(till.sandbox.pay, checkout["url"], "5555555555554444")
    user_row = (await till.call("maya", "confirm-checkout", session_id=checkout["sessionId"])).json()
    assert (user_row["subscription_status"], user_row["payment_method_brand"]) == ("active", "mastercard")


async def test_an_unknown_price_is_rejected(till: Till) -> None:
    async with till.portal.unchanged():
        reply = await till.checkout("maya", price_id="price_unknown")
    assert (reply.status_code, reply.json()) == PRODUCT_NOT_FOUND


@pytest.mark.parametrize(
    "changed",
    [
        {"success_url": "https://evil.example/{CHECKOUT_SESSION_ID}"},
        {"success_url": f"{SITE}.evil.example/{{CHECKOUT_SESSION_ID}}"},
        {"success_url": f"{SITE}/checkout/success"},
        {"cancel_url": "javascript:alert(1)"},
        {"cancel_url": "//evil.example/"},
        {"cancel_url": f"{SITE}@evil.example/"},
    ],
)
async def test_a_foreign_return_url_is_rejected(changed: dict[str, str], till: Till) -> None:
    async with till.portal.unchanged():
        reply = await till.checkout("maya", **changed)
    assert (reply.status_code, reply.json()["code"]) == WRONG_ADDRESS


async def test_only_subscriptions_are_sold(till: Till) -> None:
    async with till.portal.unchanged():
        reply = await till.checkout("maya", mode="payment")
    assert (reply.status_code, reply.json()["code"]) == (422, "invalid")


async def test_no_checkout_page_is_created_while_stripe_is_unreachable(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "STRIPE_API", "http://127.0.0.1:1")
    async with till.portal.unchanged():
        reply = await till.checkout("maya")
    error = {"code": "payments_unavailable", "message": "Failed to create checkout session"}
    assert (reply.status_code, reply.json()) == (503, error)


async def test_an_admin_cannot_check_out(till: Till) -> None:
    reply = await till.checkout("ana")
    assert (reply.status_code, reply.json()["message"]) == (404, "Client not found")


def _raise_not_found(sessions: stripe.checkout.SessionService, *_: object) -> object:
    """Raises Stripe's error for a session that does not exist."""
    return sessions.retrieve("cs_test_unknown")
