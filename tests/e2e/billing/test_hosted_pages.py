"""The sandbox's hosted pages in a real browser: accessibility, and a checkout from a tap to the redirect."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browsers.accessibility import faults, unseen_focus
from tests.support.browsers.browser import DESKTOP, PHONE, device
from tests.support.fakes.sandbox import running_sandbox
from tests.support.fakes.stripe_sandbox import StripeSandbox
from tests.support.fakes.stripe_shop import BACK, DAY_S, Shop
from tests.support.servers.server import free_port

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with running_sandbox(tmp_path_factory.mktemp("sandbox"), "http://localhost:8000", free_port()) as running:
        yield Shop(StripeSandbox(running.url))


def test_every_hosted_page_is_accessible(browser: Browser, shop: Shop) -> None:
    challenge = shop.sandbox.pay(str(shop.checkout().url), "4000002500003155").headers["Location"]
    unpaid = shop.subscribe("pm_card_chargeCustomerFail")
    shop.sandbox.move_clock(seconds=14 * DAY_S + 3660)
    portal = shop.v1.billing_portal.sessions.create({"customer": str(unpaid.customer), "return_url": BACK}).url
    pages = [str(shop.checkout().url), challenge, portal, f"{portal}/card", f"{portal}/cancel/{unpaid.id}"]
    pages.append(f"{shop.sandbox.url}/sandbox")
    opened = device(browser, "", "phone")
    for page in pages:
        opened.go(page)
        assert faults(opened.page, [PHONE, DESKTOP]) == [], page
        assert unseen_focus(opened.page) == [], page
        expect(opened.page.get_by_role("note")).to_contain_text("Stripe sandbox: no real card is charged")
    assert opened.problems == []
    opened.end()


def test_a_checkout_works_from_the_first_tap_to_the_redirect_back(browser: Browser, shop: Shop) -> None:
    session = shop.checkout()
    opened = device(browser, "", "phone")
    urls: list[str] = []
    opened.page.on("request", lambda request: urls.append(request.url))
    opened.go(str(session.url))
    for number, button in (
        ("4000 0000 0000 0002", ""),
        ("4000 0025 0000 3155", "Fail"),
        ("4000 0025 0000 3155", "Complete"),
    ):
        for label, text in (("Card number", number), ("Expiry", "12 / 40"), ("Security code", "123")):
            opened.page.get_by_label(label, exact=True).fill(text)
        opened.page.get_by_label("Name on card").fill("Maya Chen")
        opened.page.get_by_role("button", name="Start trial").click()
        if button:
            opened.page.get_by_role("button", name=button).click()
        if button != "Complete":
            expect(opened.page.get_by_role("alert")).to_be_visible()
    opened.until(lambda: urls[-1].endswith(f"/checkout/success?session_id={session.id}"), "Stripe redirects back")
    assert shop.session(session.id).status == "complete"
    assert opened.problems == []
    opened.end()
