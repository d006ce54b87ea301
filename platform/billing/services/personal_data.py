"""A user's billing data. Erasure deletes their Stripe customer, which ends their subscription."""

from collections.abc import Iterator
from uuid import UUID

from accounts.ports.personal_data import Part, RowsToDelete
from accounts.queries.personal_data import table
from billing.models import Customer, Subscription, UserSubscription

FIELDS = (
    *("subscription_status", "price_id", "current_period_end", "cancel_at_period_end"),
    *("payment_method_brand", "payment_method_last4", "trial_used", "updated_at"),
)


def export(user_id: UUID) -> Iterator[Part]:
    yield table("subscription", UserSubscription.objects.filter(id=user_id), FIELDS)


def rows_to_delete(user_id: UUID) -> Iterator[RowsToDelete]:
    """The rows to delete with a user. The record that a card has had a trial stays, without the user."""
    customers = Customer.objects.filter(user_id=user_id)
    yield RowsToDelete(Subscription.objects.filter(client_id__in=customers.values("client_id")))
    yield RowsToDelete(customers)
    yield RowsToDelete(UserSubscription.objects.filter(id=user_id))
