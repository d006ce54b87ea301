"""What a person, a webhook or a job has done at Stripe: read here, ask there, write here. Never two of them at once.

Stripe's word counts, not ours: whatever is decided is decided by a state that was read just before, and whatever was
done is followed by a reading that the rows are written from.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from uuid import UUID

from django.conf import settings

from billing import access, queries, services
from billing.access import Payer
from billing.errors import AlreadySubscribed, CardNotKept, NotSetUp, PaymentsUnavailable, ProductNotFound, WrongAddress
from billing.facts import State
from billing.models import Product, UserSubscription
from clients.errors import ClientNotFound
from core.person import Person
from sync.seam import read, write

if TYPE_CHECKING:
    from billing.gateway import Gateway

P = ParamSpec("P")
R = TypeVar("R")

PLACEHOLDER = "{CHECKOUT_SESSION_ID}"
HOME = "/dashboard/subscriptions"
WILL_END = "customer.subscription.trial_will_end"


async def start_checkout(*, actor: Person, price_id: str, success_url: str, cancel_url: str) -> tuple[str, str]:
    """The id and address of a page to pay on; the first time with a trial.

    Raises NotSetUp, ClientNotFound, ProductNotFound, WrongAddress, AlreadySubscribed, PaymentsUnavailable.
    """
    buyer = await read(access.payer, actor=actor)
    product = await read(queries.product, price_id=price_id)
    if PLACEHOLDER not in success_url or not (_is_ours(success_url) and _is_ours(cancel_url)):
        raise WrongAddress
    gateway = await opened()
    try:
        customer_id = await _customer(gateway, buyer)
        state = await refresh(customer_id)
        if state.is_living:
            raise AlreadySubscribed
        fingerprint = state.card.fingerprint if state.card else None
        session_id, url = await outside(
            gateway.make_checkout,
            customer_id=customer_id,
            client_id=buyer.client_id,
            price_id=product.price_id,
            success_url=success_url,
            cancel_url=cancel_url,
            with_trial=await read(queries.may_try, user_id=actor.id, fingerprint=fingerprint),
        )
    except PaymentsUnavailable as trouble:
        raise PaymentsUnavailable("Failed to create checkout session") from trouble
    return session_id, url


async def confirm_checkout(*, actor: Person, session_id: str) -> UserSubscription:
    """Read the state behind a checkout that the person has come back from; webhooks may be late.

    Raises NotSetUp, ClientNotFound (also for somebody else's checkout), PaymentsUnavailable.
    """
    buyer = await read(access.payer, actor=actor)
    gateway = await opened()
    customer_id = await outside(gateway.customer_of_checkout, session_id)
    if not customer_id or customer_id != buyer.customer_id:
        raise ClientNotFound
    await refresh(customer_id)
    return await read(queries.own_row, user_id=actor.id)


async def open_portal(*, actor: Person, client_id: UUID) -> str:
    """The address of a client's portal. Raises NotSetUp, ClientNotFound, PaymentsUnavailable."""
    customer_id = await read(access.customer_of, actor=actor, client_id=client_id)
    gateway = await opened()
    if not customer_id:
        customer_id = await _customer(gateway, await read(access.payer, actor=actor))
    return await outside(gateway.make_portal, customer_id=customer_id, return_url=f"{settings.SITE_URL}{HOME}")


async def begin_card(*, actor: Person) -> tuple[str, Product, bool]:
    """The secret of a new card entry, what it leads to, and whether with a trial.

    Raises NotSetUp, ClientNotFound, PaymentsUnavailable.
    """
    buyer = await read(access.payer, actor=actor)
    gateway = await opened()
    try:
        secret = await outside(gateway.begin_card, await _customer(gateway, buyer))
        return secret, await _monthly(), await read(queries.may_try, user_id=actor.id)
    except PaymentsUnavailable as trouble:
        raise PaymentsUnavailable("Failed to create payment method") from trouble


async def keep_card(*, actor: Person, setup_intent: str) -> UserSubscription:
    """Charge the card of a finished entry from now on; the first card of a person starts the trial.

    A card or a person that has had its trial starts nothing: nobody is charged who has not bought.
    Raises NotSetUp, ClientNotFound, CardNotKept, PaymentsUnavailable.
    """
    buyer = await read(access.payer, actor=actor)
    if not buyer.customer_id:
        raise CardNotKept
    customer_id, gateway = buyer.customer_id, await opened()
    try:
        method, fingerprint = await outside(gateway.finished_card, customer_id=customer_id, setup_intent=setup_intent)
        before = await refresh(customer_id)
        living = before.subscription_id if before.is_living else None
        await outside(gateway.use_card, customer_id=customer_id, payment_method=method, subscription_id=living)
        if living is None and await read(queries.may_try, user_id=actor.id, fingerprint=fingerprint):
            product = await _monthly()
            await outside(
                gateway.start_trial,
                customer_id=customer_id,
                client_id=buyer.client_id,
                price_id=product.price_id,
                payment_method=method,
            )
        await refresh(customer_id)
    except PaymentsUnavailable as trouble:
        raise PaymentsUnavailable("Failed to update subscription") from trouble
    return await read(queries.own_row, user_id=actor.id)


async def hear(*, payload: bytes, signature: str) -> None:
    """Note what a webhook tells; it is acted upon after the answer. Raises NotSetUp, BadSignature."""
    if not access.is_set_up():
        raise NotSetUp
    gateway = await opened()
    await write(services.keep_event, told=gateway.told(payload=payload, signature=signature))


async def act_on(event_id: str) -> None:
    """What follows from an event: whatever it says, its customer is read anew, so neither order nor repetition matters."""
    event = await read(queries.event, event_id=event_id)
    if not event.customer_id:
        return
    state = await refresh(event.customer_id)
    client_id = await read(queries.client_of, customer_id=event.customer_id)
    if event.type == WILL_END and client_id is not None and state.trial_end is not None:
        await write(services.tell_trial_ends, client_id=client_id, trial_end=state.trial_end)


async def refresh(customer_id: str) -> State:
    """Read a customer at Stripe and write the rows from it. Of several at once the one that began last counts."""
    gateway = await opened()
    state, used_up = await _reading(gateway, customer_id)
    if used_up is not None:
        await outside(gateway.end_trial, used_up)
        state, _ = await _reading(gateway, customer_id)
    return state


async def remind(*, client_id: UUID, trial_end: int) -> None:
    """Tell a person that their trial ends, if that is still so at Stripe."""
    customer_id = await read(queries.customer_of, client_id=client_id)
    if customer_id is not None:
        await refresh(customer_id)
        await write(services.tell_trial_ends, client_id=client_id, trial_end=trial_end)


async def forget(*, user_id: UUID) -> None:
    """Have Stripe forget a person who is being erased. Raises PaymentsUnavailable."""
    customer_id = await read(queries.customer_id_of, user_id=user_id)
    if customer_id is not None:
        gateway = await opened()
        await outside(gateway.forget_customer, customer_id)


async def refresh_catalogue() -> None:
    """Read the product and its price at Stripe, where they are made if there are none."""
    gateway = await opened()
    await write(services.keep_product, sold=await outside(gateway.make_catalogue))


async def opened() -> "Gateway":
    """Stripe, whose SDK is loaded by the first who needs it, and beside the event loop."""
    return await outside(_load)


async def outside(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Wait for somebody else's answer in a thread of its own."""
    return await asyncio.to_thread(call, *args, **kwargs)


async def _reading(gateway: "Gateway", customer_id: str) -> tuple[State, str | None]:
    """The state of a customer, written; and the subscription whose trial their card has had already."""
    ticket = await write(services.take_ticket, customer_id=customer_id)
    if ticket is None:
        return State(), None
    state = await outside(gateway.state_of, customer_id)
    return state, await write(services.apply, customer_id=customer_id, ticket=ticket, state=state)


def _load() -> "Gateway":
    from billing.gateway import Gateway

    return Gateway()


async def _customer(gateway: "Gateway", buyer: Payer) -> str:
    """As whom Stripe knows this client; made at their first dealing with it."""
    if buyer.customer_id:
        return buyer.customer_id
    made = await outside(gateway.make_customer, client_id=buyer.client_id, email=buyer.email, name=buyer.name)
    return await write(services.keep_customer, user_id=buyer.user_id, client_id=buyer.client_id, customer_id=made)


async def _monthly() -> Product:
    """What a card subscribes to; the catalogue is made by the first who needs it."""
    try:
        return await read(queries.monthly)
    except ProductNotFound:
        await refresh_catalogue()
        return await read(queries.monthly)


def _is_ours(address: str) -> bool:
    return address.startswith(f"{settings.SITE_URL}/") and "\\" not in address
