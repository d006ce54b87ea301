"""Writes of billing: store the state that was read from Stripe. Each is one transaction, and none calls Stripe."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.utils.timezone import get_default_timezone

from accounts import queries as accounts
from billing import access, queries
from billing.models import Customer, Event, Product, Subscription, Trial, UserSubscription
from billing.stripe_types import Card, CatalogueItem, State, StripeEvent
from clients import queries as clients_queries
from clients import services as clients
from core.clock import now
from core.dates import long_date
from mail import services as mail
from sync.log import changes, membership, streams
from sync.models import SyncedRow

REMINDER_LEAD = timedelta(days=3)
OVERDUE = frozenset({"past_due", "unpaid"})
PAID = frozenset({"trialing", "active"})


@dataclass(frozen=True, slots=True)
class Reminder:
    """The email before a trial ends. `trial_end` is in Unix seconds; `due` is when the email is sent."""

    client_id: UUID
    trial_end: int
    due: datetime


@dataclass(frozen=True, slots=True)
class Applied:
    """The work that the caller has to do after a state was stored.

    `trial_to_end` is the id of a subscription whose trial must end, because its card has had a trial before. `reminder`
    is the email to send before a trial ends.
    """

    trial_to_end: str | None = None
    reminder: Reminder | None = None


def ensure_row(
    *,
    user_id: UUID,
    email: str = "",
    full_name: str = "",
    company_name: str = "",
    confirmed_at: datetime | None = None,
    may_create: bool = False,
) -> None:
    """Implements `accounts.ports.user_confirmed`: creates the row from which devices know that a card is required."""
    if access.is_set_up():
        _row_of(user_id)


def ensure_rows() -> None:
    """Create the missing rows of users who signed up before payments were set up."""
    missing = set(clients_queries.signed_up_users()) - set(UserSubscription.objects.values_list("id", flat=True))
    for user_id in missing if access.is_set_up() else ():
        _row_of(user_id)


def import_card(*, user_id: UUID, card: Card) -> None:
    """Put a card on file for demo data. No endpoint calls this, and the next read from Stripe overwrites the card."""
    if access.is_set_up():
        _update(_row_of(user_id), payment_method_brand=card.brand, payment_method_last4=card.last4)


def store_product(*, item: CatalogueItem) -> None:
    """Store this product as the only one of the catalogue."""
    Product.objects.exclude(id=item.id).delete()
    price = {"price_id": item.price_id, "unit_amount": item.unit_amount, "currency": item.currency}
    texts = {"name": item.name, "description": item.description, "interval": item.interval}
    Product.objects.update_or_create(id=item.id, defaults={**price, **texts})


def store_customer(*, user_id: UUID, client_id: UUID, customer_id: str) -> str:
    """Store a client's Stripe customer id, unless one is stored. Returns the stored id."""
    stored, _ = Customer.objects.get_or_create(
        client_id=client_id, defaults={"user_id": user_id, "stripe_id": customer_id}
    )
    return stored.stripe_id


def store_event(*, stripe_event: StripeEvent) -> None:
    """Store an event. A repeated event changes nothing."""
    event = Event(id=stripe_event.id, type=stripe_event.type, customer_id=stripe_event.customer_id)
    Event.objects.bulk_create([event], ignore_conflicts=True)


def offer_checkout(*, customer_id: str, after: int, session_id: str) -> bool:
    """Store a checkout page before the user sees it. `after` is the number of the last offer that the caller has read.

    Returns False if another offer was stored since; then the page must not be shown.
    """
    return _store_offer(customer_id, after, checkout_id=session_id, trial_card=None)


def offer_trial(*, customer_id: str, after: int, payment_method: str) -> bool:
    """Store that this card's trial is about to start, so that the next attempt can start it after a crash.

    Returns False if another offer was stored since; then the trial must not be started.
    """
    return _store_offer(customer_id, after, checkout_id=None, trial_card=payment_method)


def start_read(*, customer_id: str) -> int | None:
    """Return the number of a read of Stripe's state that starts now, or None for an unknown customer."""
    customer = Customer.objects.select_for_update().filter(stripe_id=customer_id).first()
    if customer is None:
        return None
    customer.reads_started += 1
    customer.save(update_fields=["reads_started"])
    return customer.reads_started


def apply(*, customer_id: str, read_number: int, state: State) -> Applied:
    """Store the state that the read with this number returned, unless the state of a later read is stored already.

    Fields that are equal to the stored ones are not written.
    """
    customer = Customer.objects.select_for_update().filter(stripe_id=customer_id).first()
    if customer is None or read_number <= customer.reads_applied:  # None: a concurrent read found it deleted at Stripe
        return Applied()
    customer.reads_applied, customer.subscription_id = read_number, state.subscription_id
    customer.save(update_fields=["reads_applied", "subscription_id"])
    applied = _store_trial(customer, state)
    _write_user(customer, state)
    _write_client(customer, state)
    if state.is_deleted:  # The next purchase creates a new customer.
        customer.delete()
    return applied


def notify_trial_ends(*, client_id: UUID, trial_end: int) -> None:
    """Email a user that their trial ends soon, once per end, unless they have cancelled."""
    customer = Customer.objects.select_for_update().filter(client_id=client_id).first()
    row = UserSubscription.objects.filter(id=customer.user_id).first() if customer else None
    if customer is None or row is None or customer.trial_notified_for == trial_end:
        return
    if (row.subscription_status, row.current_period_end) != ("trialing", trial_end) or row.cancel_at_period_end:
        return
    customer.trial_notified_for = trial_end
    customer.save(update_fields=["trial_notified_for"])
    product = Product.objects.filter(price_id=row.price_id).first()
    price = product.price_text if product else "its usual price"
    _mail(customer.user_id, "trial_ends", when=_day(trial_end), what=price)


def _write_user(customer: Customer, state: State) -> None:
    row = _row_of(customer.user_id)
    had_card, status_before = row.payment_method_last4 is not None, row.subscription_status
    card = state.card
    _update(
        row,
        subscription_status=state.status,
        price_id=state.price_id,
        current_period_end=state.current_period_end,
        cancel_at_period_end=state.cancel_at_period_end,
        payment_method_brand=card.brand if card else None,
        payment_method_last4=card.last4 if card else None,
        trial_used=queries.trial_used(user_id=customer.user_id, fingerprint=card.fingerprint if card else None),
    )
    if card and not had_card:
        membership.join(user_id=customer.user_id)
    elif had_card and not access.allowed_users([customer.user_id]):
        membership.leave(user_id=customer.user_id, stream=streams.client(customer.client_id))
    if state.status in OVERDUE and status_before not in OVERDUE:
        _mail(customer.user_id, "payment_failed")


def _write_client(customer: Customer, state: State) -> None:
    row = changes.locked(Subscription, customer.client_id)
    if row is None and state.status is None:
        return
    status = state.status or "canceled"  # Stripe deleted the subscription with its customer
    if row is None:
        row = Subscription(id=customer.client_id, client_id=customer.client_id, status=status)
        changes.insert(row)
    _update(
        row,
        status=status,
        current_period_end=state.current_period_end,
        cancel_at_period_end=state.cancel_at_period_end,
    )
    clients.follow_billing(client_id=customer.client_id, is_paid=status in PAID)


def _store_trial(customer: Customer, state: State) -> Applied:
    if state.trial_end is None or state.subscription_id is None:
        return Applied()
    fingerprint = state.card.fingerprint if state.card else None
    trial, _ = Trial.objects.get_or_create(
        subscription_id=state.subscription_id, defaults={"user_id": customer.user_id, "fingerprint": fingerprint}
    )
    if trial.fingerprint is None and fingerprint is not None:  # there was no card yet at the first read
        trial.fingerprint = fingerprint
        trial.save(update_fields=["fingerprint"])
    if state.status != "trialing":
        return Applied()
    due = datetime.fromtimestamp(state.trial_end, UTC) - REMINDER_LEAD
    reminder = Reminder(customer.client_id, state.trial_end, max(due, now()))
    # Compare only with earlier trials, so that the first user of a card keeps their trial.
    earlier = Trial.objects.filter(fingerprint=trial.fingerprint, at__lt=trial.at).exclude(user_id=customer.user_id)
    return Applied(state.subscription_id if trial.fingerprint and earlier.exists() else None, reminder)


def _store_offer(customer_id: str, after: int, **fields: str | None) -> bool:
    return Customer.objects.filter(stripe_id=customer_id, offers=after).update(offers=after + 1, **fields) == 1


def _row_of(user_id: UUID) -> UserSubscription:
    """The user's row, locked; created if absent."""
    return changes.locked_or_stored(UserSubscription(id=user_id, user_id=user_id))


def _update(row: SyncedRow, **fields: object) -> None:
    """Write only the fields that differ, so that a read without new values creates no synced change."""
    differing = changes.differing(row, **fields)
    if differing:
        timestamps = {"updated_at": now()} if isinstance(row, UserSubscription) else {}
        changes.update(row, **differing, **timestamps)


def _mail(user_id: UUID, kind: mail.Kind, *, when: str = "", what: str = "") -> None:
    address = accounts.address_of(user_id)
    if address:
        mail.send(kind=kind, to=address, link=f"{settings.SITE_URL}/dashboard/subscriptions", when=when, what=what)


def _day(seconds: int) -> str:
    """The date as text, such as `November 24, 2026`, in the provider's time zone."""
    return long_date(datetime.fromtimestamp(seconds, UTC).astimezone(get_default_timezone()))
