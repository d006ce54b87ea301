"""The sandbox's card field in a real browser: the card number stays in its frame, and the page gets the result."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import stripe
from playwright.sync_api import Browser, FrameLocator, Request, expect

from tests.support.browsers.browser import Device, Kind, device
from tests.support.browsers.card_page import CardPage, card_page
from tests.support.fakes.sandbox import running_sandbox
from tests.support.fakes.stripe_sandbox import StripeSandbox
from tests.support.servers.server import free_port

GOOD, DECLINED, NEEDS_3DS = "4242424242424242", "4000000000000002", "4000002500003155"


@dataclass
class CardField:
    """A page with a card field, and the sandbox of Stripe that serves the field."""

    page: CardPage
    sandbox: StripeSandbox

    def intent(self) -> stripe.SetupIntent:
        v1 = self.sandbox.client().v1
        return v1.setup_intents.create({"customer": v1.customers.create().id})

    def open(self, browser: Browser, intent: stripe.SetupIntent, kind: Kind = "phone") -> Device:
        opened = device(browser, self.page.url, kind)
        opened.go(f"/?secret={intent.client_secret}")
        return opened


@pytest.fixture(scope="module")
def card_field(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardField]:
    with card_page() as page, running_sandbox(tmp_path_factory.mktemp("sandbox"), page.url, free_port()) as running:
        page.stripe = running.url
        yield CardField(page, StripeSandbox(running.url))


def frame_of(opened: Device) -> FrameLocator:
    return opened.page.frame_locator('iframe[title="Secure card payment input frame"]')


def type_card(opened: Device, number: str, rest: str = "1240123") -> None:
    """Type the number and then `rest`, the expiry date and security code: a full field moves the focus to the next."""
    frame_of(opened).locator("[name=cardnumber]").click()
    opened.page.keyboard.type(number + rest)


def press_add(opened: Device) -> None:
    opened.page.get_by_role("button", name="Add").click()


@pytest.mark.parametrize("kind", ["phone", "desktop"])
def test_a_card_is_saved_and_its_number_never_leaves_the_frame(
    browser: Browser, card_field: CardField, kind: Kind
) -> None:
    intent = card_field.intent()
    opened = card_field.open(browser, intent, kind)
    sent: list[Request] = []
    opened.context.on("request", lambda each: sent.append(each))
    type_card(opened, GOOD)
    press_add(opened)
    expect(opened.page.locator("output")).to_have_text("succeeded")
    card_events = opened.page.evaluate("cardEvents")
    assert [each["type"] for each in card_events if each["type"] != "change"][:2] == ["ready", "focus"]
    assert card_events[-2]["complete"] is True
    assert (card_events[-2]["brand"], card_events[-2]["empty"]) == ("visa", False)
    urls_with_number = [each.url for each in sent if GOOD in (each.post_data or "") + each.url]
    assert urls_with_number == [f"{card_field.sandbox.url}/v1/setup_intents/{intent.id}/confirm"]
    for number in (GOOD, "4242 4242"):
        assert number not in str(card_events) + opened.page.content() + "".join(card_field.page.received)
    saved_intent = card_field.sandbox.client().v1.setup_intents.retrieve(intent.id, {"expand": ["payment_method"]})
    assert isinstance(saved_intent.payment_method, stripe.PaymentMethod)
    assert saved_intent.payment_method.card
    card, owner = saved_intent.payment_method.card, saved_intent.payment_method.billing_details.name
    assert (saved_intent.status, card.last4, card.exp_month, card.exp_year, owner) == (
        "succeeded",
        "4242",
        12,
        2040,
        "Maya Chen",
    )
    assert opened.problems == []
    opened.end()


@pytest.mark.thorough
def test_missing_or_wrong_card_fields_are_reported_before_any_request(browser: Browser, card_field: CardField) -> None:
    intent = card_field.intent()
    opened = card_field.open(browser, intent)
    output = opened.page.locator("output")
    for number, rest, message in (
        ("", "", "Your card number is incomplete."),
        ("4242424242424241", "", "Your card number is invalid."),
        (GOOD, "1220", "Your card's expiration year is in the past."),
        (GOOD, "1240", "Your card's security code is incomplete."),
    ):
        opened.page.evaluate("card.clear()")
        type_card(opened, number, rest)
        press_add(opened)
        expect(output).to_have_text(message)
    number_field = frame_of(opened).locator("[name=cardnumber]")
    expect(number_field).to_have_css("color", "rgb(1, 2, 3)")
    expect(number_field).to_have_css("font-size", "18px")
    opened.page.evaluate("card.clear()")
    type_card(opened, "4242424242424241", "")
    expect(number_field).to_have_css("color", "rgb(200, 0, 0)")
    assert card_field.sandbox.client().v1.setup_intents.retrieve(intent.id).status == "requires_payment_method"
    assert opened.problems == []
    opened.end()


@pytest.mark.thorough
def test_a_declined_card_shows_stripes_error(browser: Browser, card_field: CardField) -> None:
    opened = card_field.open(browser, card_field.intent())
    opened.expects("status of 402")
    type_card(opened, DECLINED)
    press_add(opened)
    expect(opened.page.locator("output")).to_have_text("Your card was declined.")
    opened.page.evaluate("card.clear()")
    type_card(opened, GOOD)
    press_add(opened)
    expect(opened.page.locator("output")).to_have_text("succeeded")
    assert opened.problems == []
    opened.end()


@pytest.mark.thorough
def test_a_banks_3d_secure_challenge_opens_in_its_own_frame(browser: Browser, card_field: CardField) -> None:
    intent = card_field.intent()
    opened = card_field.open(browser, intent)
    for decision, message in (
        ("Fail", "We are unable to authenticate your payment method."),
        ("Complete", "succeeded"),
    ):
        opened.page.evaluate("card.clear()")
        type_card(opened, NEEDS_3DS)
        press_add(opened)
        challenge = opened.page.frame_locator('iframe[title="3-D Secure"]')
        expect(challenge.get_by_role("note")).to_contain_text("Stripe sandbox: no real card is charged")
        challenge.get_by_role("button", name=decision).click()
        expect(opened.page.locator("output")).to_contain_text(message)
        expect(opened.page.locator('iframe[title="3-D Secure"]')).to_have_count(0)
    assert card_field.sandbox.client().v1.setup_intents.retrieve(intent.id).status == "succeeded"
    assert opened.problems == []
    opened.end()


@pytest.mark.thorough
def test_no_other_site_can_frame_the_card_field(browser: Browser, card_field: CardField) -> None:
    opened = device(browser, card_field.page.url.replace("localhost", "127.0.0.1"), "phone")
    opened.expects("frame-ancestors")
    opened.go("/")
    opened.until(lambda: opened.log, "the browser has blocked the frame")
    assert "frame-ancestors" in opened.log[0]
    assert not any(frame.url == f"{card_field.sandbox.url}/v3/card" for frame in opened.page.frames)
    opened.end()
