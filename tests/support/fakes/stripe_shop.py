"""A shop that sells one monthly subscription on the sandbox's Stripe, with the official client."""

import stripe
from stripe.params._subscription_create_params import SubscriptionCreateParams
from stripe.params.checkout._session_create_params import SessionCreateParamsSubscriptionData

from tests.support.fakes.stripe_sandbox import StripeSandbox

SUCCESS = "http://localhost:8000/checkout/success?session_id={CHECKOUT_SESSION_ID}"
BACK = "http://localhost:8000/pricing"
EMAIL, NAME = "maya@harborcoffee.example", "Maya Chen"
DAY_S = 86400


class Shop:
    """One product and one price on the Stripe of `sandbox`."""

    def __init__(self, sandbox: StripeSandbox) -> None:
        self.sandbox, self.v1 = sandbox, sandbox.client().v1
        product = self.v1.products.create({"name": "Pulseboard"})
        self.price = self.v1.prices.create(
            {"product": product.id, "unit_amount": 9900, "currency": "usd", "recurring": {"interval": "month"}}
        )

    def customer(self, card: str | None = "pm_card_visa") -> stripe.Customer:
        """A new customer with this card as default, or without a card."""
        created = self.v1.customers.create({"email": EMAIL, "name": NAME})
        if card is None:
            return created
        method = self.v1.payment_methods.attach(card, {"customer": created.id})
        return self.v1.customers.update(created.id, {"invoice_settings": {"default_payment_method": method.id}})

    def subscribe(self, card: str | None = "pm_card_visa", *, days: int | None = 14) -> stripe.Subscription:
        params: SubscriptionCreateParams = {"customer": self.customer(card).id, "items": [{"price": self.price.id}]}
        if days is not None:
            params["trial_period_days"] = days
        return self.v1.subscriptions.create(params)

    def subscription(self, id: str) -> stripe.Subscription:
        """The subscription's current state, with its latest invoice."""
        return self.v1.subscriptions.retrieve(id, {"expand": ["latest_invoice"]})

    def checkout(self, *, days: int | None = 14) -> stripe.checkout.Session:
        params: SessionCreateParamsSubscriptionData = {"metadata": {"client": "7"}}
        if days is not None:
            params["trial_period_days"] = days
        return self.v1.checkout.sessions.create(
            {
                "mode": "subscription",
                "customer": self.customer(None).id,
                "line_items": [{"price": self.price.id, "quantity": 1}],
                "subscription_data": params,
                "success_url": SUCCESS,
                "cancel_url": BACK,
            }
        )

    def session(self, id: str) -> stripe.checkout.Session:
        """The session's current state, with its subscription, the subscription's card, and its invoice."""
        return self.v1.checkout.sessions.retrieve(id, {"expand": ["subscription.default_payment_method", "invoice"]})

    def event_types(self, *types: str) -> list[str]:
        """The types of all events in order of creation, or only those in `types`."""
        events = self.v1.events.list({"limit": 100}).auto_paging_iter()
        return [str(each.type) for each in events if not types or each.type in types][::-1]
