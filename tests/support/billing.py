"""Payments as an integration test sets them up, and cards that are put on file without Stripe."""

import pytest
from django.conf import settings

from billing import services
from billing.facts import Card, Sold, State
from sync.seam import write
from tests.support.portal import Portal

NOBODY = "http://127.0.0.1:1"
CARD = Card("visa", "4242", "print-4242")
SOLD = Sold("prod_1", "price_1", "Pulseboard", "Everything in one place", 9900, "usd", "month")


@pytest.fixture
async def payments(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> Portal:
    """The agency from the day on which its payments were set up; nobody has a card, and Stripe does not answer."""
    for name in ("STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"):
        monkeypatch.setattr(settings, name, f"{name.lower()}_of_a_test")
    monkeypatch.setattr(settings, "STRIPE_API", NOBODY)
    await write(services.expect_cards)
    await write(services.keep_product, sold=SOLD)
    return portal


async def reading(portal: Portal, name: str, state: State, *, ticket: int | None = None) -> str | None:
    """Have a state be what was read at Stripe of a client's person."""
    customer = f"cus_{name}"
    await write(
        services.keep_customer,
        user_id=portal.people[name].id,
        client_id=portal.clients[name],
        customer_id=customer,
    )
    number = ticket or await write(services.take_ticket, customer_id=customer)
    assert number is not None
    return await write(services.apply, customer_id=customer, ticket=number, state=state)


async def card_on_file(portal: Portal, *names: str) -> None:
    """Stripe has been read, and each of these has a card."""
    for name in names:
        await reading(portal, name, State(card=CARD))
