"""A receiver of webhooks that records the posts and responds with chosen statuses."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import stripe
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.support.fakes.sandbox import STRIPE_KEYS

WITHIN_S = 10


@dataclass
class Receiver:
    """The receiver; `answers` has the statuses of the next responses, and all later ones are 200."""

    url: str
    posts: list[tuple[bytes, str]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)

    def events(self) -> list[stripe.Event]:
        """The received events in order; raises SignatureVerificationError if a signature is wrong."""
        secret = STRIPE_KEYS["STRIPE_WEBHOOK_SECRET"]
        return [stripe.Webhook.construct_event(body, signature, secret) for body, signature in list(self.posts)]

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait for a condition. Raises AssertionError that names it."""
        end = time.monotonic() + WITHIN_S
        while not holds():
            assert time.monotonic() < end, f"not within {WITHIN_S} s: {what}"
            time.sleep(0.01)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A running receiver on this machine."""

    def receive(request: Request) -> Response:
        status = receiver.answers.pop(0) if receiver.answers else 200
        receiver.posts.append((request.data, request.headers["Stripe-Signature"]))
        return Response(status=status)

    with HTTPServer("127.0.0.1", threaded=True) as server:
        server.expect_request("/hook", "POST").respond_with_handler(receive)
        receiver = Receiver(server.url_for("/hook"))
        yield receiver
