"""The product, subscriptions and cards, Stripe customers, trials, and received Stripe events."""

from django.db import models

from core.clock import now
from sync.models import SyncedRow

# Stripe's currencies whose smallest unit is not a hundredth: https://docs.stripe.com/currencies
DECIMALS = dict.fromkeys(
    ["bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf", "xof", "xpf"], 0
) | dict.fromkeys(["bhd", "jod", "kwd", "omr", "tnd"], 3)


class Product(models.Model):
    """The product as Stripe has it; `unit_amount` is in the smallest unit of `currency`."""

    id = models.CharField(primary_key=True, max_length=255)
    price_id = models.CharField(max_length=255)
    name = models.CharField(max_length=250)
    description = models.TextField(default="")
    mode = models.CharField(max_length=20, default="subscription")
    unit_amount = models.IntegerField()
    currency = models.CharField(max_length=3)
    interval = models.CharField(max_length=10)

    class Meta:
        db_table = "products"

    @property
    def _decimals(self) -> int:
        return DECIMALS.get(self.currency, 2)

    @property
    def price(self) -> float:
        """The price in whole units of `currency`."""
        return self.unit_amount / 10.0**self._decimals

    @property
    def price_text(self) -> str:
        """The price as text: `$99 per month`, `99.50 EUR per month`."""
        amount = f"{self.price:,.{self._decimals}f}".removesuffix(f".{'0' * self._decimals}")
        money = f"${amount}" if self.currency == "usd" else f"{amount} {self.currency.upper()}"
        return f"{money} per {self.interval}"


class TrialUsed(models.TextChoices):
    """Why a user gets no trial: the card on file has had a trial, or the user has had one with another card."""

    CARD = "card"
    PERSON = "person"


class UserSubscription(SyncedRow):
    """A user's subscription and card, for their own devices. The id is the user's id.

    Without `payment_method_last4` there is no card on file. All fields are copied from Stripe except `trial_used`,
    which is null while the user can still get a trial.
    """

    user = models.OneToOneField("accounts.User", on_delete=models.CASCADE, related_name="+")
    subscription_status = models.CharField(max_length=20, null=True)
    price_id = models.CharField(max_length=255, null=True)
    current_period_end = models.BigIntegerField(null=True)  # Unix seconds
    cancel_at_period_end = models.BooleanField(default=False)
    payment_method_brand = models.CharField(max_length=40, null=True)
    payment_method_last4 = models.CharField(max_length=4, null=True)
    trial_used = models.CharField(max_length=10, choices=TrialUsed.choices, null=True)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "stripe_user_subscriptions"


class Subscription(SyncedRow):
    """A client's subscription, for admins and the client's users. The id is the client's id."""

    client = models.OneToOneField("clients.Client", on_delete=models.CASCADE, related_name="+")
    status = models.CharField(max_length=20)
    current_period_end = models.BigIntegerField(null=True)  # Unix seconds
    cancel_at_period_end = models.BooleanField(default=False)

    class Meta:
        db_table = "stripe_subscriptions"


class Customer(models.Model):
    """A client's Stripe customer.

    Of two concurrent reads of Stripe's state, the one that started later counts. `reads_started` is the number of the
    last read that started, `reads_applied` the number of the last read whose state was stored.

    `offers` counts the offers of a subscription. Only the last offer can still become a subscription: a checkout page
    (`checkout_id`), or a trial that is about to start (`trial_card`, the id of a payment method).
    """

    client = models.OneToOneField("clients.Client", on_delete=models.CASCADE, primary_key=True, related_name="+")
    user = models.OneToOneField("accounts.User", on_delete=models.CASCADE, related_name="+")
    stripe_id = models.CharField(max_length=255, unique=True)
    subscription_id = models.CharField(max_length=255, null=True)
    reads_started = models.BigIntegerField(default=0)
    reads_applied = models.BigIntegerField(default=0)
    offers = models.BigIntegerField(default=0)
    checkout_id = models.CharField(max_length=255, null=True)
    trial_card = models.CharField(max_length=255, null=True)
    trial_notified_for = models.BigIntegerField(null=True)  # Unix seconds

    class Meta:
        db_table = "stripe_customers"


class Trial(models.Model):
    """A trial that was given: at most one per user and one per card."""

    subscription_id = models.CharField(primary_key=True, max_length=255)
    user = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    fingerprint = models.CharField(max_length=100, null=True, db_index=True)
    at = models.DateTimeField(default=now)

    class Meta:
        db_table = "stripe_trials"


class Event(models.Model):
    """A received Stripe event. Its id is Stripe's id, so that a repeated delivery is the same row."""

    id = models.CharField(primary_key=True, max_length=255)
    type = models.CharField(max_length=100)
    customer_id = models.CharField(max_length=255, default="")
    received_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "stripe_events"
