"""Publishes rows to sync streams: a user's own subscription and card, and each client's subscription."""

from typing import Any

from django.db.models import QuerySet

from billing.models import Subscription, UserSubscription
from billing.schemas import SubscriptionOut, UserSubscriptionOut
from sync.log import streams
from sync.log.registry import publish


def _subscriptions_snapshot(stream: str) -> QuerySet[Any]:
    everything = Subscription.objects.all()
    return everything if stream == streams.ADMINS else everything.filter(id=streams.subject_of(stream))


# The row is in the user's own stream, which users without a card receive too, because the card page waits for the row.
publish(
    UserSubscription,
    streams=lambda row: [streams.user(row.id)],
    as_={"u": UserSubscriptionOut},
    snapshot=lambda stream: UserSubscription.objects.filter(id=streams.subject_of(stream)),
)
publish(
    Subscription,
    streams=lambda row: [streams.ADMINS, streams.client(row.id)],
    as_={"w": SubscriptionOut, "c": SubscriptionOut},
    snapshot=_subscriptions_snapshot,
)
