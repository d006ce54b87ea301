"""A card on file: entered in Stripe's field, stored only after Stripe confirms it, and the start of one trial."""

import asyncio

import pytest
from django.conf import settings

from billing.providers.stripe_api import Gateway
from clients.models import Client
from sync.writes.db_executor import write
from tests.support.apps.billing import Till, till
from tests.support.fakes.stripe_sandbox import StripeSandbox, fake_stripe
from tests.support.portal.agency import row

__all__ = ["fake_stripe", "till"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

CARD_ERROR = (422, {"code": "card_not_kept", "message": "Failed to create payment method"})
DAY_S = 86_400


async def test_the_first_card_gives_access_and_starts_the_trial(till: Till, fake_stripe: StripeSandbox) -> None:
    portal = till.portal
    setup = (await till.call("maya", "create-setup-intent")).json()
    assert setup.pop("client_secret").startswith("seti_")
    [product] = (await portal.as_(None).get("/rest/v1/products")).json()
    assert setup == {
        "price_id": product["priceId"],
        "publishable_key": "pk_test_sandbox",
        "script": f"{fake_stripe.url}/v3/",
        "with_trial": True,
        "price": 99.0,
        "currency": "usd",
        "interval": "month",
    }
    assert (await till.row("maya"))["trial_used"] is None
    user_row = await till.add_card("maya")
    [subscription] = await till.subscriptions("maya")
    assert subscription.trial_end == subscription.created + 14 * DAY_S
    expected = {
        "subscription_status": "trialing",
        "current_period_end": subscription.trial_end,
        "cancel_at_period_end": False,
        "payment_method_brand": "visa",
        "payment_method_last4": "4242",
    }
    assert {name: user_row[name] for name in expected} == expected
    [frame] = await portal.frames("u:maya", 1)
    assert (frame["tbl"], frame["row"]) == ("stripe_user_subscriptions", user_row)
    [subscription_row] = [
        change["row"] for change in await portal.frames("w", 2) if change["tbl"] == "stripe_subscriptions"
    ]
    assert (subscription_row["client_id"], subscription_row["status"]) == (str(portal.clients["maya"]), "trialing")
    assert (await row(Client, id=portal.clients["maya"]))["subscription_status"] == "active"
    assert (await portal.as_("maya").get("/rest/v1/clients")).status_code == 200


async def test_repeating_a_card_entry_changes_nothing(till: Till) -> None:
    intent = await till.enter_card("maya")
    first = await till.call("maya", "save-payment-method", setup_intent=intent)
    before = await till.row("maya")
    repeat = await till.call("maya", "save-payment-method", setup_intent=intent)
    assert (repeat.status_code, repeat.json()) == (200, first.json())
    assert await till.row("maya") == before
    assert len(await till.subscriptions("maya")) == 1


async def test_two_concurrent_cards_start_one_trial(till: Till) -> None:
    intent = await till.enter_card("maya")
    requests = [till.call("maya", "save-payment-method", setup_intent=intent) for _ in range(2)]
    assert [reply.status_code for reply in await asyncio.gather(*requests)] == [200, 200]
    assert len(await till.subscriptions("maya")) == 1


async def test_two_concurrent_first_requests_create_one_customer(till: Till) -> None:
    for reply in await asyncio.gather(*(till.call("maya", "create-setup-intent") for _ in range(2))):
        assert reply.status_code == 200
    customers = await asyncio.to_thread(till.v1.customers.list, {"email": "maya@portal.example"})
    assert [one.id for one in customers.data] == [await till.customer("maya")]


async def test_an_unfinished_or_foreign_setup_intent_is_rejected(till: Till) -> None:
    setup = (await till.call("maya", "create-setup-intent")).json()
    unfinished_intent = setup["client_secret"].partition("_secret_")[0]
    ottos_intent = await till.enter_card("otto")
    async with till.portal.unchanged():
        for intent in (unfinished_intent, ottos_intent, "seti_unknown", "../customers", ""):
            reply = await till.call("maya", "save-payment-method", setup_intent=intent)
            assert (reply.status_code, reply.json()) == CARD_ERROR
    assert (await till.row("maya"))["payment_method_last4"] is None


async def test_another_card_replaces_the_first_and_starts_no_subscription(till: Till) -> None:
    await till.add_card("maya")
    assert (await till.call("maya", "create-setup-intent")).json()["with_trial"] is False
    user_row = await till.add_card("maya", "pm_card_mastercard")
    assert (user_row["payment_method_brand"], user_row["payment_method_last4"]) == ("mastercard", "4444")
    [subscription] = await till.subscriptions("maya")
    assert subscription.status == user_row["subscription_status"] == "trialing"


async def test_a_card_that_has_had_a_trial_starts_no_second_trial(till: Till) -> None:
    await till.add_card("maya")
    user_row = await till.add_card("otto")
    assert (user_row["payment_method_last4"], user_row["subscription_status"]) == ("4242", None)
    assert user_row["trial_used"] == "card"
    response = await till.portal.as_("otto").get("/rest/v1/stripe_user_subscriptions")
    rows = [each["row"] for each in await till.portal.frames("u:otto", 2) if each["row"].get("trial_used")]
    assert rows == [user_row] == [response.json()["data"]]
    assert await till.subscriptions("otto") == []
    assert (await till.portal.as_("otto").get("/rest/v1/clients")).status_code == 200


async def test_a_user_who_had_a_trial_gets_none_with_another_card(till: Till) -> None:
    await till.add_card("maya")
    [subscription] = await till.subscriptions("maya")
    await asyncio.to_thread(till.v1.subscriptions.cancel, subscription.id)
    user_row = await till.add_card("maya", "pm_card_mastercard")
    assert (user_row["payment_method_last4"], user_row["subscription_status"]) == ("4444", "canceled")
    assert user_row["trial_used"] == "person"
    assert len(await till.subscriptions("maya")) == 1
    assert (await row(Client, id=till.portal.clients["maya"]))["subscription_status"] == "inactive"


async def test_admins_and_users_without_a_client_cannot_enter_a_card(till: Till) -> None:
    reply = await till.call("ana", "create-setup-intent")
    assert (reply.status_code, reply.json()["message"]) == (404, "Client not found")
    reply = await till.portal.as_(None).post("/functions/v1/create-setup-intent")
    assert reply.status_code == 401


async def test_no_request_writes_a_payment_row(till: Till) -> None:
    """The paths of payment rows accept no write, and other endpoints reject extra fields."""
    fields = {"id": str(till.portal.users["maya"].id), "payment_method_last4": "4242", "payment_method_brand": "visa"}
    maya = till.portal.as_("maya")
    async with till.portal.unchanged():
        for table in ("stripe_user_subscriptions", "stripe_subscriptions", "stripe_customers", "products"):
            for method in ("POST", "PUT", "PATCH", "DELETE"):
                assert (await maya.request(method, f"/rest/v1/{table}", json=fields)).status_code in {404, 405}
        reply = await till.call("maya", "save-payment-method", setup_intent="seti_1", **fields)
        assert reply.status_code == 422
    assert (await maya.get("/rest/v1/clients")).json()["code"] == "card_required"


async def test_removing_the_last_card_at_stripe_removes_it_here(till: Till) -> None:
    await till.add_card("maya")
    methods = till.v1.customers.payment_methods
    [method] = (await asyncio.to_thread(methods.list, await till.customer("maya"))).data
    await asyncio.to_thread(till.v1.payment_methods.detach, method.id)
    await till.deliver(*(await till.events("payment_method.detached")))
    assert (await till.row("maya"))["payment_method_last4"] is None
    assert (await till.portal.as_("maya").get("/rest/v1/clients")).json()["code"] == "card_required"


async def test_a_card_is_not_changed_while_stripe_is_unreachable(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    intent = await till.enter_card("maya")
    monkeypatch.setattr(settings, "STRIPE_API", "http://127.0.0.1:1")
    async with till.portal.unchanged():
        for function, body, message in (
            ("create-setup-intent", {}, "Failed to create payment method"),
            ("save-payment-method", {"setup_intent": intent}, "Failed to update subscription"),
        ):
            reply = await till.call("maya", function, **body)
            assert (reply.status_code, reply.json()) == (503, {"code": "payments_unavailable", "message": message})


async def test_stripe_is_never_requested_inside_a_transaction(till: Till) -> None:
    """The transaction would stay open until Stripe responds."""
    await till.enter_card("maya")
    customer = await till.customer("maya")
    with pytest.raises(RuntimeError, match="state_of was called inside a transaction"):
        await write(Gateway().state_of, customer)
