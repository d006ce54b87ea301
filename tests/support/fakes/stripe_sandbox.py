"""The sandbox's Stripe for tests: its official client, cards without a browser, its clock, and what it delivers."""

from collections.abc import Mapping
from dataclasses import dataclass

import httpx
import pytest
import stripe
from django.conf import settings

from tests.support.fakes.sandbox import STRIPE_KEYS, StandIn

ANY_TIME = {"expiry": "12 / 40", "cvc": "123", "name": "Maya Chen"}


@dataclass(frozen=True)
class StripeStandIn:
    """Stripe at `url`; nobody's webhook is called, so tests post the events that they want."""

    url: str

    def client(self, key: str = STRIPE_KEYS["STRIPE_SECRET_KEY"]) -> stripe.StripeClient:
        return stripe.StripeClient(key, base_addresses={"api": self.url}, max_network_retries=0)

    def pay(self, address: str, number: str = "4242424242424242", **fields: str) -> httpx.Response:
        """Send the form of a checkout page."""
        return httpx.post(address, data={"number": number, **ANY_TIME, **fields})

    def answer(self, challenge: str, decision: str = "complete") -> httpx.Response:
        """Answer a bank's question: `complete` or `fail`."""
        return httpx.post(challenge, data={"decision": decision})

    def move_clock(self, **by: int) -> int:
        """Put the clock ahead by `days` or `seconds`, or `to` a time; the time from now on."""
        self.tell("/clock", by)
        return int(httpx.get(f"{self.url}/sandbox/clock").json()["now"])

    def signed(self, event: str) -> tuple[bytes, str]:
        """The body of an event, and its signature."""
        reply = httpx.get(f"{self.url}/sandbox/webhooks/signed", params={"event": event})
        assert reply.status_code == 200, reply.text
        return reply.content, reply.headers["Stripe-Signature"]

    def tell(self, path: str, said: Mapping[str, object]) -> None:
        """Any other call of the sandbox's own; its README.md has them."""
        reply = httpx.post(f"{self.url}/sandbox{path}", json=said)
        assert reply.status_code == 200, reply.text


@pytest.fixture
def stripe_stand_in(running_stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> StripeStandIn:
    """An empty Stripe, and a product that has its keys."""
    found = StripeStandIn(running_stand_in.url)
    found.tell("/reset", {})
    for name, key in STRIPE_KEYS.items():
        monkeypatch.setattr(settings, name, key)
    monkeypatch.setattr(settings, "STRIPE_API", found.url)
    monkeypatch.setattr(settings, "STRIPE_JS", f"{found.url}/v3/")
    return found
