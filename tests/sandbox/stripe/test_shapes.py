"""The objects of the sandbox's Stripe match the types of the official package, field by field."""

import json
from typing import Any

import pytest
import stripe

from tests.support.fakes.stripe_shop import Shop
from tests.support.fakes.stripe_types import KINDS, breaches


def create_everything(shop: Shop) -> None:
    """Create every kind of object in every state that the product can meet."""
    for card in ("pm_card_authenticationRequiredOnSetup", "pm_card_amex"):
        intent = shop.v1.setup_intents.create({"customer": shop.customer(None).id, "metadata": {"a": "b"}})
        shop.v1.setup_intents.confirm(intent.id, {"payment_method": card})
    intent = shop.v1.setup_intents.create()
    with pytest.raises(stripe.CardError):
        shop.v1.setup_intents.confirm(intent.id, {"payment_method": "pm_card_visa_chargeDeclined"})
    shop.v1.setup_intents.cancel(shop.v1.setup_intents.create({"usage": "on_session"}).id)
    for card in ("pm_card_visa", "pm_card_threeDSecure2Required"):
        shop.v1.payment_intents.create(
            {
                "amount": 500,
                "currency": "usd",
                "payment_method": card,
                "confirm": True,
                "return_url": "http://a.example",
            }
        )
    shop.checkout()
    shop.v1.checkout.sessions.expire(shop.checkout().id)
    shop.sandbox.pay(str(shop.checkout().url))
    shop.sandbox.pay(str(shop.checkout(days=None).url))
    shop.subscribe("pm_card_chargeCustomerFail")
    shop.subscribe(None)
    shop.subscribe("pm_card_chargeCustomerFail", days=None)
    ending = shop.subscribe()
    shop.v1.subscriptions.update(ending.id, {"cancel_at_period_end": True, "cancellation_details": {"comment": "bye"}})
    shop.v1.subscriptions.cancel(shop.subscribe().id)
    shop.v1.billing_portal.sessions.create({"customer": shop.customer().id, "return_url": "http://a.example"})
    shop.v1.billing_portal.sessions.create(
        {"customer": shop.customer().id, "flow_data": {"type": "payment_method_update"}}
    )
    shop.v1.customers.delete(shop.customer().id)
    shop.sandbox.move_clock(days=20)


def test_every_object_matches_its_type(shop: Shop) -> None:
    """Checks lists, their expanded objects and the objects in events, in every status."""
    create_everything(shop)
    v1, hundred = shop.v1, 100
    seen: dict[str, set[str]] = {}
    for listed in (
        v1.customers.list(),
        v1.products.list(),
        v1.prices.list({"expand": ["data.product"]}),
        v1.setup_intents.list({"limit": hundred, "expand": ["data.payment_method"]}),
        v1.payment_intents.list({"limit": hundred, "expand": ["data.payment_method", "data.customer"]}),
        v1.checkout.sessions.list({"limit": hundred, "expand": ["data.line_items", "data.subscription"]}),
        v1.subscriptions.list({"limit": hundred, "status": "all", "expand": ["data.pending_setup_intent"]}),
        v1.invoices.list({"limit": hundred, "expand": ["data.payments", "data.confirmation_secret"]}),
        v1.billing_portal.configurations.list(),
        v1.events.list({"limit": hundred}),
    ):
        for each in listed.auto_paging_iter():
            sent = _sent(each)
            assert breaches(sent, KINDS[sent["object"]]) == []
            seen.setdefault(sent["object"], set()).add(sent.get("status", ""))
            if isinstance(each, stripe.Event):
                content = sent["data"]["object"]
                assert breaches(content, KINDS[content["object"]], each.type) == []
    assert seen == {
        "customer": {""},
        "product": {""},
        "price": {""},
        "setup_intent": {"canceled", "requires_action", "requires_payment_method", "succeeded"},
        "payment_intent": {"canceled", "requires_action", "requires_payment_method", "succeeded"},
        "checkout.session": {"complete", "expired"},
        "subscription": {"active", "canceled", "incomplete_expired", "past_due"},
        "invoice": {"open", "paid", "void"},
        "billing_portal.configuration": {""},
        "event": {""},
    }


def test_single_objects_match_their_types(shop: Shop) -> None:
    customer = shop.customer()
    subscription = shop.subscribe()
    for single in (
        customer,
        shop.v1.billing_portal.sessions.create({"customer": customer.id}),
        shop.v1.payment_methods.list({"customer": customer.id}).data[0],
        shop.v1.customers.retrieve(str(subscription.customer), {"expand": ["subscriptions"]}),
        shop.v1.invoices.create_preview({"subscription": subscription.id}),
        shop.v1.subscriptions.retrieve(subscription.id, {"expand": ["customer", "latest_invoice"]}),
    ):
        assert breaches(_sent(single), type(single)) == []
    line = shop.v1.checkout.sessions.line_items.list(shop.checkout().id).data[0]
    assert breaches(_sent(line), stripe.LineItem) == []


def test_each_difference_is_reported() -> None:
    product = dict.fromkeys(("id", "active", "created", "images", "livemode", "metadata", "name", "object"))
    problems = breaches({**product, "id": "p", "colour": "red", "type": "pie"}, stripe.Product)
    for detail in (".colour: no such field", ".updated: missing", ".type: 'pie' is none of ('good', 'service')"):
        assert f"Product{detail}" in problems
    assert "Product.created: None is no <class 'int'>" in problems


def _sent(document: stripe.StripeObject) -> dict[str, Any]:
    """An object as Stripe sends it: decimals are strings."""
    fields: dict[str, Any] = json.loads(json.dumps(document.to_dict(), default=str))
    return fields
