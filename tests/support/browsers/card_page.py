"""A page with Stripe's card field and a strict content security policy; its server records every request."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.support.fakes.http_server import Answering, listening
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
window.told = []
for (const type of ['ready', 'change', 'focus', 'blur']) card.on(type, (event) => told.push({ type, ...event }))
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

    class Handler(Answering):
        def do_GET(self) -> None:
            page.received.append(f"{self.path} {self.headers}")
            is_script = self.path == "/page.js"
            text = SCRIPT if is_script else HTML
            body = text.replace("STRIPE", page.stripe).replace("KEY", STRIPE_KEYS["STRIPE_PUBLISHABLE_KEY"]).encode()
            policy = f"default-src 'none'; script-src 'self' {page.stripe}; frame-src {page.stripe}; img-src data:"
            kind = "text/javascript" if is_script else "text/html; charset=utf-8"
            self.reply(200, body, {"Content-Type": kind, "Content-Security-Policy": policy})

    with listening(Handler) as url:
        page = CardPage(url.replace("127.0.0.1", "localhost"))
        yield page
