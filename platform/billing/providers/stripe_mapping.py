"""Maps Stripe's objects to the types of stripe_types.py. Only this file and stripe_api.py use Stripe's SDK."""

from typing import Any

import stripe
from django.conf import settings

from billing.errors import PaymentsUnavailable
from billing.stripe_types import Card, CatalogueItem, StripeEvent


def catalogue_item(price: stripe.Price) -> CatalogueItem:
    """The product of a price with an expanded product. Raises PaymentsUnavailable for a one-time price."""
    product = price.product
    if isinstance(product, str) or price.recurring is None:
        raise PaymentsUnavailable
    return CatalogueItem(
        id=product.id,
        price_id=price.id,
        name=product.name or settings.PRODUCT_NAME,
        description=product.description or "",
        unit_amount=price.unit_amount or 0,
        currency=price.currency,
        interval=price.recurring.interval,
    )


def event_of(event: dict[str, Any]) -> StripeEvent:
    """An event with its customer. Raises LookupError, TypeError, AttributeError if the payload is no event."""
    data = event["data"]
    subject, before = data["object"], data.get("previous_attributes") or {}
    # A detached card has no customer; its previous customer is in `previous_attributes`.
    owner = subject.get("customer") or before.get("customer")
    customer = subject["id"] if subject.get("object") == "customer" else owner
    return StripeEvent(str(event["id"]), str(event["type"]), customer if isinstance(customer, str) else "")


def card(method: stripe.PaymentMethod | str | None) -> Card | None:
    """The card of a payment method, or None if it is not a card."""
    if method is None or isinstance(method, str) or method.card is None:
        return None
    return Card(method.card.brand, method.card.last4, method.card.fingerprint)


def id_of(value: object) -> str:
    """The id of an object, which Stripe sends either as its id or as the whole object; "" for None."""
    return value if isinstance(value, str) else str(getattr(value, "id", ""))
