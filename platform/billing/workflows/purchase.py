"""Starts a client's subscription, either by a checkout or by a card that starts a trial.

A client never gets a second subscription: not from several tabs or cards, not from a repeated request, and not after a
crash. An offer is a checkout page or a trial that can still become a subscription. Each attempt withdraws the last
offer, reads Stripe's state and stores its own offer. It shows the page or starts the trial only after that, and fails
if another attempt has stored an offer meanwhile.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

from django.conf import settings

from billing import access, queries, services
from billing.access import Payer
from billing.errors import (
    AlreadySubscribed,
    CardNotSaved,
    OfferReplaced,
    PaymentsUnavailable,
    ProductNotFound,
    WrongAddress,
)
from billing.models import Product, UserSubscription
from billing.stripe_types import State
from billing.workflows import ensure_customer, in_thread, open_gateway, refresh, refresh_catalogue
from clients.errors import ClientNotFound
from core.actor import Actor
from sync.writes.db_executor import read, write

if TYPE_CHECKING:
    from billing.providers.stripe_api import Gateway

PLACEHOLDER = "{CHECKOUT_SESSION_ID}"
ATTEMPTS_MAX = 5  # an attempt fails if another tab of the same client has stored its offer first


async def start_checkout(*, actor: Actor, price_id: str, success_url: str, cancel_url: str) -> tuple[str, str]:
    """Create a Stripe checkout, with a trial if the user can still get one. Returns its id and the URL of its page.

    Raises NotSetUp, ClientNotFound, ProductNotFound, WrongAddress, AlreadySubscribed, PaymentsUnavailable.
    """
    payer = await read(access.payer, actor=actor)
    product = await read(queries.product, price_id=price_id)
    if PLACEHOLDER not in success_url or not (_is_on_this_site(success_url) and _is_on_this_site(cancel_url)):
        raise WrongAddress
    gateway = await open_gateway()
    try:
        customer_id = await ensure_customer(gateway, payer)
        last, state = await _withdraw_offer(gateway, payer, customer_id)
        if state.is_ongoing:
            raise AlreadySubscribed
        fingerprint = state.card.fingerprint if state.card else None
        session_id, url = await in_thread(
            gateway.create_checkout,
            customer_id=customer_id,
            client_id=payer.client_id,
            price_id=product.price_id,
            success_url=success_url,
            cancel_url=cancel_url,
            with_trial=await read(queries.may_have_trial, user_id=actor.id, fingerprint=fingerprint),
        )
        if not await write(services.offer_checkout, customer_id=customer_id, after=last, session_id=session_id):
            await in_thread(gateway.expire_checkout, session_id)
            raise OfferReplaced
    except PaymentsUnavailable as error:
        raise PaymentsUnavailable("Failed to create checkout session") from error
    return session_id, url


async def confirm_checkout(*, actor: Actor, session_id: str) -> UserSubscription:
    """Read Stripe's state after the user returns from a checkout, because the webhook may be late.

    Raises NotSetUp, ClientNotFound (also for another user's checkout), PaymentsUnavailable.
    """
    payer = await read(access.payer, actor=actor)
    gateway = await open_gateway()
    customer_id = await in_thread(gateway.customer_of_checkout, session_id)
    if not customer_id or customer_id != payer.customer_id:
        raise ClientNotFound
    await refresh(customer_id)
    return await read(queries.own_row, user_id=actor.id)


async def create_setup_intent(*, actor: Actor) -> tuple[str, Product, bool]:
    """Create a SetupIntent. Returns its client secret, the product to subscribe to, and whether a trial comes first.

    Raises NotSetUp, ClientNotFound, PaymentsUnavailable.
    """
    payer = await read(access.payer, actor=actor)
    gateway = await open_gateway()
    try:
        secret = await in_thread(gateway.create_setup_intent, await ensure_customer(gateway, payer))
        return secret, await _monthly_product(), await read(queries.may_have_trial, user_id=actor.id)
    except PaymentsUnavailable as error:
        raise PaymentsUnavailable("Failed to create payment method") from error


async def save_card(*, actor: Actor, setup_intent: str) -> UserSubscription:
    """Make the card of a succeeded SetupIntent the customer's default. A user's first card also starts the trial.

    If the card or the user has already had a trial, no subscription starts, because saving a card is not a purchase.
    Raises NotSetUp, ClientNotFound, CardNotSaved, PaymentsUnavailable.
    """
    payer = await read(access.payer, actor=actor)
    if not payer.customer_id:
        raise CardNotSaved
    customer_id, gateway = payer.customer_id, await open_gateway()
    try:
        method, fingerprint = await in_thread(gateway.saved_card, customer_id=customer_id, setup_intent=setup_intent)
        for _ in range(ATTEMPTS_MAX):
            last, before = await _withdraw_offer(gateway, payer, customer_id)
            ongoing = before.subscription_id if before.is_ongoing else None
            await in_thread(gateway.use_card, customer_id=customer_id, payment_method=method, subscription_id=ongoing)
            if ongoing is not None or not await read(queries.may_have_trial, user_id=actor.id, fingerprint=fingerprint):
                break
            if await write(services.offer_trial, customer_id=customer_id, after=last, payment_method=method):
                await _begin_trial(gateway, payer, customer_id, method)
                break
        else:
            raise OfferReplaced
        await refresh(customer_id)
    except PaymentsUnavailable as error:
        raise PaymentsUnavailable("Failed to update subscription") from error
    return await read(queries.own_row, user_id=actor.id)


async def _withdraw_offer(gateway: "Gateway", payer: Payer, customer_id: str) -> tuple[int, State]:
    """Expire the checkout page of the last offer, or start its trial. Returns the offer's number and Stripe's state."""
    last = await read(queries.last_offer, customer_id=customer_id)
    if last.checkout_id is not None:
        await in_thread(gateway.expire_checkout, last.checkout_id)
    state = await refresh(customer_id)
    if (
        last.trial_card is not None
        and not state.is_ongoing
        and await read(queries.may_have_trial, user_id=payer.user_id)
    ):
        # The process that stored this offer will start the trial soon, or has crashed. A second start has no effect.
        with suppress(CardNotSaved):
            await _begin_trial(gateway, payer, customer_id, last.trial_card)
        state = await refresh(customer_id)
    return last.number, state


async def _begin_trial(gateway: "Gateway", payer: Payer, customer_id: str, payment_method: str) -> None:
    product = await _monthly_product()
    await in_thread(
        gateway.start_trial,
        customer_id=customer_id,
        client_id=payer.client_id,
        price_id=product.price_id,
        payment_method=payment_method,
    )


async def _monthly_product() -> Product:
    """The product that a card subscribes to. Loads the catalogue from Stripe if it is empty."""
    try:
        return await read(queries.monthly_product)
    except ProductNotFound:
        await refresh_catalogue()
        return await read(queries.monthly_product)


def _is_on_this_site(address: str) -> bool:
    return address.startswith(f"{settings.SITE_URL}/") and "\\" not in address
