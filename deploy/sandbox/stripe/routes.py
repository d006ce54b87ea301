"""Routes of the API: for servers with the secret key, and for browsers with the publishable key."""

import re
from collections.abc import Callable

from sandbox.stripe import browsers, events
from sandbox.stripe.billing import catalogue, checkout, customers, invoice_calls, portal, subscription_calls
from sandbox.stripe.cards import methods, payments, setups
from sandbox.stripe.errors import Json

Handler = Callable[..., Json]  # called with the account, the parameters, and the ids in the path


class Routes:
    def __init__(self, *listed: tuple[str, str, Handler]) -> None:
        self._listed = [
            (method, re.compile(re.sub(r"\{\w+\}", r"([A-Za-z0-9_]+)", path)), handler)
            for method, path, handler in listed
        ]

    def find(self, method: str, path: str) -> tuple[Handler, tuple[str, ...]] | None:
        for route_method, pattern, handler in self._listed:
            if route_method == method and (match := pattern.fullmatch(path)):
                return handler, match.groups()
        return None


SERVERS = Routes(
    ("POST", "customers", customers.create),
    ("GET", "customers", customers.listed),
    ("GET", "customers/{id}", customers.retrieve),
    ("POST", "customers/{id}", customers.update),
    ("DELETE", "customers/{id}", customers.delete),
    ("GET", "customers/{id}/payment_methods", methods.listed_of),
    ("GET", "customers/{id}/payment_methods/{method}", methods.retrieve_of),
    ("POST", "products", catalogue.create_product),
    ("GET", "products", catalogue.listed_products),
    ("GET", "products/{id}", catalogue.retrieve_product),
    ("POST", "products/{id}", catalogue.update_product),
    ("POST", "prices", catalogue.create_price),
    ("GET", "prices", catalogue.listed_prices),
    ("GET", "prices/{id}", catalogue.retrieve_price),
    ("POST", "prices/{id}", catalogue.update_price),
    ("POST", "checkout/sessions", checkout.create),
    ("GET", "checkout/sessions", checkout.listed),
    ("GET", "checkout/sessions/{id}", checkout.retrieve),
    ("POST", "checkout/sessions/{id}", checkout.update),
    ("GET", "checkout/sessions/{id}/line_items", checkout.line_items),
    ("POST", "checkout/sessions/{id}/expire", checkout.expire),
    ("POST", "setup_intents", setups.create),
    ("GET", "setup_intents", setups.listed),
    ("GET", "setup_intents/{id}", setups.retrieve),
    ("POST", "setup_intents/{id}", setups.update),
    ("POST", "setup_intents/{id}/confirm", setups.confirm),
    ("POST", "setup_intents/{id}/cancel", setups.cancel),
    ("POST", "payment_intents", payments.create),
    ("GET", "payment_intents", payments.listed),
    ("GET", "payment_intents/{id}", payments.retrieve),
    ("POST", "payment_intents/{id}/confirm", payments.confirm),
    ("POST", "payment_intents/{id}/cancel", payments.cancel),
    ("POST", "payment_methods", methods.create),
    ("GET", "payment_methods", methods.listed),
    ("GET", "payment_methods/{id}", methods.retrieve),
    ("POST", "payment_methods/{id}", methods.update),
    ("POST", "payment_methods/{id}/attach", methods.attach),
    ("POST", "payment_methods/{id}/detach", methods.detach),
    ("POST", "subscriptions", subscription_calls.create),
    ("GET", "subscriptions", subscription_calls.listed),
    ("GET", "subscriptions/{id}", subscription_calls.retrieve),
    ("POST", "subscriptions/{id}", subscription_calls.update),
    ("DELETE", "subscriptions/{id}", subscription_calls.cancel),
    ("POST", "subscriptions/{id}/resume", subscription_calls.resume),
    ("GET", "invoices", invoice_calls.listed),
    ("POST", "invoices/create_preview", invoice_calls.preview),
    ("GET", "invoices/{id}", invoice_calls.retrieve),
    ("POST", "invoices/{id}/pay", invoice_calls.pay),
    ("POST", "invoices/{id}/void", invoice_calls.void),
    ("POST", "invoices/{id}/mark_uncollectible", invoice_calls.write_off),
    ("POST", "billing_portal/sessions", portal.create),
    ("GET", "billing_portal/configurations", portal.listed_configurations),
    ("GET", "billing_portal/configurations/{id}", portal.retrieve_configuration),
    ("GET", "events", events.listed),
    ("GET", "events/{id}", events.retrieve),
)
BROWSERS = Routes(
    ("POST", "payment_methods", methods.create),
    ("GET", "setup_intents/{id}", browsers.setup),
    ("POST", "setup_intents/{id}/confirm", browsers.confirm_setup),
    ("GET", "payment_intents/{id}", browsers.payment),
    ("POST", "payment_intents/{id}/confirm", browsers.confirm_payment),
)
