"""The types of Stripe data that the gateway returns and services store."""

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
    """A card that Stripe stores; `fingerprint` is the same wherever the same number is used."""

    brand: str
    last4: str
    fingerprint: str | None


@dataclass(frozen=True, slots=True)
class State:
    """A customer's current state at Stripe: the subscription that counts, and the card. Times in Unix seconds."""

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
    """A client's last offer, with its number: a page that may still be paid on, a card whose trial may not have started
    yet, or neither."""

    number: int
    checkout_id: str | None
    trial_card: str | None


@dataclass(frozen=True, slots=True)
class StripeEvent:
    """A Stripe event with a valid signature."""

    id: str
    type: str
    customer_id: str
