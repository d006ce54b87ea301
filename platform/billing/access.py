"""Access rules of payments: who may pay for a client, and who has a card on file."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from billing.errors import NotSetUp
from billing.models import Customer
from clients.access import role_of
from clients.errors import ClientNotFound
from core.actor import Person
from sync.sql import raw_sql

# Runs at every request and every heartbeat of a client.
WITH_CARD = "SELECT id FROM stripe_user_subscriptions WHERE id IN {} AND payment_method_last4 IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Payer:
    """A client's user who pays; `customer_id` is Stripe's id, "" before Stripe has a customer for the client."""

    user_id: UUID
    client_id: UUID
    email: str
    name: str
    customer_id: str


def is_set_up() -> bool:
    """Whether this installation has Stripe keys; without them no user needs a card."""
    return settings.STRIPE_SECRET_KEY is not None


def may_enter(user_ids: Collection[UUID]) -> Collection[UUID]:
    """Implements the port `clients.standing`: the users with a card on file, or all if payments are not set up."""
    if not is_set_up():
        return user_ids
    found = raw_sql.rows(WITH_CARD.format(raw_sql.marks(len(user_ids), 1)), [*map(raw_sql.adapted, user_ids)])
    return {raw_sql.uuid(user_id) for (user_id,) in found}


def payer(*, actor: Person) -> Payer:
    """`actor` as the payer of their own client. Raises NotSetUp, ClientNotFound (admins have no client)."""
    if not is_set_up():
        raise NotSetUp
    found = role_of(actor)
    if found is None or found.client_id is None:
        raise ClientNotFound
    customer = Customer.objects.filter(client_id=found.client_id).first()
    return Payer(actor.id, found.client_id, actor.email, found.name, customer.stripe_id if customer else "")


def customer_of(*, actor: Person, client_id: UUID) -> str:
    """Stripe's customer id of a client, for the portal; "" if the caller's own client has none yet.

    Raises NotSetUp, and ClientNotFound for another user's client unless the caller is an admin.
    """
    if not is_set_up():
        raise NotSetUp
    found = role_of(actor)
    if found is None or (found.role == "client" and found.client_id != client_id):
        raise ClientNotFound
    customer = Customer.objects.filter(client_id=client_id).first()
    if customer is None and found.role == "admin":
        raise ClientNotFound
    return customer.stripe_id if customer else ""
