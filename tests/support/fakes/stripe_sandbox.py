"""The sandbox's Stripe for tests: the official client, payments without a browser, its clock and its events."""

from collections.abc import Mapping
from dataclasses import dataclass

import httpx
import pytest
import stripe
from django.conf import settings

from tests.support.fakes.sandbox import STRIPE_KEYS, Sandbox

ANY_TIME = {"expiry": "12 / 40", "cvc": "123", "name": "Maya Chen"}


@dataclass(frozen=True)
class StripeSandbox:
    """Stripe at `url`. It calls no webhook, so a test posts the events that it needs."""

    url: str

    def client(self, key: str = STRIPE_KEYS["STRIPE_SECRET_KEY"]) -> stripe.StripeClient:
        return stripe.StripeClient(key, base_addresses={"api": self.url}, max_network_retries=0)

    def pay(self, address: str, number: str = "4242424242424242", **fields: str) -> httpx.Response:
        """Post the form of a checkout page."""
        return httpx.post(address, data={"number": number, **ANY_TIME, **fields})

    def answer(self, challenge: str, decision: str = "complete") -> httpx.Response:
        """Answer a bank's challenge with `complete` or `fail`."""
        return httpx.post(challenge, data={"decision": decision})

    def move_clock(self, **by: int) -> int:
        """Move the clock ahead by `days` or `seconds`, or `to` a time; returns its new time in Unix seconds."""
        self.command("/clock", by)
        return int(httpx.get(f"{self.url}/sandbox/clock").json()["now"])

    def signed(self, event: str) -> tuple[bytes, str]:
        """The body of an event and its signature."""
        reply = httpx.get(f"{self.url}/sandbox/webhooks/signed", params={"event": event})
        assert reply.status_code == 200, reply.text
        return reply.content, reply.headers["Stripe-Signature"]

    def command(self, path: str, body: Mapping[str, object]) -> None:
        """Post to one of the control endpoints in the sandbox's README.md."""
        reply = httpx.post(f"{self.url}/sandbox{path}", json=body)
        assert reply.status_code == 200, reply.text


@pytest.fixture
def fake_stripe(running_fake_providers: Sandbox, monkeypatch: pytest.MonkeyPatch) -> StripeSandbox:
    """An empty Stripe, with the product configured to use it."""
    sandbox = StripeSandbox(running_fake_providers.url)
    sandbox.command("/reset", {})
    for name, key in STRIPE_KEYS.items():
        monkeypatch.setattr(settings, name, key)
    monkeypatch.setattr(settings, "STRIPE_API", sandbox.url)
    monkeypatch.setattr(settings, "STRIPE_JS", f"{sandbox.url}/v3/")
    return sandbox
