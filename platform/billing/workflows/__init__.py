"""Workflows that call Stripe for a user, a webhook or a job.

Each reads our database, calls Stripe, and then writes our database. No transaction is open during a call to Stripe.
Stripe is the source of truth: each decision uses a state that was just read from Stripe, and after each action the
workflow reads the state again and stores it.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from uuid import UUID

from django.conf import settings

from billing import access, queries, services
from billing.access import Payer
from billing.errors import NotSetUp
from billing.stripe_types import State, StripeEvent
from core.actor import Actor
from sync.effects import effects
from sync.writes.db_executor import read, write

if TYPE_CHECKING:
    from billing.providers.stripe_api import Gateway

P = ParamSpec("P")
R = TypeVar("R")

HOME = "/dashboard/subscriptions"
WILL_END = "customer.subscription.trial_will_end"


async def customer(gateway: "Gateway", buyer: Payer) -> str:
    """The Stripe customer id of this client; the first call creates the customer."""
    if buyer.customer_id:
        return buyer.customer_id
    new_id = await in_thread(gateway.make_customer, client_id=buyer.client_id, email=buyer.email, name=buyer.name)
    about = {"user_id": buyer.user_id, "client_id": buyer.client_id}
    stored_id = await write(services.store_customer, **about, customer_id=new_id)
    if stored_id != new_id:  # another tab stored its customer first
        await in_thread(gateway.forget_customer, new_id)
    return stored_id


async def open_portal(*, actor: Actor, client_id: UUID) -> str:
    """The URL of a client's portal. Raises NotSetUp, ClientNotFound, PaymentsUnavailable."""
    customer_id = await read(access.customer_of, actor=actor, client_id=client_id)
    gateway = await open_gateway()
    if not customer_id:
        customer_id = await customer(gateway, await read(access.payer, actor=actor))
    return await in_thread(gateway.make_portal, customer_id=customer_id, return_url=f"{settings.SITE_URL}{HOME}")


async def receive_webhook(*, payload: bytes, signature: str) -> None:
    """Store a webhook's event, which is handled after the response. Raises NotSetUp, BadSignature."""
    if not access.is_set_up():
        raise NotSetUp
    gateway = await open_gateway()
    event = await asyncio.to_thread(gateway.parse_event, payload=payload, signature=signature)
    await write(store_event, stripe_event=event)


def handle_event(event_id: str) -> None:
    """Handle a stored Stripe event, as an effect."""
    asyncio.run(apply_event(event_id))


async def apply_event(event_id: str) -> None:
    """Handle an event: read its customer from Stripe whatever its type, so that order and repeats do not matter."""
    event = await read(queries.event, event_id=event_id)
    if not event.customer_id:
        return
    state = await refresh(event.customer_id)
    client_id = await read(queries.client_of, customer_id=event.customer_id)
    if event.type == WILL_END and client_id is not None and state.trial_end is not None:
        await write(services.notify_trial_ends, client_id=client_id, trial_end=state.trial_end)


def refresh_customer(subject: str) -> None:
    """Read a customer from Stripe and store the state, as an effect. `subject` is `<day>:<customer>`."""
    asyncio.run(refresh(subject.partition(":")[2]))


async def refresh(customer_id: str) -> State:
    """Read a customer from Stripe and store the state. Of concurrent reads, the one that started last counts."""
    gateway = await open_gateway()
    state, used_up = await _read_state(gateway, customer_id)
    if used_up is not None:
        await in_thread(gateway.end_trial, used_up)
        state, _ = await _read_state(gateway, customer_id)
    return state


def store_state(*, customer_id: str, ticket: int, state: State) -> str | None:
    """Store a state, and request the email before its trial ends.

    Returns the id of a subscription whose trial must end because its card has had one, or None.
    """
    applied = services.apply(customer_id=customer_id, ticket=ticket, state=state)
    email = applied.reminder
    if email is not None:
        effects.after_commit(remind_of_trial_end, f"{email.client_id}:{email.trial_end}", due=email.due)
    return applied.trial_to_end


def remind_of_trial_end(subject: str) -> None:
    """Notify a user that their trial ends soon, as an effect. `subject` is `<client>:<end>`, with Unix seconds."""
    client_id, _, end = subject.partition(":")
    asyncio.run(remind(client_id=UUID(client_id), trial_end=int(end)))


async def remind(*, client_id: UUID, trial_end: int) -> None:
    """Notify a user that their trial ends soon, if Stripe's state still says so."""
    customer_id = await read(queries.customer_of, client_id=client_id)
    if customer_id is not None:
        await refresh(customer_id)
        await write(services.notify_trial_ends, client_id=client_id, trial_end=trial_end)


def request_refreshes(*, day: str) -> None:
    """Request a new read of every customer from Stripe, with one effect for each customer."""
    for customer_id in queries.customer_ids():
        effects.after_commit(refresh_customer, f"{day}:{customer_id}")


async def forget(*, user_id: UUID) -> None:
    """Delete the Stripe customer of a user who is being erased. Raises PaymentsUnavailable."""
    customer_id = await read(queries.customer_id_of, user_id=user_id)
    if customer_id is not None:
        gateway = await open_gateway()
        await in_thread(gateway.forget_customer, customer_id)


async def refresh_catalogue() -> None:
    """Read the product and its price from Stripe, and create them there if they are missing."""
    gateway = await open_gateway()
    await write(services.store_product, item=await in_thread(gateway.make_catalogue))


async def open_gateway() -> "Gateway":
    """Stripe's gateway. The first call loads the SDK in a thread, because that would block the event loop."""
    return await in_thread(_load)


async def in_thread(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a blocking call to an external service in a thread."""
    return await asyncio.to_thread(call, *args, **kwargs)


def store_event(*, stripe_event: StripeEvent) -> None:
    """Store an event, and request its handling after the commit. A repeated event changes nothing."""
    services.store_event(stripe_event=stripe_event)
    effects.after_commit(handle_event, stripe_event.id)


async def _read_state(gateway: "Gateway", customer_id: str) -> tuple[State, str | None]:
    """Read and store a customer's state. Returns the state, and the subscription whose trial must end, or None."""
    ticket = await write(services.take_ticket, customer_id=customer_id)
    if ticket is None:
        return State(), None
    state = await in_thread(gateway.state_of, customer_id)
    return state, await write(store_state, customer_id=customer_id, ticket=ticket, state=state)


def _load() -> "Gateway":
    from billing.providers.stripe_api import Gateway

    return Gateway()


def delete_customer(user_id: UUID) -> None:
    """Delete the user's Stripe customer. Raises PaymentsUnavailable, so that no erased user is charged."""
    asyncio.run(forget(user_id=user_id))
