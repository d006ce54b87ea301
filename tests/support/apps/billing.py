"""Payments for integration tests: with the sandbox's Stripe, or with cards that are stored without Stripe."""

import asyncio

import httpx
import pytest
import stripe
from django.conf import settings
from stripe.params._subscription_list_params import SubscriptionListParams

from billing import services, tasks, workflows
from billing.models import Customer, UserSubscription
from billing.stripe_types import Card, CatalogueItem, State
from sync.writes.db_executor import write
from tests.support.fakes.stripe_sandbox import StripeSandbox
from tests.support.mail.mailbox import sweep
from tests.support.portal.agency import Json, Portal, row

UNREACHABLE = "http://127.0.0.1:1"
SITE = "http://localhost:8000"
BACK = {
    "success_url": f"{SITE}/checkout/success?session_id={{CHECKOUT_SESSION_ID}}",
    "cancel_url": f"{SITE}/pricing",
}
CARD = Card("visa", "4242", "print-4242")
SOLD = CatalogueItem("prod_1", "price_1", "Pulseboard", "Everything in one place", 9900, "usd", "month")


@pytest.fixture
async def payments(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> Portal:
    """The agency with payments set up. No client has a card, and Stripe is unreachable."""
    for name in ("STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"):
        monkeypatch.setattr(settings, name, f"{name.lower()}_of_a_test")
    monkeypatch.setattr(settings, "STRIPE_API", UNREACHABLE)
    await write(services.ensure_rows)
    await write(services.store_product, item=SOLD)
    return portal


async def store_stripe_state(portal: Portal, name: str, state: State, *, read_number: int | None = None) -> str | None:
    """Store `state` as if it had been read from Stripe for this client. Returns the id of a subscription to cancel, or None."""
    customer = f"cus_{name}"
    await write(
        services.store_customer,
        user_id=portal.users[name].id,
        client_id=portal.clients[name],
        customer_id=customer,
    )
    number = read_number or await write(services.start_read, customer_id=customer)
    assert number is not None
    return await write(workflows.store_state, customer_id=customer, read_number=number, state=state)


async def card_on_file(portal: Portal, *names: str) -> None:
    """Store a card for each of these clients."""
    for name in names:
        await store_stripe_state(portal, name, State(card=CARD))


class Till:
    """The agency with payments through the sandbox's Stripe, and the actions of its clients there."""

    def __init__(self, portal: Portal, sandbox: StripeSandbox) -> None:
        self.portal, self.sandbox, self.v1 = portal, sandbox, sandbox.client().v1

    async def call(self, name: str, function: str, **body: object) -> httpx.Response:
        return await self.portal.as_(name).post(f"/functions/v1/{function}", json=body)

    async def enter_card(self, name: str, card: str = "pm_card_visa") -> str:
        """Confirm a setup intent as Stripe's card field does; returns its id."""
        field = (await self.call(name, "create-setup-intent")).json()
        intent = str(field["client_secret"]).partition("_secret_")[0]
        await asyncio.to_thread(self.v1.setup_intents.confirm, intent, {"payment_method": card})
        return intent

    async def add_card(self, name: str, card: str = "pm_card_visa") -> Json:
        """Enter and save a card; returns the user's row."""
        reply = await self.call(name, "save-payment-method", setup_intent=await self.enter_card(name, card))
        assert reply.status_code == 200, reply.text
        return dict(reply.json())

    async def checkout(self, name: str, function: str = "stripe-checkout", **changed: object) -> httpx.Response:
        price = (await self.portal.as_(None).get("/rest/v1/products")).json()[0]["priceId"]
        return await self.call(name, function, **({"price_id": price, "mode": "subscription", **BACK} | changed))

    async def row(self, name: str) -> Json:
        """The user's stored subscription row."""
        return await row(UserSubscription, id=self.portal.users[name].id)

    async def customer(self, name: str) -> str:
        return str((await row(Customer, client_id=self.portal.clients[name]))["stripe_id"])

    async def subscriptions(self, name: str) -> list[stripe.Subscription]:
        """All subscriptions of a client on Stripe, newest first."""
        params: SubscriptionListParams = {"customer": await self.customer(name), "status": "all"}
        return list((await asyncio.to_thread(self.v1.subscriptions.list, params)).data)

    async def events(self, *types: str) -> list[str]:
        """The ids of Stripe's events of these types, or of all, oldest first."""
        listed = await asyncio.to_thread(self.v1.events.list, {"limit": 100})
        return [each.id for each in reversed(listed.data) if not types or each.type in types]

    async def deliver(self, *events: str) -> None:
        """Post events as Stripe does, and run the effects that they cause."""
        for event in events:
            body, signature = await asyncio.to_thread(self.sandbox.signed, event)
            reply = await self.post_event(body, signature)
            assert (reply.status_code, reply.json()) == (200, {"received": True})
        await work()

    async def post_event(self, body: bytes, signature: str) -> httpx.Response:
        headers = {"Stripe-Signature": signature, "Content-Type": "application/json"}
        return await self.portal.as_(None).post("/functions/v1/stripe-webhook", content=body, headers=headers)


async def work() -> None:
    """Run the due effects."""
    await asyncio.to_thread(sweep)


@pytest.fixture
async def till(portal: Portal, fake_stripe: StripeSandbox) -> Till:
    """The agency, whose payments were set up just now."""
    await asyncio.to_thread(tasks.at_start)
    await work()
    return Till(portal, fake_stripe)
