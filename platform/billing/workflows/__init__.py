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

SUBSCRIPTIONS_PATH = "/dashboard/subscriptions"
TRIAL_WILL_END = "customer.subscription.trial_will_end"


async def ensure_customer(gateway: "Gateway", payer: Payer) -> str:
    """The Stripe customer id of this client; the first call creates the customer."""
    if payer.customer_id:
        return payer.customer_id
    new_id = await in_thread(gateway.create_customer, client_id=payer.client_id, email=payer.email, name=payer.name)
    stored_id = await write(
        services.store_customer, user_id=payer.user_id, client_id=payer.client_id, customer_id=new_id
    )
    if stored_id != new_id:  # another tab has stored its customer meanwhile
        await in_thread(gateway.delete_customer, new_id)
    return stored_id


async def open_portal(*, actor: Actor, client_id: UUID) -> str:
    """The URL of Stripe's billing portal for a client. Raises NotSetUp, ClientNotFound, PaymentsUnavailable."""
    customer_id = await read(access.customer_of, actor=actor, client_id=client_id)
    gateway = await open_gateway()
    if not customer_id:
        customer_id = await ensure_customer(gateway, await read(access.payer, actor=actor))
    return await in_thread(
        gateway.create_portal_session, customer_id=customer_id, return_url=f"{settings.SITE_URL}{SUBSCRIPTIONS_PATH}"
    )


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
    if event.type == TRIAL_WILL_END and client_id is not None and state.trial_end is not None:
        await write(services.notify_trial_ends, client_id=client_id, trial_end=state.trial_end)


def refresh_customer(subject: str) -> None:
    """Read a customer from Stripe and store the state, as an effect. `subject` is `<day>:<customer>`."""
    asyncio.run(refresh(subject.partition(":")[2]))


async def refresh(customer_id: str) -> State:
    """Read a customer from Stripe and store the state. Of concurrent reads, the one that started last counts."""
    gateway = await open_gateway()
    state, trial_to_end = await _read_state(gateway, customer_id)
    if trial_to_end is not None:
        await in_thread(gateway.end_trial, trial_to_end)
        state, _ = await _read_state(gateway, customer_id)
    return state


def store_state(*, customer_id: str, read_number: int, state: State) -> str | None:
    """Store a state, and request the email before its trial ends.

    Returns the id of a subscription whose trial must end because its card has had one, or None.
    """
    applied = services.apply(customer_id=customer_id, read_number=read_number, state=state)
    email = applied.reminder
    if email is not None:
        effects.after_commit(remind_of_trial_end, f"{email.client_id}:{email.trial_end}", due=email.due)
    return applied.trial_to_end


def remind_of_trial_end(subject: str) -> None:
    """Email a user that their trial ends soon, as an effect. `subject` is `<client>:<end>`, the end in Unix seconds."""
    client_id, _, end = subject.partition(":")
    asyncio.run(remind(client_id=UUID(client_id), trial_end=int(end)))


async def remind(*, client_id: UUID, trial_end: int) -> None:
    """Email a user that their trial ends soon, unless Stripe's current state has no trial with this end."""
    customer_id = await read(queries.customer_of, client_id=client_id)
    if customer_id is not None:
        await refresh(customer_id)
        await write(services.notify_trial_ends, client_id=client_id, trial_end=trial_end)


def request_refreshes(*, day: str) -> None:
    """Request a new read of every customer from Stripe, with one effect for each customer."""
    for customer_id in queries.customer_ids():
        effects.after_commit(refresh_customer, f"{day}:{customer_id}")


async def delete_customer_of(*, user_id: UUID) -> None:
    """Delete the Stripe customer of a user who is being erased. Raises PaymentsUnavailable."""
    customer_id = await read(queries.customer_id_of, user_id=user_id)
    if customer_id is not None:
        gateway = await open_gateway()
        await in_thread(gateway.delete_customer, customer_id)


async def refresh_catalogue() -> None:
    """Store the product and its price from Stripe, after creating them there if they are missing."""
    gateway = await open_gateway()
    await write(services.store_product, item=await in_thread(gateway.find_or_create_catalogue))


async def open_gateway() -> "Gateway":
    """Stripe's gateway. Loads the SDK at the first call, in a thread, because loading would block the event loop."""
    return await in_thread(_load_gateway)


async def in_thread(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a blocking call to an external service in a thread."""
    return await asyncio.to_thread(call, *args, **kwargs)


def store_event(*, stripe_event: StripeEvent) -> None:
    """Store an event, and request its handling after the commit. A repeated event changes nothing."""
    services.store_event(stripe_event=stripe_event)
    effects.after_commit(handle_event, stripe_event.id)


async def _read_state(gateway: "Gateway", customer_id: str) -> tuple[State, str | None]:
    """Read and store a customer's state. Returns the state, and the subscription whose trial must end, or None."""
    read_number = await write(services.start_read, customer_id=customer_id)
    if read_number is None:
        return State(), None
    state = await in_thread(gateway.state_of, customer_id)
    return state, await write(store_state, customer_id=customer_id, read_number=read_number, state=state)


def _load_gateway() -> "Gateway":
    from billing.providers.stripe_api import Gateway

    return Gateway()


def delete_customer(user_id: UUID) -> None:
    """Delete the user's Stripe customer. Raises PaymentsUnavailable, so that no erased user is charged."""
    asyncio.run(delete_customer_of(user_id=user_id))
