"""Creates the cards and subscriptions of the demo's clients at the sandbox's fake Stripe."""

import asyncio
import logging
import time
from collections.abc import Callable
from threading import Thread

import httpx
from django.conf import settings

from accounts import queries as accounts
from billing import queries as billing
from billing import services, workflows
from clients import queries as clients
from core.errors import Failure
from demo.stories import STORIES, Story
from sync.writes.db_executor import read, write

TIMEOUT_S, POLL_EVERY_S = 15.0, 0.05
TRIAL_DAYS = 14
CARDS = ("pm_card_visa", "pm_card_mastercard", "pm_card_amex")

log = logging.getLogger(__name__)


def create_in_background(*, is_running: Callable[[], bool]) -> None:
    """Create missing cards and subscriptions in a background thread, because that takes some seconds.

    Until they exist, rows have the data of demo.seed. `is_running` returns whether the sandbox still runs.
    """
    Thread(target=_create_all, args=(is_running,), name="demo-payments", daemon=True).start()


def _create_all(is_running: Callable[[], bool]) -> None:
    if not _wait_until_listening(is_running):
        log.warning("the sandbox does not respond: the demo's clients have no cards")
        return
    try:
        asyncio.run(_create())
    except (httpx.HTTPError, Failure, RuntimeError):  # RuntimeError: this process ends
        if not is_running():
            return
        log.warning("the sandbox failed: some of the demo's clients have no cards", exc_info=True)


async def _create() -> None:
    await workflows.refresh_catalogue()
    product = await read(billing.monthly_product)
    bearer = {"Authorization": f"Bearer {settings.STRIPE_SECRET_KEY}"}
    async with httpx.AsyncClient(base_url=settings.STRIPE_API, headers=bearer) as stripe:
        for number, story in enumerate(STORIES.clients):
            if not story.pending:
                await _put_on_file(stripe, story, CARDS[number % len(CARDS)], product.price_id)


async def _put_on_file(stripe: httpx.AsyncClient, story: Story, card: str, price_id: str) -> None:
    user = await read(accounts.user_by_email, story.contact_email)
    client_id = await read(clients.client_of, user_id=user.id) if user else None
    if user is None or client_id is None or await read(billing.customer_of, client_id=client_id) is not None:
        return
    form = {"email": story.contact_email, "name": story.contact_name, "metadata[client_id]": str(client_id)}
    customer = await _send(stripe, "POST", "/v1/customers", form)
    method = await _send(stripe, "POST", f"/v1/payment_methods/{card}/attach", {"customer": customer})
    default_card = {"invoice_settings[default_payment_method]": method}
    await _send(stripe, "POST", f"/v1/customers/{customer}", default_card)
    terms = {"customer": customer, "items[0][price]": price_id}
    trial = {"trial_period_days": str(TRIAL_DAYS - story.days_ago)} if story.days_ago < TRIAL_DAYS else {}
    subscription = await _send(stripe, "POST", "/v1/subscriptions", terms | trial)
    if story.status == "inactive":
        await _send(stripe, "DELETE", f"/v1/subscriptions/{subscription}", {})
    await write(services.store_customer, user_id=user.id, client_id=client_id, customer_id=customer)
    await workflows.refresh(customer)


async def _send(stripe: httpx.AsyncClient, method: str, path: str, form: dict[str, str]) -> str:
    """The id of the created or changed object."""
    reply = await stripe.request(method, path, data=form or None)
    reply.raise_for_status()
    return str(reply.json()["id"])


def _wait_until_listening(is_running: Callable[[], bool]) -> bool:
    """Wait until the fake Stripe accepts connections. False if it ends first or takes longer than `TIMEOUT_S`."""
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end and is_running():
        try:
            httpx.get(settings.STRIPE_API)
        except httpx.TransportError:
            time.sleep(POLL_EVERY_S)
        else:
            return True
    return False
