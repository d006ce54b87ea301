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
class Counter:
    """A page with a card field, and its Stripe sandbox."""

    page: CardPage
    stand: StripeSandbox

    def intent(self) -> stripe.SetupIntent:
        v1 = self.stand.client().v1
        return v1.setup_intents.create({"customer": v1.customers.create().id})

    def open(self, browser: Browser, intent: stripe.SetupIntent, kind: Kind = "phone") -> Device:
        opened = device(browser, self.page.url, kind)
        opened.go(f"/?secret={intent.client_secret}")
        return opened


@pytest.fixture(scope="module")
def counter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Counter]:
    with card_page() as page, running_sandbox(tmp_path_factory.mktemp("sandbox"), page.url, free_port()) as running:
        page.stripe = running.url
        yield Counter(page, StripeSandbox(running.url))


def field(opened: Device) -> FrameLocator:
    return opened.page.frame_locator('iframe[title="Secure card payment input frame"]')


def typed(opened: Device, number: str, rest: str = "1240123") -> None:
    """Type with the keyboard only: a full field moves the focus to the next."""
    field(opened).locator("[name=cardnumber]").click()
    opened.page.keyboard.type(number + rest)


def added(opened: Device) -> None:
    opened.page.get_by_role("button", name="Add").click()


@pytest.mark.parametrize("kind", ["phone", "desktop"])
def test_a_card_is_saved_and_its_number_never_leaves_the_frame(browser: Browser, counter: Counter, kind: Kind) -> None:
    intent = counter.intent()
    opened = counter.open(browser, intent, kind)
    sent: list[Request] = []
    opened.context.on("request", lambda each: sent.append(each))
    typed(opened, GOOD)
    added(opened)
    expect(opened.page.locator("output")).to_have_text("succeeded")
    card_events = opened.page.evaluate("told")
    assert [each["type"] for each in card_events if each["type"] != "change"][:2] == ["ready", "focus"]
    assert card_events[-2]["complete"] is True
    assert (card_events[-2]["brand"], card_events[-2]["empty"]) == ("visa", False)
    carrying = [each.url for each in sent if GOOD in (each.post_data or "") + each.url]
    assert carrying == [f"{counter.stand.url}/v1/setup_intents/{intent.id}/confirm"]
    for number in (GOOD, "4242 4242"):
        assert number not in str(card_events) + opened.page.content() + "".join(counter.page.received)
    intent_of_card = counter.stand.client().v1.setup_intents.retrieve(intent.id, {"expand": ["payment_method"]})
    assert isinstance(intent_of_card.payment_method, stripe.PaymentMethod)
    assert intent_of_card.payment_method.card
    card, owner = intent_of_card.payment_method.card, intent_of_card.payment_method.billing_details.name
    assert (intent_of_card.status, card.last4, card.exp_month, card.exp_year, owner) == (
        "succeeded",
        "4242",
        12,
        2040,
        "Maya Chen",
    )
    assert opened.problems == []
    opened.end()


@pytest.mark.thorough
def test_missing_or_wrong_card_fields_are_reported_before_any_request(browser: Browser, counter: Counter) -> None:
    intent = counter.intent()
    opened = counter.open(browser, intent)
    output = opened.page.locator("output")
    for number, rest, words in (
        ("", "", "Your card number is incomplete."),
        ("4242424242424241", "", "Your card number is invalid."),
        (GOOD, "1220", "Your card's expiration year is in the past."),
        (GOOD, "1240", "Your card's security code is incomplete."),
    ):
        opened.page.evaluate("card.clear()")
        typed(opened, number, rest)
        added(opened)
        expect(output).to_have_text(words)
    shown = field(opened).locator("[name=cardnumber]")
    expect(shown).to_have_css("color", "rgb(1, 2, 3)")
    expect(shown).to_have_css("font-size", "18px")
    opened.page.evaluate("card.clear()")
    typed(opened, "4242424242424241", "")
    expect(shown).to_have_css("color", "rgb(200, 0, 0)")
    assert counter.stand.client().v1.setup_intents.retrieve(intent.id).status == "requires_payment_method"
    assert opened.problems == []
    opened.end()


@pytest.mark.thorough
def test_a_declined_card_shows_stripes_error(browser: Browser, counter: Counter) -> None:
    opened = counter.open(browser, counter.intent())
    opened.expects("status of 402")
    typed(opened, DECLINED)
    added(opened)
    expect(opened.page.locator("output")).to_have_text("Your card was declined.")
    opened.page.evaluate("card.clear()")
    typed(opened, GOOD)
    added(opened)
    expect(opened.page.locator("output")).to_have_text("succeeded")
    assert opened.problems == []
    opened.end()


@pytest.mark.thorough
def test_a_banks_3d_secure_challenge_opens_in_its_own_frame(browser: Browser, counter: Counter) -> None:
    intent = counter.intent()
    opened = counter.open(browser, intent)
    for decision, words in (("Fail", "We are unable to authenticate your payment method."), ("Complete", "succeeded")):
        opened.page.evaluate("card.clear()")
        typed(opened, NEEDS_3DS)
        added(opened)
        question = opened.page.frame_locator('iframe[title="3-D Secure"]')
        expect(question.get_by_role("note")).to_contain_text("Stripe sandbox: no real card is charged")
        question.get_by_role("button", name=decision).click()
        expect(opened.page.locator("output")).to_contain_text(words)
        expect(opened.page.locator('iframe[title="3-D Secure"]')).to_have_count(0)
    assert counter.stand.client().v1.setup_intents.retrieve(intent.id).status == "succeeded"
    assert opened.problems == []
    opened.end()


@pytest.mark.thorough
def test_no_other_site_can_frame_the_card_field(browser: Browser, counter: Counter) -> None:
    opened = device(browser, counter.page.url.replace("localhost", "127.0.0.1"), "phone")
    opened.expects("frame-ancestors")
    opened.go("/")
    opened.until(lambda: opened.log, "the browser's refusal")
    assert "frame-ancestors" in opened.log[0]
    assert not any(frame.url == f"{counter.stand.url}/v3/card" for frame in opened.page.frames)
    opened.end()
