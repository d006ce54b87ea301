"""Access rules of payments: who may pay for a client, and who has a card on file."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from billing.errors import NotSetUp
from billing.models import Customer
from clients.access import role_of
from clients.errors import ClientNotFound
from core.actor import Actor
from sync.sql import raw_sql

# Raw SQL, because it runs at every request and every heartbeat of a client.
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


def allowed_users(user_ids: Collection[UUID]) -> Collection[UUID]:
    """Implements `clients.ports.allowed_users`: the users with a card on file, or all if payments are not set up."""
    if not is_set_up():
        return user_ids
    rows = raw_sql.rows(WITH_CARD.format(raw_sql.placeholders(len(user_ids), 1)), [*map(raw_sql.adapted, user_ids)])
    return {raw_sql.uuid(user_id) for (user_id,) in rows}


def payer(*, actor: Actor) -> Payer:
    """`actor` as the payer of their own client. Raises NotSetUp, ClientNotFound (admins have no client)."""
    if not is_set_up():
        raise NotSetUp
    membership = role_of(actor)
    if membership is None or membership.client_id is None:
        raise ClientNotFound
    customer = Customer.objects.filter(client_id=membership.client_id).first()
    return Payer(actor.id, membership.client_id, actor.email, membership.name, customer.stripe_id if customer else "")


def customer_of(*, actor: Actor, client_id: UUID) -> str:
    """Stripe's customer id of a client, for the portal; "" if the caller's own client has none yet.

    Raises NotSetUp, and ClientNotFound for another user's client unless the caller is an admin.
    """
    if not is_set_up():
        raise NotSetUp
    membership = role_of(actor)
    if membership is None or not membership.may_see_rows_of(client_id):
        raise ClientNotFound
    customer = Customer.objects.filter(client_id=client_id).first()
    if customer is None and membership.role == "admin":
        raise ClientNotFound
    return customer.stripe_id if customer else ""
