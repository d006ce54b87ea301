"""Payments from a visitor to a paying client: the card, checkout, the portal, the end of a trial, and redirects."""

import re
import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, Request, expect

from tests.e2e.conftest import Devices, checked_devices
from tests.e2e.shop import DECLINED, MASTERCARD, NEEDS_3DS, VISA, Shop, card_field, pay_on_stripes_page, type_card
from tests.e2e.users import PASSWORD, UP_TO_DATE
from tests.support.browsers.browser import Device

CARD_PAGE, SUBSCRIPTIONS = re.compile("/add-payment-method$"), "/dashboard/subscriptions"
NUMBERS = (VISA, MASTERCARD, DECLINED, NEEDS_3DS)
US_DATE = re.compile(r"^[A-Z][a-z]+ \d{1,2}, 20\d\d$")


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    opened = Shop(tmp_path_factory.mktemp("shop"))
    yield opened
    opened.server.stop()


@pytest.fixture
def phones(request: pytest.FixtureRequest, browser: Browser, playwright: Playwright, shop: Shop) -> Iterator[Devices]:
    yield from checked_devices(request, Devices(browser, playwright, shop), shop)


class RequestLog:
    """A device's requests to us and to Stripe, each as one text without blanks: URL, headers and body."""

    def __init__(self, device: Device, shop: Shop) -> None:
        self.to_us: list[str] = []
        self.to_stripe: list[str] = []
        self._shop = shop
        device.context.on("request", self._record)

    def _record(self, request: Request) -> None:
        parts = (request.url, *request.headers.values(), request.post_data or "")
        text = re.sub(r"[ +]|%20", "", " ".join(parts))
        (self.to_stripe if request.url.startswith(self._shop.stripe_url) else self.to_us).append(text)

    def numbers(self, texts: list[str]) -> set[str]:
        """The card numbers that occur in these requests."""
        return {number for number in NUMBERS if any(number in text for text in texts)}


def test_a_new_user_on_a_phone_pays_and_gets_access(phones: Devices, shop: Shop) -> None:
    """The user starts at the landing page. No request to our server contains a card number."""
    phone = phones.new()
    phone.expects("status of 403")  # the dashboard begins to load while the card is being saved
    requests, page = RequestLog(phone, shop), phone.page
    phone.go("/")
    page.get_by_role("main").get_by_role("link", name="Start Free Trial").first.click()
    company = f"Reyes Flowers {secrets.token_hex(3)}"
    fields = {
        "Full Name": "Mona Reyes",
        "Company Name": company,
        "Email Address": f"{secrets.token_hex(4)}@new.example",
    }
    for label, value in (fields | {"Password": PASSWORD, "Confirm Password": PASSWORD}).items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(CARD_PAGE)
    for path in ("/dashboard", "/dashboard/messaging", SUBSCRIPTIONS):
        phone.go(path)
        expect(page).to_have_url(CARD_PAGE)
    expect(page.get_by_text("costs nothing until it ends, and you may cancel anytime.")).to_be_visible()
    type_card(page, VISA)
    page.get_by_role("button", name="Add Payment Method").click()
    expect(page).to_have_url(re.compile("/dashboard"))
    expect(page.locator("header")).to_contain_text(company)
    page.get_by_role("button", name="Later").click()  # closes the dialog that requests a website
    expect(page.get_by_role("region", name="Free trial")).to_contain_text("14 days left in your free trial.")
    page.get_by_role("region", name="Free trial").get_by_role("button", name="Dismiss").click()
    page.reload()
    expect(page.locator("header")).to_contain_text(company)
    expect(page.get_by_role("region", name="Free trial")).to_have_count(0)
    phone.go("/add-payment-method")
    expect(page).to_have_url(re.compile("/dashboard"))
    assert requests.numbers(requests.to_us) == set()
    assert requests.numbers(requests.to_stripe) == {VISA}


@pytest.mark.thorough
def test_a_declined_card_shows_the_reason_and_another_passes_3d_secure(phones: Devices, shop: Shop) -> None:
    phone = phones.new()
    requests, otto = RequestLog(phone, shop), shop.newcomer("Otto Brandt").on(phone)
    page = otto.page
    phone.expects("status of 402")
    otto.start_session()
    phone.go("/dashboard")
    expect(page).to_have_url(CARD_PAGE)
    expect(card_field(page).get_by_label("Credit or debit card number")).to_be_visible()
    page.get_by_role("button", name="Add Payment Method").click()
    expect(page.get_by_role("alert")).to_contain_text("incomplete")
    type_card(page, DECLINED)
    page.get_by_role("button", name="Add Payment Method").click()
    expect(page.get_by_role("alert")).to_have_text("Your card was declined.")
    expect(page).to_have_url(CARD_PAGE)
    type_card(page, NEEDS_3DS)
    page.get_by_role("button", name="Add Payment Method").click()
    bank = page.frame_locator("body > * iframe, body > iframe").last
    bank.get_by_role("button", name="Complete").click()
    expect(page).to_have_url(re.compile("/dashboard"))
    otto.sees_status(UP_TO_DATE)
    assert requests.numbers(requests.to_us) == set()
    assert requests.numbers(requests.to_stripe) == {DECLINED, NEEDS_3DS}


@pytest.mark.thorough
def test_checkout_completes_without_any_webhook(phones: Devices, shop: Shop) -> None:
    phone = phones.new()
    maya = shop.newcomer("Maya Lindqvist").on(phone)
    page = maya.page
    maya.start_session()
    phone.go("/dashboard")
    expect(page).to_have_url(CARD_PAGE)
    phone.go("/pricing")
    shop.post_to_stripe("/webhooks", drop=["all"])
    try:
        page.get_by_role("button", name="Start Free Trial").click()
        pay_on_stripes_page(page, MASTERCARD)
        expect(page).to_have_url(re.compile(r"/checkout/success\?session_id=cs_"))
        expect(page.get_by_role("heading", name="Payment Successful")).to_be_visible()
        expect(page.get_by_text("Free Trial", exact=True)).to_be_visible()
    finally:
        shop.post_to_stripe("/webhooks")
    details = page.get_by_role("definition")
    expect(details).to_have_text(["Free Trial", US_DATE, "Mastercard ending in 4444"])
    expect(page.get_by_text(re.compile("^cs_"))).to_be_visible()
    page.get_by_role("link", name="Go to Dashboard").click()
    expect(page).to_have_url(re.compile("/dashboard"))
    maya.sees_status(UP_TO_DATE)
    phone.expects("status of 409")  # the app redirects her to her subscription
    phone.go("/pricing")
    page.get_by_role("button", name="Start Free Trial").click()
    expect(page.get_by_text("You already have a subscription.")).to_be_visible()
    expect(page).to_have_url(re.compile(f"{SUBSCRIPTIONS}$"))
    expect(page.get_by_text("You already have a subscription.")).to_be_visible()


@pytest.mark.thorough
def test_cancelling_and_resuming_in_the_portal_updates_the_screen(phones: Devices, shop: Shop) -> None:
    """Stripe's events of the first change arrive at once; later ones arrive late, twice, and in reverse order."""
    maya = shop.sign_up("Maya Lindqvist", "pm_card_discover").on(phones.new()).with_session()
    page = maya.page
    cancels, resumes = ("Cancel subscription", "Cancel subscription"), "Don’t cancel subscription"
    maya.device.go(SUBSCRIPTIONS)
    expect(page.get_by_text(re.compile(r"^Renews on [A-Z][a-z]+ \d+, \d{4}"))).to_be_visible()
    press_in_portal(page, *cancels)
    expect(page.get_by_text(re.compile(r"^Expires on [A-Z][a-z]+ \d+, \d{4}"))).to_be_visible()
    expect(page.get_by_text("Your subscription is canceled")).to_be_visible()
    shop.post_to_stripe("/webhooks", hold=True, copies=2)
    try:
        press_in_portal(page, resumes, *cancels, resumes)
        shop.post_to_stripe("/webhooks/release", order=shop.held_events()[::-1])
    finally:
        shop.post_to_stripe("/webhooks")
    expect(page.get_by_text(re.compile(r"^Renews on [A-Z][a-z]+ \d+, \d{4}"))).to_be_visible()
    expect(page.get_by_text("Your subscription is canceled")).to_have_count(0)


def press_in_portal(page: Page, *buttons: str) -> None:
    """Press these buttons in the portal, one after the other, and return."""
    page.get_by_role("button", name="Manage subscription").click()
    for button in buttons:
        page.get_by_role("button", name=button).click()
    page.get_by_role("link", name="Return").click()
    expect(page).to_have_url(re.compile(f"{SUBSCRIPTIONS}$"))


@pytest.mark.thorough
def test_every_screen_updates_live_as_trials_end(phones: Devices, shop: Shop) -> None:
    ana = shop.admin.on(phones.new("desktop")).with_session()
    gina = shop.sign_up("Gina Ray", "pm_card_visa_debit").on(phones.new()).with_session()
    bruno = shop.sign_up("Bruno Katz", "pm_card_chargeCustomerFail").on(phones.new()).with_session()
    for user in (gina, bruno):
        user.device.go(SUBSCRIPTIONS)
        expect(user.page.get_by_role("main").get_by_text("Free Trial", exact=True)).to_be_visible()
    ana.device.go("/dashboard")
    expect(ana.row_of(bruno.account)).to_contain_text("Active")
    shop.post_to_stripe("/clock", days=15)
    expect(gina.page.get_by_role("main").get_by_text("Active", exact=True)).to_be_visible()
    expect(bruno.page.get_by_role("main").get_by_text("Past Due", exact=True)).to_be_visible()
    expect(bruno.page.get_by_role("alert")).to_contain_text("Your payment did not go through")
    expect(ana.row_of(bruno.account)).to_contain_text("Inactive")
    expect(ana.row_of(gina.account)).not_to_contain_text("Inactive")


@pytest.mark.thorough
def test_the_last_subscription_status_is_shown_offline(phones: Devices, shop: Shop) -> None:
    """A client with a card reads and writes; a client without a card sees that entering a card needs a connection."""
    maya = shop.sign_up("Maya Lindqvist").on(phones.new()).with_session()
    maya.device.go_offline()
    maya.device.go("/dashboard")
    maya.page.get_by_role("button", name="Later").click()
    expect(maya.page.get_by_role("region", name="Subscription")).to_contain_text("Free Trial")
    maya.opens_thread()
    maya.writes("Written on the train")
    maya.device.go_online()
    maya.sees_all_sent()
    assert shop.messages(maya.account) == ["Written on the train"]
    otto = shop.newcomer("Otto Brandt").on(phones.new())
    otto.start_session()
    otto.device.go("/dashboard")
    expect(card_field(otto.page).get_by_label("Credit or debit card number")).to_be_visible()
    otto.device.go_offline()
    expect(otto.page.get_by_text("Entering a card needs a connection")).to_be_visible()
    expect(otto.page.get_by_role("button", name="Add Payment Method")).to_be_disabled()
    otto.device.go("/dashboard")
    expect(otto.page).to_have_url(CARD_PAGE)


@pytest.mark.thorough
def test_an_admin_needs_no_card(phones: Devices, shop: Shop) -> None:
    ana = shop.admin.on(phones.new("desktop")).with_session()
    for path in ("/add-payment-method", SUBSCRIPTIONS):
        ana.device.go(path)
        expect(ana.page).to_have_url(re.compile("/dashboard$"))
    expect(ana.page.get_by_role("link", name="Subscriptions")).to_have_count(0)
