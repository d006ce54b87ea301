"""A page with Stripe's card field and a strict content security policy; its server records every request."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.support.fakes.sandbox import STRIPE_KEYS

HTML = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Card</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><div id="card"></div><button>Add</button><output></output>
<script src="STRIPE/v3/"></script><script src="/page.js"></script></html>"""
SCRIPT = """
const stripe = Stripe('KEY')
const card = stripe.elements().create('card', {
  hidePostalCode: true,
  style: { base: { color: 'rgb(1, 2, 3)', fontSize: '18px' }, invalid: { color: 'rgb(200, 0, 0)' } },
})
window.cardEvents = []
for (const type of ['ready', 'change', 'focus', 'blur']) card.on(type, (event) => cardEvents.push({ type, ...event }))
card.mount('#card')
document.querySelector('button').onclick = async () => {
  const clientSecret = new URLSearchParams(location.search).get('secret')
  const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, {
    payment_method: { card, billing_details: { name: 'Maya Chen' } },
  })
  document.querySelector('output').textContent = error ? error.message : setupIntent.status
}
"""


@dataclass
class CardPage:
    """The page's URL; `received` has the path and the headers of every request."""

    url: str
    stripe: str = ""
    received: list[str] = field(default_factory=list)


@contextmanager
def card_page() -> Iterator[CardPage]:
    """The page on a running server of this machine."""

    def serve(request: Request) -> Response:
        page.received.append(f"{request.full_path} {request.headers}")
        is_script = request.path == "/page.js"
        text = SCRIPT if is_script else HTML
        body = text.replace("STRIPE", page.stripe).replace("KEY", STRIPE_KEYS["STRIPE_PUBLISHABLE_KEY"])
        policy = f"default-src 'none'; script-src 'self' {page.stripe}; frame-src {page.stripe}; img-src data:"
        kind = "text/javascript" if is_script else "text/html"
        return Response(body, headers={"Content-Security-Policy": policy}, content_type=f"{kind}; charset=utf-8")

    with HTTPServer("localhost", threaded=True) as server:
        server.expect_request(re.compile("/.*")).respond_with_handler(serve)
        page = CardPage(f"http://{server.host}:{server.port}")
        yield page
