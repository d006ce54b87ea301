"""Who may pay for whom, and who has a card on file."""

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

# Asked for every request and every heartbeat of a client.
WITH_CARD = "SELECT id FROM stripe_user_subscriptions WHERE id IN {} AND payment_method_last4 IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Payer:
    """A client's person who pays; `customer_id` is Stripe's, "" before the first dealing with it."""

    user_id: UUID
    client_id: UUID
    email: str
    name: str
    customer_id: str


def is_set_up() -> bool:
    """Whether this installation has the keys of Stripe; without them nobody is asked for a card."""
    return settings.STRIPE_SECRET_KEY is not None


def may_enter(user_ids: Collection[UUID]) -> Collection[UUID]:
    """The answer to `clients.standing`: those with a card on file, or all where this installation takes none."""
    if not is_set_up():
        return user_ids
    found = raw_sql.rows(WITH_CARD.format(raw_sql.marks(len(user_ids), 1)), [*map(raw_sql.adapted, user_ids)])
    return {raw_sql.uuid(user_id) for (user_id,) in found}


def payer(*, actor: Person) -> Payer:
    """`actor` as somebody who pays for their own client. Raises NotSetUp, ClientNotFound (admins have none)."""
    if not is_set_up():
        raise NotSetUp
    found = role_of(actor)
    if found is None or found.client_id is None:
        raise ClientNotFound
    customer = Customer.objects.filter(client_id=found.client_id).first()
    return Payer(actor.id, found.client_id, actor.email, found.name, customer.stripe_id if customer else "")


def customer_of(*, actor: Person, client_id: UUID) -> str:
    """Stripe's id of a client whose portal is asked for; "" if the caller's own has none yet.

    Raises NotSetUp, and ClientNotFound for somebody else's client unless an admin asks.
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
