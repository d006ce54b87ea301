"""What Stripe's objects say, in the plain words of facts.py. Beside the gateway the only file that knows its SDK."""

from typing import Any

import stripe
from django.conf import settings

from billing.errors import PaymentsUnavailable
from billing.stripe_types import Card, Sold, Told


def sold(price: stripe.Price) -> Sold:
    """The product of a price that comes with it. Raises PaymentsUnavailable for one that is paid once."""
    product = price.product
    if isinstance(product, str) or price.recurring is None:
        raise PaymentsUnavailable
    return Sold(
        id=product.id,
        price_id=price.id,
        name=product.name or settings.PRODUCT_NAME,
        description=product.description or "",
        unit_amount=price.unit_amount or 0,
        currency=price.currency,
        interval=price.recurring.interval,
    )


def told(event: dict[str, Any]) -> Told:
    """Whom an event is about. Raises LookupError, TypeError, AttributeError for what is none."""
    data = event["data"]
    subject, before = data["object"], data.get("previous_attributes") or {}
    # A card that was taken off belongs to nobody any more; whose it was is told beside.
    owner = subject.get("customer") or before.get("customer")
    customer = subject["id"] if subject.get("object") == "customer" else owner
    return Told(str(event["id"]), str(event["type"]), customer if isinstance(customer, str) else "")


def card(method: stripe.PaymentMethod | str | None) -> Card | None:
    """The card of a payment method, if it is one."""
    if method is None or isinstance(method, str) or method.card is None:
        return None
    return Card(method.card.brand, method.card.last4, method.card.fingerprint)


def id_of(thing: object) -> str:
    """The id of what Stripe names by it, or sends whole."""
    return thing if isinstance(thing, str) else str(getattr(thing, "id", ""))
