"""The screens of billing in every state: the card page, the return from checkout, the subscription, the trial."""

from playwright.sync_api import Page, expect

from tests.e2e.users import AUTH
from tests.quality.screens.all_screens import MAYA, PASSWORD, OpenPage, States, fill, go_offline, signed_in
from tests.support.browsers.browser import Kind

SAM, TOMASZ = "sam@pinecresthardware.example", "tomasz@copperkettle.example"
SUBSCRIPTIONS = "/dashboard/subscriptions"
CONFIRM = "**/functions/v1/confirm-checkout"


def newcomer(open_page: OpenPage, kind: Kind) -> States:
    """A user who has signed up and has no card yet."""
    page = open_page(kind)
    page.goto(f"{AUTH}?mode=signup")
    address = f"noor-{kind}@cedar.example"
    fill(page, **{"Full Name": "Noor Haddad", "Company Name": "Cedar & Salt", "Email Address": address})
    fill(page, **{"Password": PASSWORD, "Confirm Password": PASSWORD})
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text("After that it is $99 per month.")).to_be_visible()
    expect(page.frame_locator("form iframe").get_by_label("Credit or debit card number")).to_be_visible()
    yield "card", page
    page.get_by_role("button", name="Add Payment Method").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "card, incomplete", page
    page.route(CONFIRM, lambda _: None)  # no response
    page.goto("/checkout/success?session_id=cs_test_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0")
    expect(page.get_by_text("Your subscription is being set up.")).to_be_visible()
    yield "return from checkout, waiting", page
    page.unroute(CONFIRM)
    page.reload()
    expect(page.get_by_text("No payment found")).to_be_visible()
    yield "return from checkout, no payment", page
    page.goto("/add-payment-method")
    go_offline(page)
    expect(page.get_by_text("Entering a card needs a connection")).to_be_visible()
    yield "card, offline", page


def stripe_unreachable(open_page: OpenPage, kind: Kind) -> States:
    """The card page while the server cannot reach Stripe."""
    page = open_page(kind)
    page.route("**/functions/v1/create-setup-intent", lambda route: route.fulfill(status=503))
    page.goto(f"{AUTH}?mode=signup")
    address = f"lena-{kind}@cedar.example"
    fill(page, **{"Full Name": "Lena Haddad", "Company Name": "Cedar & Salt", "Email Address": address})
    fill(page, **{"Password": PASSWORD, "Confirm Password": PASSWORD})
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("button", name="Retry")).to_be_visible()
    yield "card, Stripe not reached", page


def active_subscription(open_page: OpenPage, kind: Kind) -> States:
    page = subscriptions_of(open_page(kind), MAYA, "Active")
    yield "subscription, active", page
    page.get_by_text("How do I cancel?").click()
    yield "subscription, an answer opened", page
    page.route(CONFIRM, lambda _: None)  # the stored subscription is shown meanwhile
    page.goto("/checkout/success?session_id=cs_test_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0")
    expect(page.get_by_role("definition").first).to_have_text("Active")
    yield "return from checkout", page
    page.unroute(CONFIRM)
    page.goto(SUBSCRIPTIONS)
    expect(page.get_by_text("Your plan includes everything we offer.")).to_be_visible()
    go_offline(page)
    expect(page.get_by_text("You are offline.")).to_be_visible()
    yield "subscription, offline", page


def on_trial(open_page: OpenPage, kind: Kind) -> States:
    page = subscriptions_of(open_page(kind), SAM, "Free Trial")
    expect(page.get_by_role("region", name="Free trial")).to_be_visible()
    yield "subscription, on trial", page
    click_in_billing_portal(page, "Cancel subscription", "Cancel subscription")
    expect(page.get_by_text("Your subscription is canceled")).to_be_visible()
    yield "subscription, ending", page
    click_in_billing_portal(page, "Don’t cancel subscription")
    page.goto("/dashboard/messaging")
    expect(page.get_by_text("No messages yet")).to_be_visible()
    yield "conversation, still empty", page


def ended_subscription(open_page: OpenPage, kind: Kind) -> States:
    page = subscriptions_of(open_page(kind), TOMASZ, "Canceled")
    yield "subscription, ended", page
    page.route("**/functions/v1/create-checkout-session", lambda route: route.fulfill(status=503))
    page.get_by_role("button", name="Start Free Trial").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "subscription, checkout not reached", page


BILLING_SCREENS = (newcomer, stripe_unreachable, active_subscription, on_trial, ended_subscription)


def click_in_billing_portal(page: Page, *buttons: str) -> None:
    """Click these buttons in the billing portal and return."""
    page.get_by_role("button", name="Manage subscription").click()
    for button in buttons:
        page.get_by_role("button", name=button).click()
    page.get_by_role("link", name="Return").click()


def subscriptions_of(page: Page, email: str, label: str) -> Page:
    signed_in(page, email)
    page.goto(SUBSCRIPTIONS)
    expect(page.get_by_role("main").get_by_text(label, exact=True)).to_be_visible()
    return page
