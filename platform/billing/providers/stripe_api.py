"""The only caller of Stripe's API. It is imported at the first payment, because Stripe's SDK takes 0.7 s to load.

Methods take and return our own types. None may be called inside a database transaction, because that would stay open
until Stripe responds.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache, wraps
from typing import ParamSpec, TypeVar
from uuid import UUID

import stripe
from django.conf import settings
from django.db import connection
from stripe import RequestOptions
from stripe.params._customer_create_params import CustomerCreateParams
from stripe.params.checkout._session_create_params import SessionCreateParams, SessionCreateParamsSubscriptionData

from billing.errors import BadSignature, CardNotSaved, PaymentsUnavailable
from billing.providers import stripe_mapping
from billing.providers.stripe_mapping import id_of
from billing.stripe_types import ONGOING, Card, CatalogueItem, State, StripeEvent

P = ParamSpec("P")
R = TypeVar("R")

TIMEOUT_S = 8
TOLERANCE_S = 300  # maximum age of a webhook request
TRIAL_DAYS = 14
LOOKUP_KEY = "pulseboard_monthly"
PRICE_CENTS, CURRENCY = 9900, "usd"
ONE_TRIAL = "One free trial per person and card: a card that has had one is charged today."


def stripe_call(call: Callable[P, R]) -> Callable[P, R]:
    """Decorates a call to Stripe: raises RuntimeError inside a transaction, CardNotSaved for a declined card, and
    PaymentsUnavailable for any other Stripe error."""

    @wraps(call)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        if connection.in_atomic_block:
            raise RuntimeError(f"{call.__name__} was called inside a transaction")
        try:
            return call(*args, **kwargs)
        except stripe.CardError as error:
            raise CardNotSaved(error.user_message) from error
        except stripe.StripeError as error:
            raise PaymentsUnavailable from error

    return checked


class Gateway:
    """Stripe's API with the keys of this installation."""

    def __init__(self) -> None:
        self._v1 = _client(settings.STRIPE_SECRET_KEY or "", settings.STRIPE_API).v1

    @stripe_call
    def find_or_create_catalogue(self) -> CatalogueItem:
        """The product and its price. The first call creates them; later calls find the price by its lookup key.

        Renames the product at Stripe if its name is not PRODUCT_NAME, because Stripe's pages and invoices show it.
        """
        prices = self._v1.prices.list({"lookup_keys": [LOOKUP_KEY], "active": True, "expand": ["data.product"]}).data
        if prices:
            item = stripe_mapping.catalogue_item(prices[0])
            if item.name != settings.PRODUCT_NAME:
                self._v1.products.update(item.id, {"name": settings.PRODUCT_NAME})
            return replace(item, name=settings.PRODUCT_NAME)
        price = self._v1.prices.create(
            {
                "lookup_key": LOOKUP_KEY,
                "unit_amount": PRICE_CENTS,
                "currency": CURRENCY,
                "recurring": {"interval": "month"},
                "product_data": {"name": settings.PRODUCT_NAME},
                "expand": ["product"],
            },
            {"idempotency_key": LOOKUP_KEY},
        )
        return stripe_mapping.catalogue_item(price)

    @stripe_call
    def create_customer(self, *, client_id: UUID, email: str, name: str) -> str:
        """The id of a new customer."""
        fields: CustomerCreateParams = {"email": email, "name": name, "metadata": {"client_id": str(client_id)}}
        return self._v1.customers.create(fields).id

    @stripe_call
    def delete_customer(self, customer_id: str) -> None:
        """Delete a customer. Stripe ends their subscription and deletes their cards. Ignores an unknown customer."""
        with suppress(stripe.InvalidRequestError):
            self._v1.customers.delete(customer_id)

    @stripe_call
    def create_checkout(
        self, *, customer_id: str, client_id: UUID, price_id: str, success_url: str, cancel_url: str, with_trial: bool
    ) -> tuple[str, str]:
        """The id and URL of a page to pay on."""
        subscription: SessionCreateParamsSubscriptionData = {"metadata": {"client_id": str(client_id)}}
        params: SessionCreateParams = {
            "mode": "subscription",
            "customer": customer_id,
            "client_reference_id": str(client_id),
            "line_items": [{"price": price_id, "quantity": 1}],
            "allowed_payment_method_types": ["card"],
            "payment_method_collection": "always",
            "subscription_data": subscription,
            "success_url": success_url,
            "cancel_url": cancel_url,
        }
        if with_trial:
            subscription["trial_period_days"] = TRIAL_DAYS
            params["custom_text"] = {"submit": {"message": ONE_TRIAL}}
        session = self._v1.checkout.sessions.create(params)
        return session.id, session.url or ""

    @stripe_call
    def expire_checkout(self, session_id: str) -> None:
        """Expire a checkout page, so that nobody can pay on it. Does nothing if it was paid or has expired."""
        sessions = self._v1.checkout.sessions
        try:
            sessions.expire(session_id)
        except stripe.InvalidRequestError:
            with suppress(stripe.InvalidRequestError):
                if sessions.retrieve(session_id).status == "open":
                    raise PaymentsUnavailable from None

    @stripe_call
    def customer_of_checkout(self, session_id: str) -> str:
        """The customer id of a checkout, or "" if no checkout has that id."""
        if not session_id.startswith("cs_"):
            return ""
        try:
            return id_of(self._v1.checkout.sessions.retrieve(session_id).customer)
        except stripe.InvalidRequestError:
            return ""

    @stripe_call
    def create_portal_session(self, *, customer_id: str, return_url: str) -> str:
        """The URL of the portal's page."""
        return self._v1.billing_portal.sessions.create({"customer": customer_id, "return_url": return_url}).url

    @stripe_call
    def create_setup_intent(self, customer_id: str) -> str:
        """Create a SetupIntent. Returns its client secret, for Stripe's card field."""
        intent = self._v1.setup_intents.create(
            {"customer": customer_id, "usage": "off_session", "allowed_payment_method_types": ["card"]}
        )
        return intent.client_secret or ""

    @stripe_call
    def saved_card(self, *, customer_id: str, setup_intent: str) -> tuple[str, str | None]:
        """The payment method of a succeeded SetupIntent of this customer, and its fingerprint. Raises CardNotSaved."""
        if not setup_intent.startswith("seti_"):
            raise CardNotSaved
        try:
            intent = self._v1.setup_intents.retrieve(setup_intent, {"expand": ["payment_method"]})
        except stripe.InvalidRequestError as error:
            raise CardNotSaved from error
        method = intent.payment_method
        if intent.status != "succeeded" or id_of(intent.customer) != customer_id:
            raise CardNotSaved
        if method is None or isinstance(method, str):
            raise CardNotSaved
        return method.id, method.card.fingerprint if method.card else None

    @stripe_call
    def use_card(self, *, customer_id: str, payment_method: str, subscription_id: str | None) -> None:
        """Make this card the one that Stripe charges from now on, for the customer and for the subscription, if any."""
        self._v1.customers.update(customer_id, {"invoice_settings": {"default_payment_method": payment_method}})
        if subscription_id is not None:
            self._v1.subscriptions.update(subscription_id, {"default_payment_method": payment_method})

    @stripe_call
    def start_trial(self, *, customer_id: str, client_id: UUID, price_id: str, payment_method: str) -> None:
        """Subscribe with a trial; Stripe charges nothing before its end. A repeat for the same card has no effect.

        Raises CardNotSaved if the card no longer belongs to this customer.
        """
        try:
            self._v1.subscriptions.create(
                {
                    "customer": customer_id,
                    "items": [{"price": price_id}],
                    "trial_period_days": TRIAL_DAYS,
                    "default_payment_method": payment_method,
                    "metadata": {"client_id": str(client_id)},
                },
                {"idempotency_key": f"trial-{customer_id}-{payment_method}"},
            )
        except stripe.InvalidRequestError as error:
            raise CardNotSaved from error

    @stripe_call
    def end_trial(self, subscription_id: str) -> None:
        """End the trial and charge now, once, because this card has had a trial before."""
        options: RequestOptions = {"idempotency_key": f"end-trial-{subscription_id}"}
        self._v1.subscriptions.update(subscription_id, {"trial_end": "now"}, options)

    @stripe_call
    def state_of(self, customer_id: str) -> State:
        """The current state of a customer. Of several subscriptions, it has the newest ongoing one, else the newest."""
        customer = self._v1.customers.retrieve(customer_id)
        if getattr(customer, "deleted", False):
            return State(is_deleted=True)
        listed = self._v1.subscriptions.list(
            {"customer": customer_id, "status": "all", "limit": 100, "expand": ["data.default_payment_method"]}
        ).data
        if not listed:
            return State(card=self._default_card(customer))
        newest = max(listed, key=lambda one: (one.status in ONGOING, one.created))
        of_subscription = newest.default_payment_method if newest.status in ONGOING else None
        item = newest["items"].data[0]
        return State(
            subscription_id=newest.id,
            status=newest.status,
            price_id=item.price.id,
            current_period_end=item.current_period_end,
            cancel_at_period_end=newest.cancel_at_period_end or newest.cancel_at is not None,
            trial_end=newest.trial_end,
            card=stripe_mapping.card(of_subscription) or self._default_card(customer),
        )

    def parse_event(self, *, payload: bytes, signature: str) -> StripeEvent:
        """The event of a webhook request. Raises BadSignature if Stripe did not sign it, or signed it too long ago."""
        secret = settings.STRIPE_WEBHOOK_SECRET or ""
        try:
            stripe.WebhookSignature.verify_header(payload.decode(), signature, secret, TOLERANCE_S)
            return stripe_mapping.event_of(json.loads(payload))
        except (ValueError, LookupError, TypeError, AttributeError, stripe.SignatureVerificationError) as error:
            raise BadSignature from error

    def _default_card(self, customer: stripe.Customer) -> Card | None:
        default = customer.invoice_settings.default_payment_method if customer.invoice_settings else None
        if default is not None:
            return stripe_mapping.card(self._v1.payment_methods.retrieve(id_of(default)))
        attached = self._v1.customers.payment_methods.list(customer.id, {"type": "card", "limit": 1}).data
        return stripe_mapping.card(attached[0]) if attached else None


@cache
def _client(key: str, address: str) -> stripe.StripeClient:
    """The SDK's client, shared by all threads, because the SDK itself keeps one connection per thread."""
    http = stripe.RequestsClient(timeout=TIMEOUT_S)
    return stripe.StripeClient(key, base_addresses={"api": address}, http_client=http, max_network_retries=1)
