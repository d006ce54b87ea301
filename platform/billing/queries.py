"""Reads of billing."""

from uuid import UUID

from billing.errors import ProductNotFound
from billing.models import Customer, Event, Product, Trial, UserSubscription


def products() -> list[Product]:
    """The catalogue; empty where payments are not set up."""
    return list(Product.objects.order_by("unit_amount", "id"))


def product(*, price_id: str) -> Product:
    """The product with this price. Raises ProductNotFound."""
    found = Product.objects.filter(price_id=price_id).first()
    if found is None:
        raise ProductNotFound
    return found


def monthly() -> Product:
    """What a card on file subscribes to. Raises ProductNotFound."""
    found = Product.objects.order_by("unit_amount", "id").first()
    if found is None:
        raise ProductNotFound
    return found


def may_try(*, user_id: UUID, fingerprint: str | None = None) -> bool:
    """Whether a trial can be given: one for each person, and one for each card."""
    if Trial.objects.filter(user_id=user_id).exists():
        return False
    return fingerprint is None or not Trial.objects.filter(fingerprint=fingerprint).exists()


def own_row(*, user_id: UUID) -> UserSubscription:
    """How a person pays, once Stripe has been read."""
    return UserSubscription.objects.get(id=user_id)


def event(*, event_id: str) -> Event:
    return Event.objects.get(id=event_id)


def client_of(*, customer_id: str) -> UUID | None:
    """The client that Stripe knows by this id."""
    return Customer.objects.filter(stripe_id=customer_id).values_list("client_id", flat=True).first()


def customer_of(*, client_id: UUID) -> str | None:
    """As whom Stripe knows a client."""
    return Customer.objects.filter(client_id=client_id).values_list("stripe_id", flat=True).first()
