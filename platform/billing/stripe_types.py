"""What is known of Stripe's side, in plain words: what services take and the gateway gives."""

from dataclasses import dataclass

LIVING = frozenset({"trialing", "active", "past_due", "unpaid", "paused", "incomplete"})


@dataclass(frozen=True, slots=True)
class Sold:
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
    """A card that Stripe keeps; `fingerprint` is the same wherever the same number is used."""

    brand: str
    last4: str
    fingerprint: str | None


@dataclass(frozen=True, slots=True)
class State:
    """A customer as Stripe has it just now: the subscription that counts, and the card. Times in Unix seconds."""

    subscription_id: str | None = None
    status: str | None = None
    price_id: str | None = None
    current_period_end: int | None = None
    cancel_at_period_end: bool = False
    trial_end: int | None = None
    card: Card | None = None
    is_gone: bool = False  # deleted at Stripe, with everything it had

    @property
    def is_living(self) -> bool:
        return self.status in LIVING


@dataclass(frozen=True, slots=True)
class Offer:
    """What a client was offered last, the `number`th: a page that may still be paid on, or a card whose trial may not
    have begun yet, or nothing at all."""

    number: int
    checkout_id: str | None
    trial_card: str | None


@dataclass(frozen=True, slots=True)
class Told:
    """An event whose signature fits."""

    id: str
    type: str
    customer_id: str
