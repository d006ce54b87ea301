"""An installation with payments, whose Stripe is the sandbox, and user actions on Stripe's pages."""

import secrets
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import FrameLocator, Page

from tests.e2e.users import PASSWORD, Account, Agency
from tests.support.servers.server import FAST_PASSWORDS, Server, free_port

VISA, MASTERCARD, DECLINED, NEEDS_3DS = "4242424242424242", "5555555555554444", "4000000000000002", "4000002500003155"


class Shop(Agency):
    """The same agency, whose clients need a card on file."""

    def __init__(self, folder: Path) -> None:
        self.stripe_url = f"http://127.0.0.1:{free_port()}"
        server = Server(folder, DEMO="1", SANDBOX_PORT=self.stripe_url.rpartition(":")[2], **FAST_PASSWORDS)
        server.start()
        super().__init__(server)

    def newcomer(self, name: str) -> Account:
        """A client who has signed up and has no card yet."""
        tag = secrets.token_hex(3)
        email, company = f"{name.split()[0].lower()}-{tag}@client.example", f"{name.split()[0]} & Co {tag}"
        data = {"full_name": name, "company_name": company}
        session = self._request_json(
            "POST", "/auth/v1/signup", json={"email": email, "password": PASSWORD, "data": data}
        )
        return Account(name, email, company, session["user"]["id"], "")

    def sign_up(self, name: str, card: str = "pm_card_jcb") -> Account:
        """A client with this card on file. A trial begins unless this card has had one, as some have in the demo."""
        new = self.newcomer(name)
        field = self.request(new, "POST", "/functions/v1/create-setup-intent").raise_for_status().json()
        secret = str(field["client_secret"])
        intent = secret.partition("_secret_")[0]
        form, key = {"client_secret": secret, "payment_method": card}, field["publishable_key"]
        confirm = f"{self.stripe_url}/v1/setup_intents/{intent}/confirm"
        httpx.post(confirm, data=form, headers={"Authorization": f"Bearer {key}"}, timeout=30).raise_for_status()
        response = self.request(new, "POST", "/functions/v1/save-payment-method", json={"setup_intent": intent})
        response.raise_for_status()
        own = self.request(new, "GET", "/rest/v1/clients").raise_for_status().json()
        return Account(new.name, new.email, new.company, new.user_id, own["data"]["id"])

    def post_to_stripe(self, path: str, **params: Any) -> None:
        """Move the sandbox's clock or change its webhooks' faults; see deploy/sandbox/README.md."""
        httpx.post(f"{self.stripe_url}/sandbox{path}", json=params, timeout=60).raise_for_status()

    def held_events(self) -> list[str]:
        """The ids of the events that the sandbox holds back, oldest first."""
        deliveries = httpx.get(f"{self.stripe_url}/sandbox/webhooks").json()["deliveries"]
        return list(dict.fromkeys(each["event"] for each in deliveries if each["state"] == "held"))


def card_field(page: Page) -> FrameLocator:
    """Stripe's own frame in our page."""
    return page.frame_locator("form iframe")


def type_card(page: Page, number: str) -> None:
    """Type a card into Stripe's frame in our page."""
    field = card_field(page)
    field.get_by_label("Credit or debit card number").fill(number)
    field.get_by_label("Credit or debit card expiration date").fill("12 / 40")
    field.get_by_label("Credit or debit card CVC/CVV").fill("123")


def pay_on_stripes_page(page: Page, number: str) -> None:
    """Pay on Stripe's hosted page."""
    page.get_by_label("Card number").fill(number)
    page.get_by_label("Expiry").fill("12 / 40")
    page.get_by_label("Security code").fill("123")
    page.get_by_label("Name on card").fill("Maya Lindqvist")
    page.get_by_role("button", name="Start trial").click()
