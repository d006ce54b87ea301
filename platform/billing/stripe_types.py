"""The types of data from Stripe, which the gateway and the services share."""

from dataclasses import dataclass

ONGOING = frozenset({"trialing", "active", "past_due", "unpaid", "paused", "incomplete"})


@dataclass(frozen=True, slots=True)
class CatalogueItem:
    """A product with its price, as Stripe has it."""

    id: str
    price_id: str
    name: str
    description: str
    unit_amount: int
    currency: str
    interval: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card that Stripe stores. Cards with the same number have the same `fingerprint`."""

    brand: str
    last4: str
    fingerprint: str | None


@dataclass(frozen=True, slots=True)
class State:
    """A customer's current state at Stripe: the newest ongoing subscription, else the newest, and the card.

    Times are in Unix seconds.
    """

    subscription_id: str | None = None
    status: str | None = None
    price_id: str | None = None
    current_period_end: int | None = None
    cancel_at_period_end: bool = False
    trial_end: int | None = None
    card: Card | None = None
    is_deleted: bool = False  # deleted at Stripe, with its subscriptions and cards

    @property
    def is_ongoing(self) -> bool:
        return self.status in ONGOING


@dataclass(frozen=True, slots=True)
class Offer:
    """A client's last offer and its number. The offer is a checkout page on which the user may still pay, a card whose
    trial may not have started yet, or neither."""

    number: int
    checkout_id: str | None
    trial_card: str | None


@dataclass(frozen=True, slots=True)
class StripeEvent:
    """A Stripe event with a valid signature."""

    id: str
    type: str
    customer_id: str
