"""Reads of billing."""

from collections.abc import Iterator
from datetime import datetime
from math import ceil
from uuid import UUID

from billing import access
from billing.errors import PaymentsUnavailable, ProductNotFound
from billing.models import Customer, Event, Product, Subscription, Trial, TrialUsed, UserSubscription
from billing.stripe_types import Offer
from clients.access import client_for, membership_of
from clients.ports import Reason
from core.actor import Actor
from core.clock import now

DAY_S = 86_400
ENDS_WITHIN_DAYS = 3


def products() -> list[Product]:
    """The catalogue; empty if payments are not set up."""
    return list(Product.objects.order_by("unit_amount", "id"))


def customer_ids() -> list[str]:
    """Every customer's id at Stripe."""
    return list(Customer.objects.values_list("stripe_id", flat=True))


def product(*, price_id: str) -> Product:
    """The product with this price. Raises ProductNotFound."""
    row = Product.objects.filter(price_id=price_id).first()
    if row is None:
        raise ProductNotFound
    return row


def monthly_product() -> Product:
    """The product that a card on file subscribes to. Raises ProductNotFound."""
    row = Product.objects.order_by("unit_amount", "id").first()
    if row is None:
        raise ProductNotFound
    return row


def may_have_trial(*, user_id: UUID, fingerprint: str | None = None) -> bool:
    """Whether the user can get a trial: each user and each card can have one."""
    return trial_used(user_id=user_id, fingerprint=fingerprint) is None


def trial_used(*, user_id: UUID, fingerprint: str | None) -> TrialUsed | None:
    """Why a user with this card gets no trial, or None if they can get one."""
    if fingerprint is not None and Trial.objects.filter(fingerprint=fingerprint).exists():
        return TrialUsed.CARD
    return TrialUsed.PERSON if Trial.objects.filter(user_id=user_id).exists() else None


def user_subscription(*, actor: Actor) -> UserSubscription | None:
    """The subscription and card of `actor`; None for an admin, or if payments are not set up."""
    return UserSubscription.objects.filter(id=actor.id).first()


def subscription(*, actor: Actor, client_id: UUID | None) -> Subscription | None:
    """A client's subscription, by default of the caller's own client. Raises ClientNotFound, CardRequired."""
    membership = client_for(actor, client_id) if client_id else membership_of(actor)
    own = client_id or (membership.client_id if membership else None)
    return Subscription.objects.filter(id=own).first() if own else None


def own_row(*, user_id: UUID) -> UserSubscription:
    """A user's subscription and card, after a read from Stripe has created the row."""
    return UserSubscription.objects.get(id=user_id)


def event(*, event_id: str) -> Event:
    return Event.objects.get(id=event_id)


def last_event_at() -> datetime | None:
    """When the last Stripe event arrived."""
    return Event.objects.order_by("-received_at").values_list("received_at", flat=True).first()


def client_of(*, customer_id: str) -> UUID | None:
    """The id of the client with this Stripe customer id, or None."""
    return Customer.objects.filter(stripe_id=customer_id).values_list("client_id", flat=True).first()


def customer_of(*, client_id: UUID) -> str | None:
    """The Stripe customer id of a client, or None."""
    return Customer.objects.filter(client_id=client_id).values_list("stripe_id", flat=True).first()


def reasons() -> Iterator[tuple[UUID, Reason]]:
    """Implements `clients.ports.attention`: yields failed payments, and trials that end soon without a card."""
    failed = Subscription.objects.filter(status__in=("past_due", "unpaid"))
    for client_id in failed.values_list("client_id", flat=True):
        yield client_id, Reason("payment", 70, "payment failed")
    timestamp = now().timestamp()
    ending = Subscription.objects.filter(
        status="trialing",
        current_period_end__gt=timestamp,
        current_period_end__lte=timestamp + ENDS_WITHIN_DAYS * DAY_S,
    )
    with_card = UserSubscription.objects.filter(payment_method_last4__isnull=False).values("user_id")
    for client_id, end in ending.exclude(client__user_id__in=with_card).values_list("client_id", "current_period_end"):
        days = ceil(((end or 0) - timestamp) / DAY_S)
        yield client_id, Reason("trial", 50, f"trial ends in {days} {'day' if days == 1 else 'days'}, no card")


def last_offer(*, customer_id: str) -> Offer:
    """This customer's last offer. Raises PaymentsUnavailable if the customer was deleted meanwhile."""
    customer = Customer.objects.filter(stripe_id=customer_id).first()
    if customer is None:  # a retry creates a new customer
        raise PaymentsUnavailable
    return Offer(customer.offers, customer.checkout_id, customer.trial_card)


def customer_id_of(*, user_id: UUID) -> str | None:
    """The Stripe customer id of a user, or None if there is none or payments are not set up."""
    if not access.is_set_up():
        return None
    return Customer.objects.filter(user_id=user_id).values_list("stripe_id", flat=True).first()
